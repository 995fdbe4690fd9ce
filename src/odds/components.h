/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The components of a chain's graph: states that lead to each other (Tarjan 1972). There are no cycles between
 * components, so they can be processed one by one, from the start to the ends. */
#ifndef SALVO_ODDS_COMPONENTS_H
#define SALVO_ODDS_COMPONENTS_H

#include "odds/state_graph.h"

typedef struct components {
    const state_graph *graph;
    bool turns;             /* cut at the ends of turns */
    uint32_t *component_of; /* by state; undefined for one that ends the chain */
    uint32_t *states;       /* component by component, those nearest to the end first */
    uint32_t *place_of;     /* by state: its place in `states` */
    size_t *first;          /* component c is states[first[c] .. first[c + 1] - 1] */
    bool *leaves;           /* something leaves the component */
    size_t n;
} components;

/* The graph must outlive *c. On SALVO_NO_MEMORY, *c is zeroed. */
salvo_status components_find(components *c, const state_graph *graph, bool turns, salvo_error *err);
void components_free(components *c);

static inline size_t component_size(const components *c, uint32_t component)
{
    return c->first[component + 1] - c->first[component];
}

/* States that end the chain are in no component. */
static inline bool state_ends(const state_graph *graph, size_t state)
{
    return graph->states[state].outcome != SALVO_CONTINUES;
}

/* Whether the edge connects states of components: it does not lead into an end or, with `turns`, across the end of a
 * turn. */
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
