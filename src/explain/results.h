/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes the results of a throw in ranges. */
#ifndef SALVO_EXPLAIN_RESULTS_H
#define SALVO_EXPLAIN_RESULTS_H

#include <salvo/explain.h>

/* The number of the effect of every result of the dice, in the order of salvo_dice_next. */
typedef struct results {
    salvo_dice dice;
    const uint32_t *effects; /* NO_EFFECT: the dice never show it */
    uint64_t n, ways;        /* ways: 0: 2^63 or more */
} results;

#define NO_EFFECT UINT32_MAX

results results_of(const salvo_dice *dice, const uint32_t *effects);

/* A share of a throw: a number of its ways; if those are 2^63 or more, only the chance. */
typedef struct portion {
    uint64_t ways;
    double chance;
} portion;

/* Adds the share of each effect to by[]. */
void results_by_effect(const results *r, portion *by);

/* Describes them in as few lines as possible: by a single die, by the sum of the dice, die by die, or else only by the
 * number of ways of every effect. Texts and lines are allocated from `memory`. */
salvo_status results_tell(const results *r, const char *const *effects, size_t n_effects, salvo_arena *memory,
                          salvo_throw_result **thrown, size_t *n, salvo_error *err);

/* Returns "2D10", "D6 and D20", "no dice", "a weighted die"; NULL if memory is out. */
const char *dice_words(const salvo_dice *dice, salvo_arena *memory);

#endif
