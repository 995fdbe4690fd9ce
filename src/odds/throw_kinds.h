/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Throws that many states share, and the different results of each. A chain may say which results lead on alike
 * wherever they are thrown (rules.h). Then one of each kind is tried, with the ways of all. */
#ifndef SALVO_ODDS_THROW_KINDS_H
#define SALVO_ODDS_THROW_KINDS_H

#include <salvo/rules.h>

/* The first result of its kind, the number of its results, and the ways of all of them. */
typedef struct throw_kind {
    uint8_t faces[SALVO_DICE_MAX];
    int kind;
    uint64_t results, ways;
} throw_kind;

/* The kinds of one throw, in the order of its dice. */
typedef struct known_throw {
    uint64_t ways; /* of all kinds; 0: not examined yet */
    size_t first, n;
    bool is_long; /* it has 2^32 ways or more: its kinds are not examined */
} known_throw;

/* A zeroed struct is empty and ready. */
typedef struct throw_kinds {
    throw_kind *list;
    size_t n, capacity;
    known_throw *throws; /* by number */
    size_t throws_capacity;
} throw_kinds;

void throw_kinds_free(throw_kinds *t);

/* Finds the throw with that number, which the state makes; its results are examined at first use. *known is valid
 * until the next call. Fails like throw_check. */
salvo_status throw_kinds_find(throw_kinds *t, const salvo_question *question, int number, const void *state,
                              const known_throw **known, salvo_error *err);

#endif
