#include "odds/flow.h"

#include <stdlib.h>
#include <string.h>

/* ---- components ---------------------------------------------------------------------------------------------- */

/* Tarjan's search with its own stack: a chain may be a million states long. */
typedef struct search {
    flow *f;
    uint32_t *index, *low; /* 0: not seen yet */
    uint32_t *open;        /* states whose component is not closed */
    bool *is_open;
    struct {
        uint32_t state;
        size_t edge;
    } * calls;
    size_t n_open, n_calls, n_closed;
    uint32_t seen;
} search;

static bool ends(const state_graph *graph, size_t state)
{
    return graph->states[state].outcome != SALVO_GOES_ON;
}

/* Whether the search goes along an edge: not into an end, not over a cut. */
static bool leads_on(const flow *f, const graph_edge *edge)
{
    return !ends(f->graph, edge->to) && !(f->turns && edge->ends_turn);
}

static void enter(search *s, uint32_t state)
{
    s->index[state] = s->low[state] = ++s->seen;
    s->open[s->n_open++] = state;
    s->is_open[state] = true;
    s->calls[s->n_calls].state = state;
    s->calls[s->n_calls++].edge = 0;
}

static void lower(uint32_t *low, uint32_t to)
{
    if (to < *low)
        *low = to;
}

/* The open states from `state` on are a component. Components close from the end of the chain towards its start, so
 * whether something leaves this one is known when it closes. */
static void close_component(search *s, uint32_t state)
{
    flow *f = s->f;
    uint32_t component = (uint32_t)f->n_components;
    size_t first = s->n_closed;
    uint32_t member;

    do {
        member = s->open[--s->n_open];
        s->is_open[member] = false;
        f->component_of[member] = component;
        f->states[s->n_closed++] = member;
    } while (member != state);
    f->first[f->n_components++] = first;
    f->first[f->n_components] = s->n_closed;
    for (size_t i = first; i < s->n_closed && !f->leaves[component]; i++) {
        const graph_edge *edges = graph_edges(f->graph, f->states[i]);

        for (size_t e = 0; e < f->graph->states[f->states[i]].n_edges; e++)
            if (!leads_on(f, &edges[e]) ||
                (f->component_of[edges[e].to] != component && f->leaves[f->component_of[edges[e].to]]))
                f->leaves[component] = true;
    }
}

static void search_from(search *s, uint32_t root)
{
    const flow *f = s->f;

    enter(s, root);
    while (s->n_calls) {
        uint32_t state = s->calls[s->n_calls - 1].state;
        const graph_edge *edges = graph_edges(f->graph, state);

        if (s->calls[s->n_calls - 1].edge < f->graph->states[state].n_edges) {
            const graph_edge *edge = &edges[s->calls[s->n_calls - 1].edge++];

            if (leads_on(f, edge) && !s->index[edge->to])
                enter(s, edge->to);
            else if (leads_on(f, edge) && s->is_open[edge->to])
                lower(&s->low[state], s->index[edge->to]);
            continue;
        }
        s->n_calls--;
        if (s->n_calls)
            lower(&s->low[s->calls[s->n_calls - 1].state], s->low[state]);
        if (s->low[state] == s->index[state])
            close_component(s, state);
    }
}

static bool search_all(search *s, size_t n)
{
    s->index = calloc(n, sizeof *s->index);
    s->low = calloc(n, sizeof *s->low);
    s->open = calloc(n, sizeof *s->open);
    s->is_open = calloc(n, sizeof *s->is_open);
    s->calls = calloc(n, sizeof *s->calls);
    if (!s->index || !s->low || !s->open || !s->is_open || !s->calls)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!ends(s->f->graph, i) && !s->index[i])
            search_from(s, (uint32_t)i);
    return true;
}

salvo_status flow_prepare(flow *f, const state_graph *graph, bool turns, salvo_error *err)
{
    size_t n = graph->n_states;
    search s = {.f = f};
    bool done = false;

    *f = (flow){.graph = graph, .turns = turns};
    f->component_of = calloc(n, sizeof *f->component_of);
    f->states = calloc(n, sizeof *f->states);
    f->first = calloc(n + 1, sizeof *f->first);
    f->leaves = calloc(n, sizeof *f->leaves);
    if (f->component_of && f->states && f->first && f->leaves)
        done = search_all(&s, n);
    free(s.index);
    free(s.low);
    free(s.open);
    free(s.is_open);
    free(s.calls);
    if (done)
        return SALVO_OK;
    flow_free(f);
    return salvo_fail_memory(err);
}

void flow_free(flow *f)
{
    free(f->component_of);
    free(f->states);
    free(f->first);
    free(f->leaves);
    memset(f, 0, sizeof *f);
}

/* ---- visits within a component --------------------------------------------------------------------------------- */

static bool stays(const flow *f, uint32_t component, const graph_edge *edge)
{
    return leads_on(f, edge) && f->component_of[edge->to] == component;
}

/* A state alone: its loop onto itself is divided out. */
static void visit_alone(const flow *f, arithmetic *with, uint32_t component, const flow_sums *sums)
{
    uint32_t state = f->states[f->first[component]];
    const graph_edge *edges = graph_edges(f->graph, state);
    uint64_t ways = f->graph->states[state].ways, loop = 0;

    for (size_t e = 0; e < f->graph->states[state].n_edges; e++)
        if (stays(f, component, &edges[e]))
            loop += edges[e].ways;
    if (loop)
        number_scale(with, &sums->visits[state], (int64_t)ways, ways - loop);
}

