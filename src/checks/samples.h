/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random words for a question, from what its parameters allow. */
#ifndef SALVO_CHECKS_SAMPLES_H
#define SALVO_CHECKS_SAMPLES_H

#include <salvo/rules.h>

#include "rng/pcg32.h"

enum { SAMPLE_WORDS_MAX = 64 };

/* The source of words. */
typedef struct sample_source {
    const salvo_schema *schema;
    const salvo_store *store;
    bool plain;        /* only required parameters; otherwise also half of the others */
    const char *never; /* "first=simultaneous": a word that is never drawn; or NULL */
} sample_source;

/* Writes "key=value" words into `words`. SALVO_BAD_INPUT if a value cannot be found, because a table has no rows;
 * SALVO_NO_MEMORY. The rules may still refuse the words. */
salvo_status sample_words(const char *words[SAMPLE_WORDS_MAX], size_t *n, const sample_source *from, pcg32 *rng,
                          salvo_arena *memory, salvo_error *err);

#endif
