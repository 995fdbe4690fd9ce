/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tarjan's search, with its own stack instead of recursion, because a chain may be a million states deep. It searches
 * thousands of small graphs, so each of its two arrays is one block of memory. */
#include "odds/components.h"

#include <stdlib.h>
#include <string.h>

/* One for each state. The first three fields belong to that state. The others are the two stacks, which are never
 * deeper than the number of states. */
typedef struct visit {
    uint32_t index, low; /* 0: not seen yet */
    bool is_open;        /* it is on the stack of open states */
    uint32_t open;       /* stack of states whose component is not closed */
    uint32_t called;     /* the recursion: a state ... */
    size_t edge;         /* ... and its next edge */
} visit;

typedef struct search {
    components *c;
    visit *visits; /* allocated in advance, so that the search cannot fail */
    size_t n_open, n_calls, n_closed;
    uint32_t seen; /* states numbered so far */
} search;

/* Numbers the state and opens it. */
static void enter(search *s, uint32_t state)
{
    visit *v = &s->visits[state];

    v->index = v->low = ++s->seen;
    v->is_open = true;
    s->visits[s->n_open++].open = state;
    s->visits[s->n_calls].called = state;
    s->visits[s->n_calls++].edge = 0;
}

static void lower(uint32_t *low, uint32_t to)
{
    if (to < *low)
        *low = to;
}

/* Whether something leaves the component. If probability enters but never leaves a component, its linear system has no
 * solution; no other component has this problem. */
static bool is_left(const components *c, uint32_t component, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const graph_edge *edges = graph_edges(c->graph, c->states[i]);

        for (size_t e = 0; e < c->graph->states[c->states[i]].n_edges; e++)
            /* The edge leads to an end, to the end of a turn, or to another component. */
            if (!edge_leads_on(c, &edges[e]) || c->component_of[edges[e].to] != component)
                return true;
    }
    return false;
}

/* The open states from `state` on become a component. */
static void close_component(search *s, uint32_t state)
{
    components *c = s->c;
    const uint32_t component = (uint32_t)c->n;
    const size_t first = s->n_closed;
    uint32_t member;

    do {
        member = s->visits[--s->n_open].open;
        s->visits[member].is_open = false;
        c->component_of[member] = component;
        c->place_of[member] = (uint32_t)s->n_closed;
        c->states[s->n_closed++] = member;
    } while (member != state);
    c->first[c->n++] = first;
    c->first[c->n] = s->n_closed;
    c->leaves[component] = is_left(c, component, first, s->n_closed);
}

/* Takes the state's next edge; returns false if there is none left. */
static bool follow_edge(search *s, uint32_t state, size_t *next)
{
    const graph_edge *edge = graph_edges(s->c->graph, state) + *next;
    visit *to;

    if (*next == s->c->graph->states[state].n_edges)
        return false;
    ++*next;
    if (!edge_leads_on(s->c, edge))
        return true;
    to = &s->visits[edge->to];
    if (!to->index)
        enter(s, edge->to);
    else if (to->is_open)
        lower(&s->visits[state].low, to->index);
    return true;
}

/* When a state returns, its `low` goes to its caller. */
static void search_from(search *s, uint32_t root)
{
    visit *v = s->visits;

    enter(s, root);
    while (s->n_calls) {
        const uint32_t state = v[s->n_calls - 1].called;

        if (follow_edge(s, state, &v[s->n_calls - 1].edge))
            continue; /* the state resumes with its next edge, at once or when its callee returns */
        s->n_calls--;
        if (s->n_calls)
            lower(&v[v[s->n_calls - 1].called].low, v[state].low);
        if (v[state].low == v[state].index) /* the root of its component */
            close_component(s, state);
    }
}

/* From every state, because some may be reachable only across a cut. */
static bool search_all(components *c, size_t n)
{
    search s = {.c = c, .visits = calloc(n, sizeof *s.visits)};

    if (!s.visits)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!state_ends(c->graph, i) && !s.visits[i].index)
            search_from(&s, (uint32_t)i);
    free(s.visits);
    return true;
}

/* One block, with the widest alignment first. */
static bool make_room(components *c, size_t n)
{
    c->first = calloc(n + 1, sizeof *c->first + 3 * sizeof(uint32_t) + sizeof *c->leaves);
    if (!c->first)
        return false;
    c->component_of = (uint32_t *)(c->first + n + 1);
    c->states = c->component_of + n;
    c->place_of = c->states + n;
    c->leaves = (bool *)(c->place_of + n);
    return true;
}

salvo_status components_find(components *c, const state_graph *graph, bool turns, salvo_error *err)
{
    *c = (components){.graph = graph, .turns = turns};
    if (make_room(c, graph->n_states) && search_all(c, graph->n_states))
        return SALVO_OK;
    components_free(c);
    return salvo_fail_memory(err);
}

void components_free(components *c)
{
    free(c->first);
    memset(c, 0, sizeof *c);
}
