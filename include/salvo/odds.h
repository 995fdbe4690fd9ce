/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact odds: every result of the dice is counted once.
 * A roll is enumerated into its outcome table; a chain into its graph of states, through which probability flows.
 * Probabilities are exact fractions (GMP) as long as no number of the answer needs more than SALVO_FRACTION_BITS bits and
 * all together take no more than about half a second. Otherwise a chain is solved in doubles, and the answer says so.
 * The fractions of a chain are found from their remainders modulo primes. They are accepted with 64 bits to spare, so a
 * wrong one has a chance of about 2^-64. */
#ifndef SALVO_ODDS_H
#define SALVO_ODDS_H

#include <salvo/rules.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
    SALVO_FRACTION_BITS = 10240,  /* about 3000 decimal digits; longer fractions cost more than they are worth */
    SALVO_FRACTION_TEXT = 1000,   /* a longer fraction is not printed; its value is still rounded only once */
    SALVO_STATES_MAX = 1000000,   /* states of a chain that are enumerated */
    SALVO_RESULTS_MAX = 10000000, /* dice results of one throw that are enumerated */
    SALVO_EFFORT = 40000000,      /* dice results of a chain that are tried in a second or two */
};

typedef enum {
    SALVO_RATIONAL, /* fractions, rounded once at the very end */
    SALVO_DOUBLE,   /* floating point all the way */
} salvo_arithmetic;

/* A number of the answer. `exact` is its fraction in lowest terms ("1/4", "3"), or NULL when it was computed in
 * doubles or is longer than SALVO_FRACTION_TEXT. */
typedef struct salvo_number {
    double value;
    const char *exact;
} salvo_number;

typedef struct salvo_outcome {
    int outcome; /* as resolve or outcome returned it */
    const char *label;
    salvo_number probability; /* above 0; impossible outcomes are left out */
} salvo_outcome;

typedef struct salvo_mean {
    size_t expectation; /* place among the procedure's expectations */
    const char *name;
    salvo_number mean;
} salvo_mean;

/* One turn of a chain: the chance that it ends in this turn, by outcome. For a chain of more than 50,000 states or a
 * million edges, states with a chance below 1e-24 are left out in each turn. So a chance is too small by at most 1e-24
 * for each state and each turn so far: 1e-15 for a million states and a thousand turns. */
typedef struct salvo_turn {
    int64_t turn;              /* 1, 2, ... */
    const double *probability; /* one for each of the answer's outcomes */
    const double *gain;        /* one for each of the procedure's expectations: what this turn adds to it */
} salvo_turn;

typedef struct salvo_odds {
    salvo_arithmetic arithmetic;
    salvo_outcome *outcomes; /* in the order of the procedure's list */
    size_t n_outcomes;
    salvo_mean *means; /* in the order of the procedure's list; infinite and undefined ones are left out */
    size_t n_means;
    salvo_turn *turns; /* chains, when asked for */
    size_t n_turns;
    double never_ends; /* chains: the chance that it goes on for ever, which is a part of some outcome's; means are left
                          out then. What a limit of turns stops is no part of it */
    uint64_t size;     /* dice results (rolls) or states (chains) that were enumerated; 0: none were needed */
    salvo_arena *memory;
} salvo_odds;

typedef struct salvo_solved salvo_solved;

typedef struct salvo_odds_options {
    salvo_arithmetic arithmetic; /* RATIONAL falls back to DOUBLE if it must; DOUBLE never tries fractions */
    size_t turns_max;            /* the most turns to list; the list also ends when less than turns_tail of the
                                    probability is left, or when it becomes too much work */
    double turns_tail;
    /* The most work for a chain, in dice results that are tried; with more, the chain is too large, as it is with more
     * than SALVO_STATES_MAX states, or with a quarter as many results. 0: no limit. Whether a chain is too large
     * depends on the question alone, never on time. */
    uint64_t effort;
    salvo_solved *solved; /* for the library: what it has solved while it answers many questions; NULL from outside */
} salvo_odds_options;

/* Answers the question. `options` may be NULL: fractions, no turns. For SALVO_TOO_LARGE, the error says how large the
 * answer would be. On failure, *odds is zeroed and owns nothing. */
salvo_status salvo_odds_solve(salvo_odds *odds, const salvo_question *question, const salvo_odds_options *options,
                              salvo_error *err);
void salvo_odds_free(salvo_odds *odds);

/* The probability of the outcome with that label, and the mean with that name; 0 if the answer has none. */
double salvo_odds_probability(const salvo_odds *odds, const char *label);
double salvo_odds_mean(const salvo_odds *odds, const char *name);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
