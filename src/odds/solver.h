/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chain being solved in one kind of number: the sums that probability flows into, and the way to them. */
#ifndef SALVO_ODDS_SOLVER_H
#define SALVO_ODDS_SOLVER_H

#include "odds/flow.h"
#include "odds/totals.h"

/* How a chain comes to its answer. All numbers are of the kind of totals.with. */
typedef struct chain_course {
    totals totals;
    const state_graph *graph;
    num *visits;    /* by state: how often it is thrown from, on average; of no meaning where it is stuck */
    bool *is_stuck; /* by state: nothing that can follow ends the chain; of a chain without a limit of turns */
    num *by_turn;   /* turn by turn, for each of the totals: the chance that it has come by then */
    size_t n_turns, n_turns_kept; /* told; numbers that there is room for */
} chain_course;

/* Flow adds straight into the totals of the answer; the solver only owns what is gone once they are complete. */
typedef struct solver {
    const salvo_question *question;
    const state_graph *graph;
    totals totals;
    num *numbers;         /* of the sums ... */
    uint64_t *words;      /* ... and what else they need, in one block each */
    uint32_t *outcome_of; /* by state that has one: its place among the totals */
    flow_sums sums;
    num *rest;            /* one: what never ends, or what the limit stopped */
    chain_course *course; /* where the way to the answer is noted; or NULL */
    size_t turns_max;     /* of how many turns ... */
    bool only_turns;      /* ... and of nothing else */
} solver;

/* On failure it owns nothing. */
salvo_status solver_init(solver *s, const salvo_question *q, const state_graph *graph, salvo_arithmetic kind,
                         salvo_error *err);
void solver_free(solver *s); /* but for its totals, which are the caller's */

/* Puts the whole probability on the start. A chain may have ended before it began. */
void solver_place_start(solver *s, const components *c);

/* To the end of the chain, or for at most `limit` turns unless it is 0. Totals are worthless where they are outgrown. */
salvo_status solver_settle(solver *s, int64_t limit, salvo_error *err);

/* Whether fractions are worth a try, as they surely are not where there is too much to add up. */
bool solver_tries_fractions(const state_graph *graph);

/* The limit of turns that the question has; 0: none. */
int64_t solver_limit(const salvo_question *q);

#endif
