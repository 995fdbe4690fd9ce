/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a chain in one kind of number: the sums that probability flows into, and the way to them. */
#ifndef SALVO_ODDS_SOLVER_H
#define SALVO_ODDS_SOLVER_H

#include "odds/flow.h"
#include "odds/totals.h"

/* How a chain reaches its answer. All numbers have the kind of totals.with. */
typedef struct chain_course {
    totals totals;
    const state_graph *graph;
    num *visits;                  /* by state: average number of throws from it; undefined where the chain is stuck */
    bool *is_stuck;               /* by state: nothing that follows ends the chain; only without a turn limit */
    num *by_turn;                 /* turn by turn, for each of the totals: the probability by the end of the turn */
    size_t n_turns, n_turns_kept; /* turns noted; numbers allocated */
} chain_course;

/* Flow adds directly to the totals of the answer. The solver owns only what is freed once they are complete. */
typedef struct solver {
    const salvo_question *question;
    const state_graph *graph;
    totals totals;
    num *numbers;         /* for the sums ... */
    uint64_t *words;      /* ... and other data for them, in one block each */
    uint32_t *outcome_of; /* by state with an outcome: its place among the totals */
    flow_sums sums;
    num *rest;            /* one number: what never ends, or what the limit stopped */
    chain_course *course; /* notes the way to the answer; or NULL */
    size_t turns_max;     /* for this many turns ... */
    bool only_turns;      /* ... and nothing else */
} solver;

/* On failure it owns nothing. */
salvo_status solver_init(solver *s, const salvo_question *q, const state_graph *graph, salvo_arithmetic kind,
                         salvo_error *err);
void solver_free(solver *s); /* does not free its totals, which are the caller's */

/* Puts the whole probability on the start. A chain may end before it begins. */
void solver_place_start(solver *s, const components *c);

/* Settles to the end of the chain, or for at most `limit` turns unless it is 0. Totals are worthless if outgrown. */
salvo_status solver_settle(solver *s, int64_t limit, salvo_error *err);

/* Whether fractions are worth a try: not if there is too much to add up. */
bool solver_tries_fractions(const state_graph *graph);

/* Returns the question's turn limit; 0: none. */
int64_t solver_limit(const salvo_question *q);

#endif
