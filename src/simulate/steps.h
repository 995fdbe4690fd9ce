/* The steps of a chain, each of them one draw: from every state that a draw can start in, what one draw leads to.
 *
 * States that only lead through a turn (who is first, the first shot of a burst) are folded into the step before them
 * as long as a step then has no more than STEPS_FOLDED_MAX results. */
#ifndef SALVO_SIMULATE_STEPS_H
#define SALVO_SIMULATE_STEPS_H

#include "base/intern_table.h"
#include "odds/flow.h"
#include "odds/state_graph.h"

enum {
    STEPS_FOLDED_MAX = 64,
    STEPS_RESULTS_MAX = 4096, /* of a step that nothing was folded into */
};

/* The place where a chain never ends. */
#define STEPS_ENDLESS UINT32_MAX

/* Where a step leads and what it brings. No padding: arrivals are told apart by their bytes, gains as far as there are
 * any. */
typedef struct arrival {
    uint32_t to;        /* state of the graph, or STEPS_ENDLESS; of states that end alike, the first */
    uint32_t ends_turn; /* 0 or 1; 0 for one that ends the chain */
    int64_t gain[SALVO_EXPECTATIONS_MAX];
} arrival;

/* One result of a step. */
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
salvo_status steps_find(steps *s, const state_graph *graph, const flow *f, size_t n_gains, salvo_error *err);
void steps_free(steps *s);

/* The arrival's bytes beyond its gains are not there to be read. */
static inline const arrival *steps_arrival(const steps *s, size_t number)
{
    return intern_table_key(&s->arrivals, number);
}

static inline bool steps_is_end(const state_graph *graph, uint32_t state)
{
    return state == STEPS_ENDLESS || graph->states[state].outcome != SALVO_GOES_ON;
}

#endif
