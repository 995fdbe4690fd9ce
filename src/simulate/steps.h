/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a chain. A step is one draw: a state that a draw can start in, and all that one draw leads to from
 * there. States that only lead on within a turn (who is first, the first shot of a burst) are folded into the step
 * before them as long as a step then has no more than STEPS_FOLDED_MAX results. */
#ifndef SALVO_SIMULATE_STEPS_H
#define SALVO_SIMULATE_STEPS_H

#include "base/intern_table.h"
#include "odds/components.h"
#include "odds/state_graph.h"

enum {
    STEPS_FOLDED_MAX = 64,
    STEPS_RESULTS_MAX = 4096, /* of a step that nothing was folded into */
};

/* Stands for every state from which the chain never ends. */
#define STEPS_ENDLESS UINT32_MAX

/* Where a step leads and what it gains on the way. No padding: arrivals are told apart by their bytes, of gains only
 * those that the procedure has. */
typedef struct arrival {
    uint32_t to;        /* state of the graph, or STEPS_ENDLESS; of states that end alike, the first */
    uint32_t ends_turn; /* 0 or 1; 0 for one that ends the chain */
    int64_t gain[SALVO_EXPECTATIONS_MAX];
} arrival;

/* One result of a step: the number of its arrival, and its chance. */
typedef struct step_result {
    uint32_t arrival; /* its number */
    double p;
} step_result;

typedef struct step {
    uint32_t from; /* state of the graph */
    size_t first, n;
} step;

typedef struct steps {
    intern_table arrivals; /* with some that were folded away; the first is the start */
    step *list;            /* in the order in which they were found; none when the start ends the chain */
    size_t n, list_capacity;
    step_result *results; /* of step s: results[s.first .. s.first + s.n - 1] */
    size_t n_results, results_capacity;
} steps;

/* SALVO_TOO_LARGE when a step has too many results. A zeroed *s is filled; steps_free it also after a failure. */
salvo_status steps_find(steps *s, const state_graph *graph, const components *c, size_t n_gains, salvo_error *err);
void steps_free(steps *s);

/* Only the procedure's own gains may be read: the key ends behind them. */
static inline const arrival *steps_arrival(const steps *s, size_t number)
{
    return intern_table_key(&s->arrivals, number);
}

static inline bool steps_is_end(const state_graph *graph, uint32_t state)
{
    return state == STEPS_ENDLESS || graph->states[state].outcome != SALVO_GOES_ON;
}

#endif
