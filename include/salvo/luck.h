/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Luck: what happened at the table, beside its odds. Successes are added up over all lines of a log. The chance of at
 * most or at least that many follows by convolution of the lines, which are independent. */
#ifndef SALVO_LUCK_H
#define SALVO_LUCK_H

#include <salvo/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { SALVO_LUCK_TRIES_MAX = 20000 }; /* of all lines together */

/* One line of a log; borrowed. Cells have the place of their text, for messages. */
typedef struct salvo_luck_entry {
    const char *name;  /* the name of the line */
    const char *words; /* the question as it was typed */
    const salvo_question *question;
    salvo_cell success;  /* the outcomes that are a success: "single|double|critical" */
    salvo_cell happened; /* "1/5", successes/tries; or the outcome of one try */
} salvo_luck_entry;

/* The chances of at most, and of at least, this many successes. If a chance was simulated, low and high are those with
 * every simulated chance at one end of its 95 % interval; otherwise they are the value. */
typedef struct salvo_luck_tails {
    salvo_estimate at_most, at_least; /* at most this many, at least this many */
    /* The share of all such logs with fewer successes, plus half of those with as many: 0.5 is neither good luck nor
     * bad. */
    salvo_estimate percentile;
} salvo_luck_tails;

typedef struct salvo_luck_line {
    const salvo_luck_entry *entry;
    bool simulated;        /* the chance is not exact */
    salvo_estimate chance; /* of success in one try */
    uint64_t won, tries;
    salvo_luck_tails tails;
} salvo_luck_line;

typedef struct salvo_luck {
    salvo_luck_line *lines;
    size_t n_lines;
    bool simulated; /* some of the lines are simulated */
    uint64_t seed;  /* of the simulated lines */
    uint64_t won, tries;
    double expected;
    salvo_luck_tails tails; /* of all lines together */
    double *probability;    /* of 0 .. tries successes in total */
    /* For several lines: the one whose smaller tail is the smallest, and the chance that any line of such a log is as
     * unlikely. */
    size_t extreme;
    double extreme_chance, any_as_extreme;
    salvo_arena *memory;
} salvo_luck;

/* Finds the luck of the n entries, which *luck borrows. SALVO_BAD_INPUT for no entries, and, at the cell, for outcomes
 * that the procedure does not have, for impossible results, and for too many tries. On failure, *luck is zeroed and
 * owns nothing. */
salvo_status salvo_luck_find(salvo_luck *luck, const salvo_luck_entry *entries, size_t n,
                             const salvo_approach *approach, salvo_error *err);
void salvo_luck_free(salvo_luck *luck);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
