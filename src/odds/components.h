/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The components of a chain's graph: states that lead to each other (Tarjan 1972). Between components there are no
 * circles, so whatever follows the graph can take them one after the other, from the start towards the ends. */
#ifndef SALVO_ODDS_COMPONENTS_H
#define SALVO_ODDS_COMPONENTS_H

#include "odds/state_graph.h"

typedef struct components {
    const state_graph *graph;
    bool turns;             /* cut where a turn ends */
    uint32_t *component_of; /* by state; of no meaning for one that ends the chain */
    uint32_t *states;       /* component after component, those nearest to the end first */
    uint32_t *place_of;     /* by state: its place in `states` */
    size_t *first;          /* component c is states[first[c] .. first[c + 1] - 1] */
    bool *leaves;           /* something leads out of the component */
    size_t n;
} components;

/* Of a graph that outlives *c. SALVO_NO_MEMORY, and *c is zeroed. */
salvo_status components_find(components *c, const state_graph *graph, bool turns, salvo_error *err);
void components_free(components *c);

static inline size_t component_size(const components *c, uint32_t component)
{
    return c->first[component + 1] - c->first[component];
}

/* States that end the chain are in no component. */
static inline bool state_ends(const state_graph *graph, size_t state)
{
    return graph->states[state].outcome != SALVO_GOES_ON;
}

/* Whether the edge is one of those between the states of components: not into an end, and with `turns` not over the end
 * of a turn. */
static inline bool edge_leads_on(const components *c, const graph_edge *edge)
{
    return !state_ends(c->graph, edge->to) && !(c->turns && edge->ends_turn);
}

/* Whether the edge leads back into the component. */
static inline bool edge_stays(const components *c, uint32_t component, const graph_edge *edge)
{
    return edge_leads_on(c, edge) && c->component_of[edge->to] == component;
}

#endif
