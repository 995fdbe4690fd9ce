/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a chain: in fractions, from its flow modulo as many primes as they need, or in doubles. */
#ifndef SALVO_ODDS_SOLVER_H
#define SALVO_ODDS_SOLVER_H

#include "odds/flow.h"
#include "odds/totals.h"

/* A chain's answer, and the way to it if the solver notes it. All numbers have the kind of the totals. */
typedef struct chain_course {
    totals totals;
    const state_graph *graph;
    num *visits; /* NULL if not noted. By state: average number of throws from it; undefined where the chain is stuck */
    bool *is_stuck;               /* by state: nothing that follows ends the chain; only without a turn limit */
    num *by_turn;                 /* turn by turn, for each of the totals: the probability by the end of the turn */
    size_t n_turns, n_turns_kept; /* turns noted; numbers allocated */
} chain_course;

/* A flow that is followed to its end or for a number of turns. */
typedef struct solver_run {
    flow_map map;
    flow flow;
    int64_t limit;             /* of turns; 0: none, and turns do not matter */
    size_t turns_max, n_turns; /* turns whose outcomes are noted: the most, and how many there were */
} solver_run;

typedef struct solver {
    const salvo_question *question;
    const state_graph *graph;
    totals outcomes;      /* the list of them, without numbers of the answer */
    uint32_t *outcome_of; /* by state with an outcome: its place among them */
    uint64_t edges_max;   /* the most work of one flow; 0: no limit */
    bool notes_visits;    /* and stuck states, and the turns that a run notes */
    solver_run runs[2];   /* the answer; its turns, if it has no limit and they are wanted */
    size_t n_runs;
} solver;

/* On failure it owns nothing. */
salvo_status solver_init(solver *s, const salvo_question *q, const state_graph *graph, salvo_error *err);
void solver_free(solver *s);

/* Adds a run of at most `limit` turns unless it is 0. */
salvo_status solver_add_run(solver *s, int64_t limit, size_t turns_max, salvo_error *err);

/* Makes a run's flow in that kind of number; flow_free frees it. */
salvo_status solver_make_flow(const solver *s, solver_run *run, salvo_arithmetic kind, salvo_error *err);

/* Follows the runs to the answer: in fractions if they are wanted and neither too long nor too much work, otherwise in
 * doubles. On failure *to is zeroed. */
salvo_status solver_solve(solver *s, salvo_arithmetic wanted, chain_course *to, salvo_error *err);

void chain_course_free(chain_course *course);
#endif
