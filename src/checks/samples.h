/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words for a question, drawn by chance from what its parameters allow. */
#ifndef SALVO_CHECKS_SAMPLES_H
#define SALVO_CHECKS_SAMPLES_H

#include <salvo/rules.h>

#include "rng/pcg32.h"

enum { SAMPLE_WORDS_MAX = 64 };

/* Of what words are drawn. */
typedef struct sample_source {
    const salvo_schema *schema;
    const salvo_store *store;
    bool plain;        /* what must be given alone; else every other parameter in half of the cases */
    const char *never; /* "first=simultaneous": a word that is not drawn; or NULL */
} sample_source;

/* Writes "key=value" words into `words`. SALVO_BAD_INPUT where a value cannot be made up: a table has no rows;
 * SALVO_NO_MEMORY. What the words say may still be refused. */
salvo_status sample_words(const char *words[SAMPLE_WORDS_MAX], size_t *n, const sample_source *from, pcg32 *rng,
                          salvo_arena *memory, salvo_error *err);

#endif
