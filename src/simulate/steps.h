/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of a chain. A step is one draw: a state in which a draw can start, and everything that one draw leads to
 * from there. States that only lead on within a turn (which side is first, the first shot of a burst) are folded into
 * the step before them. This requires that the step then has at most STEPS_FOLDED_MAX results. */
#ifndef SALVO_SIMULATE_STEPS_H
#define SALVO_SIMULATE_STEPS_H

#include "base/intern_table.h"
#include "odds/components.h"
#include "odds/state_graph.h"

enum {
    STEPS_FOLDED_MAX = 64,
    STEPS_RESULTS_MAX = 4096, /* in a step without folds */
};

/* Represents every state from which the chain never ends. */
#define STEPS_ENDLESS UINT32_MAX

/* The end of a step, with its gain. Without padding, because arrivals are compared by their bytes; of the gains, only
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
    intern_table arrivals; /* including some that were folded; the first is the start */
    step *list;            /* in the order in which they were found; none if the start ends the chain */
    size_t n, list_capacity;
    step_result *results; /* of step s: results[s.first .. s.first + s.n - 1] */
    size_t n_results, results_capacity;
} steps;

/* Fills a zeroed *s. Returns SALVO_TOO_LARGE if a step has too many results. Call steps_free even after a failure. */
salvo_status steps_find(steps *s, const state_graph *graph, const components *c, size_t n_gains, salvo_error *err);
void steps_free(steps *s);

/* Only the procedure's own gains may be read, because the key ends behind them. */
static inline const arrival *steps_arrival(const steps *s, size_t number)
{
    return intern_table_key(&s->arrivals, number);
}

static inline bool steps_is_end(const state_graph *graph, uint32_t state)
{
    return state == STEPS_ENDLESS || graph->states[state].outcome != SALVO_CONTINUES;
}

#endif
