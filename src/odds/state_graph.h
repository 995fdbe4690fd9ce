/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chain, compiled: its states, numbered as they are reached from the start, and all steps between them. */
#ifndef SALVO_ODDS_STATE_GRAPH_H
#define SALVO_ODDS_STATE_GRAPH_H

#include <stdbool.h>

#include <salvo/odds.h>

#include "base/intern_table.h"
#include "odds/long_ways.h"

/* Edges are many: they are kept short, and what they gain stands in a list of its own. */
typedef struct graph_edge {
    uint32_t to;
    uint32_t ways;      /* of the throw that lead here; long ones: their number in the graph's */
    uint32_t gain : 31; /* which of the graph's gains; 0: nothing is gained */
    uint32_t ends_turn : 1;
} graph_edge;

typedef struct graph_state {
    int outcome; /* SALVO_GOES_ON, or what has come; a state that ends the chain has no edges */
    int unended; /* of a state that goes on: the outcome if nothing leads on from it for ever, or if a limit stops it there */
    uint64_t ways;      /* of the step's throw; 0: they are long, here and in the edges */
    uint32_t long_ways; /* their number in the graph's */
    size_t first_edge, n_edges;
} graph_state;

typedef struct state_graph {
    graph_state *states; /* states[0] is the start */
    size_t n_states;
    graph_edge *edges;
    size_t n_edges;
    size_t states_capacity, edges_capacity;
    intern_table gains; /* every different int64_t[SALVO_EXPECTATIONS_MAX] of an edge; the first is nothing */
    long_ways longs;
} state_graph;

/* How much of a chain is enumerated. Beyond `states`, `edges` or `results` the chain is too large; its states are then
 * counted on without their edges, for `counted` more dice results, to say how many there would be. */
typedef struct graph_limits {
    size_t states, edges;
    uint64_t results; /* of the dice, over all states */
    uint64_t counted; /* 0: as many as SALVO_EFFORT */
} graph_limits;

/* The limits of an exact answer that was asked for, however long it takes; and those within at most `effort` dice
 * results. */
extern const graph_limits GRAPH_LIMITS;
graph_limits graph_limits_within(uint64_t effort);

/* SALVO_TOO_LARGE beyond the limits, with the number of states in the message. On failure *graph is zeroed. */
salvo_status state_graph_compile(state_graph *graph, const salvo_question *question, const graph_limits *limits,
                                 salvo_error *err);

/* The same, and the states by their bytes: state i of the graph is key i of *states, which the caller frees, also after a
 * failure: then it has the states that were found until then, from the start on. */
salvo_status state_graph_compile_states(state_graph *graph, intern_table *states, const salvo_question *question,
                                        const graph_limits *limits, salvo_error *err);

/* The same with states of one future (rules.h) taken for one, if the chain tells futures: state i is the first that was found
 * of its kind. Limits are on what is tried, which is less. */
salvo_status state_graph_compile_futures(state_graph *graph, intern_table *states, const salvo_question *question,
                                         const graph_limits *limits, salvo_error *err);

void state_graph_free(state_graph *graph);

static inline const graph_edge *graph_edges(const state_graph *graph, size_t state)
{
    return graph->edges + graph->states[state].first_edge;
}

/* The ways of a throw, and of an edge of it, where they are long. */
static inline mpz_srcptr graph_all_ways(const state_graph *graph, const graph_state *state)
{
    return graph->longs.list[state->long_ways];
}

static inline mpz_srcptr graph_ways(const state_graph *graph, const graph_edge *edge)
{
    return graph->longs.list[edge->ways];
}

/* The chance that a step from the state is along the edge. */
double graph_chance(const state_graph *graph, const graph_state *state, const graph_edge *edge);

/* What the edge gains, expectation by expectation. */
static inline const int64_t *graph_gain(const state_graph *graph, const graph_edge *edge)
{
    return intern_table_key(&graph->gains, edge->gain);
}

#endif
