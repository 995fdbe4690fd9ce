/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of a throw that must be tried to find everything that it can lead to: all of them, or one of those that
 * lead to the same state. Equal dice whose order does not matter are tried as sets of faces. A chain may also say which
 * results lead on alike wherever they are thrown (throw_kind in rules.h); then one of each kind is tried. */
#ifndef SALVO_ODDS_THROW_RESULTS_H
#define SALVO_ODDS_THROW_RESULTS_H

#include <salvo/odds.h>

/* Checks that a throw can be enumerated: it has at most SALVO_RESULTS_MAX results. Otherwise returns
 * SALVO_TOO_LARGE. */
salvo_status throw_check(const salvo_dice *dice, const char *what, salvo_error *err);

/* Whether the throw has 2^32 ways or more: its ways are long (long_ways.h). */
bool throw_is_long(const salvo_dice *dice);

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
    bool is_long; /* its kinds are not examined */
} known_throw;

/* The kinds of all throws that states share. A zeroed struct is empty and ready. */
typedef struct throw_kinds {
    throw_kind *list;
    size_t n, capacity;
    known_throw *throws; /* by number */
    size_t throws_capacity;
} throw_kinds;

void throw_kinds_free(throw_kinds *t);

/* One after the other, like those of salvo_dice_next:
 *     do { ... r.faces, r.ways, r.results ... } while (throw_results_next(&r)); */
typedef struct throw_results {
    uint64_t all_ways; /* of the throw; 0: they are long */
    salvo_dice dice;   /* undefined if it is tried by kinds */
    /* The result in hand. It represents all `results` that lead to the same state, and their ways together. Without ways
     * it is impossible; if the ways are long, 1 or more represent any number. */
    uint8_t faces[SALVO_DICE_MAX];
    uint64_t ways, results;
    bool are_alike;                /* the dice are, and each set of their faces is one result */
    const throw_kind *kind, *last; /* of the kinds; NULL: they are not tried by kinds */
} throw_results;

/* Begins with the throw that the state makes; are_alike says whether its dice are interchangeable. Fails like
 * throw_check. */
salvo_status throw_results_begin(throw_results *r, const salvo_question *question, const void *state, bool are_alike,
                                 salvo_error *err);

/* The same by kinds, if the chain numbers the throw and its ways are not long. The kinds are found at first use. *r is
 * valid until the next call with *t. */
salvo_status throw_results_begin_kinds(throw_results *r, throw_kinds *t, const salvo_question *question,
                                       const void *state, salvo_error *err);

/* Goes to the next result; false if there is none. */
bool throw_results_next(throw_results *r);

#endif
