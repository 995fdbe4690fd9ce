/* A chain, compiled: its states numbered as they are reached from the start, and every step between them. */
#ifndef SALVO_ODDS_STATE_GRAPH_H
#define SALVO_ODDS_STATE_GRAPH_H

#include <stdbool.h>

#include <salvo/odds.h>

typedef struct graph_edge {
    uint32_t to;
    bool ends_turn;
    uint64_t ways; /* of the throw that lead here, out of the state's */
    int64_t gain[SALVO_EXPECTATIONS_MAX];
} graph_edge;

typedef struct graph_state {
    int outcome;   /* SALVO_GOES_ON, or what has come; a state that ends the chain has no edges */
    uint64_t ways; /* of the step's throw */
    size_t first_edge, n_edges;
} graph_state;

typedef struct state_graph {
    graph_state *states; /* states[0] is the start */
    size_t n_states;
    graph_edge *edges;
    size_t n_edges;
    size_t states_capacity, edges_capacity;
} state_graph;

/* SALVO_TOO_LARGE beyond SALVO_STATES_MAX states. On failure *graph is zeroed. */
salvo_status state_graph_compile(state_graph *graph, const salvo_question *question, salvo_error *err);
void state_graph_free(state_graph *graph);

static inline const graph_edge *graph_edges(const state_graph *graph, size_t state)
{
    return graph->edges + graph->states[state].first_edge;
}

#endif
