/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compiled chain: its states, numbered as they are reached from the start, and all steps between them. */
#ifndef SALVO_ODDS_STATE_GRAPH_H
#define SALVO_ODDS_STATE_GRAPH_H

#include <stdbool.h>

#include <salvo/odds.h>

#include "base/intern_table.h"
#include "odds/long_ways.h"

/* There are many edges, so they are short; their gains are in a separate list. */
typedef struct graph_edge {
    uint32_t to;
    uint32_t ways;      /* of the throw that lead along the edge; if long, their number in the graph's lists */
    uint32_t gain : 31; /* its number among the graph's gains; 0: no gain */
    uint32_t ends_turn : 1;
} graph_edge;

typedef struct graph_state {
    int outcome; /* SALVO_CONTINUES, or the outcome; a state that ends the chain has no edges */
    /* For a state that goes on: the outcome if the chain never ends from it, or if a limit stops it there. */
    int unended;
    uint64_t ways;      /* of the step's throw; 0: they are long, here and in the edges */
    uint32_t long_ways; /* their number in the graph's list, unless it is rounded */
    size_t first_edge, n_edges;
} graph_state;

typedef struct state_graph {
    graph_state *states; /* states[0] is the start */
    size_t n_states;
    graph_edge *edges;
    size_t n_edges;
    size_t states_capacity, edges_capacity;
    intern_table gains; /* every different int64_t[SALVO_EXPECTATIONS_MAX] of an edge; the first is all 0 */
    long_ways longs;    /* empty if the graph is rounded */
    double *chances;    /* of edges with long ways, by the number of these; others are undefined */
    size_t n_chances, chances_capacity;
    bool leads_back; /* an edge leads to a state with a smaller number; otherwise the only cycles are loops */
    bool is_rounded; /* long ways are known by their chances alone: fractions are not wanted, or would be given up */
} state_graph;

/* What a graph keeps of long ways. */
typedef enum kept_ways {
    WAYS_EXACT,
    WAYS_FOR_FRACTIONS, /* exact as long as fractions may be found; the graph is rounded where they would be given up */
    WAYS_ROUNDED,
} kept_ways;

/* How much of a chain is enumerated. Beyond `states`, `edges` or `results` the chain is too large. Its states are then
 * counted without their edges, for `counted` more dice results, to report their number. Limits apply to what is tried,
 * which is less by futures. */
typedef struct graph_limits {
    kept_ways ways;
    bool by_future; /* if the chain has futures (rules.h), states with one future are one: the first found */
    size_t states, edges;
    uint64_t results; /* of the dice, over all states */
    uint64_t counted; /* 0: as many as SALVO_EFFORT */
} graph_limits;

/* The limits of an exact answer that the user requested, whatever its time; and the limits within `effort` dice
 * results. */
extern const graph_limits GRAPH_LIMITS;
graph_limits graph_limits_within(uint64_t effort);

/* Returns the question's turn limit; 0: none. */
int64_t graph_turn_limit(const salvo_question *question);

/* Returns SALVO_TOO_LARGE beyond the limits, with the number of states in the message. On failure *graph is zeroed.
 * If `states` is not NULL, it gets the states by their bytes: state i of the graph is key i. The caller frees *states,
 * even after a failure: then it has the states found until then, from the start on. */
salvo_status state_graph_compile(state_graph *graph, intern_table *states, const salvo_question *question,
                                 const graph_limits *limits, salvo_error *err);

void state_graph_free(state_graph *graph);

/* Sets the chances of edges with long ways, which are exact. For graphs that are not compiled. Returns false if memory is
 * out. */
bool state_graph_set_chances(state_graph *graph);

static inline const graph_edge *graph_edges(const state_graph *graph, size_t state)
{
    return graph->edges + graph->states[state].first_edge;
}

/* The ways of a throw, and of one of its edges, if they are long and the graph is not rounded. */
static inline mpz_srcptr graph_all_ways(const state_graph *graph, const graph_state *state)
{
    return graph->longs.list[state->long_ways];
}

static inline mpz_srcptr graph_ways(const state_graph *graph, const graph_edge *edge)
{
    return graph->longs.list[edge->ways];
}

/* Returns the chance that a step from the state follows the edge. */
static inline double graph_chance(const state_graph *graph, const graph_state *state, const graph_edge *edge)
{
    return state->ways ? (double)edge->ways / (double)state->ways : graph->chances[edge->ways];
}

/* The edge's gains, by expectation. */
static inline const int64_t *graph_gain(const state_graph *graph, const graph_edge *edge)
{
    return intern_table_key(&graph->gains, edge->gain);
}

#endif
