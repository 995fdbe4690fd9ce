/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values at which a question is asked: "range" (all its values), "range=100,500", "hp=1..40",
 * "range=100..2000..100". */
#ifndef SALVO_SIMULATE_SWEEP_H
#define SALVO_SIMULATE_SWEEP_H

#include <salvo/arena.h>
#include <salvo/simulate.h>

/* The values of one key, as a user would write them. */
typedef struct sweep {
    const char *key;
    const char **texts;
    size_t n;
} sweep;

/* Checks that `text` is a sweep of the procedure: one of its keys, and values that the key takes. *at is the key's
 * place. */
salvo_status sweep_check(const char *text, size_t *at, const salvo_rulebook *book, const salvo_schema *schema,
                         salvo_arena *memory, salvo_error *err);

/* Reads one or two sweeps of the procedure, which is asked with `words`, too. Fills zeroed sweeps, with `memory`. */
salvo_status sweeps_read(sweep *sweeps, size_t n, const char *const *texts, const salvo_rulebook *book,
                         const salvo_schema *schema, const char *const *words, size_t n_words, salvo_arena *memory,
                         salvo_error *err);

#endif