/* The place of a state within its component of n, found among states[first ..]. */
static size_t place_in(const flow *f, uint32_t component, uint32_t state)
{
    size_t at = f->first[component];

    while (f->states[at] != state)
        at++;
    return at - f->first[component];
}

/* The system I - P: visits of a state = what flows in + what its component sends there. */
static void fill_system(const flow *f, arithmetic *with, uint32_t component, size_t n, num *matrix)
{
    for (size_t i = 0; i < n; i++) {
        const graph_state *from = &f->graph->states[f->states[f->first[component] + i]];
        const graph_edge *edges = f->graph->edges + from->first_edge;

        number_add_ratio(with, &matrix[i * n + i], 1, 1);
        for (size_t e = 0; e < from->n_edges; e++)
            if (stays(f, component, &edges[e]))
                number_add_ratio(with, &matrix[place_in(f, component, edges[e].to) * n + i], -(int64_t)edges[e].ways,
                                 from->ways);
    }
}

/* Gauss-Jordan on n equations. The matrix is I - P with P substochastic, so the pivots on the diagonal never vanish
 * when something leaves the component. */
static void eliminate(arithmetic *with, size_t n, num *matrix, num **right, num *factor)
{
    for (size_t p = 0; p < n; p++) {
        for (size_t row = 0; row < n; row++) {
            if (row == p || number_is_zero(with, &matrix[row * n + p]))
                continue;
            number_set(with, factor, &matrix[row * n + p]);
            number_divide(with, factor, &matrix[p * n + p]);
            number_negate(with, factor);
            for (size_t k = p; k < n; k++)
                number_add_product(with, &matrix[row * n + k], &matrix[p * n + k], factor);
            number_add_product(with, right[row], right[p], factor);
        }
    }
    for (size_t p = 0; p < n; p++)
        number_divide(with, right[p], &matrix[p * n + p]);
}

static bool visit_circle(const flow *f, arithmetic *with, uint32_t component, const flow_sums *sums)
{
    size_t n = f->first[component + 1] - f->first[component];
    num *matrix = numbers_new(with, n * n), *factor = numbers_new(with, 1);
    num **right = calloc(n, sizeof *right);
    bool done = matrix && factor && right;

    if (done) {
        for (size_t i = 0; i < n; i++)
            right[i] = &sums->visits[f->states[f->first[component] + i]];
        fill_system(f, with, component, n, matrix);
        eliminate(with, n, matrix, right, factor);
    }
    numbers_free(with, matrix, matrix ? n * n : 0);
    numbers_free(with, factor, factor ? 1 : 0);
    free(right);
    return done;
}

/* ---- from component to component ------------------------------------------------------------------------------- */

static void add_gains(const graph_state *state, const graph_edge *edges, arithmetic *with, const num *visits,
                      const flow_sums *sums)
{
    for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++) {
        int64_t gain = 0;

        for (size_t e = 0; e < state->n_edges; e++)
            gain += edges[e].gain[k] * (int64_t)edges[e].ways;
        if (gain)
            number_add_share(with, &sums->gains[k], visits, gain, state->ways);
    }
}

static void send_on(const flow *f, arithmetic *with, uint32_t component, uint32_t from, const flow_sums *sums)
{
    const graph_state *state = &f->graph->states[from];
    const graph_edge *edges = graph_edges(f->graph, from);

    add_gains(state, edges, with, &sums->visits[from], sums);
    for (size_t e = 0; e < state->n_edges; e++) {
        const graph_edge *edge = &edges[e];
        num *to = ends(f->graph, edge->to)      ? &sums->outcomes[sums->outcome_of[edge->to]]
                  : f->turns && edge->ends_turn ? &sums->carried[edge->to]
                  : stays(f, component, edge)   ? NULL
                                                : &sums->visits[edge->to];

        if (to)
            number_add_share(with, to, &sums->visits[from], (int64_t)edge->ways, state->ways);
    }
}

/* Whether anything flows into the component. */
static bool is_reached(const flow *f, const arithmetic *with, uint32_t component, const flow_sums *sums)
{
    for (size_t i = f->first[component]; i < f->first[component + 1]; i++)
        if (!number_is_zero(with, &sums->visits[f->states[i]]))
            return true;
    return false;
}

static void strand(const flow *f, arithmetic *with, uint32_t component, const flow_sums *sums)
{
    for (size_t i = f->first[component]; i < f->first[component + 1]; i++)
        number_add(with, sums->endless, &sums->visits[f->states[i]]);
}

salvo_status flow_settle(const flow *f, arithmetic *with, const flow_sums *sums, salvo_error *err)
{
    for (size_t left = f->n_components; left > 0 && !with->outgrown; left--) {
        uint32_t component = (uint32_t)(left - 1);
        size_t first = f->first[component], n = f->first[component + 1] - first;

        if (!is_reached(f, with, component, sums))
            continue;
        if (!f->leaves[component]) {
            strand(f, with, component, sums);
            continue;
        }
        if (n == 1)
            visit_alone(f, with, component, sums);
        else if (!visit_circle(f, with, component, sums))
            return salvo_fail_memory(err);
        for (size_t i = 0; i < n; i++)
            send_on(f, with, component, f->states[first + i], sums);
    }
    return SALVO_OK;
}
