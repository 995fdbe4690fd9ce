/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components are settled from the start to the end, each after all that flow into it. In a large chain, a turn reaches
 * few components. Bits mark these, so the cost of a turn depends on what it reaches, not on the whole graph. */
#include "odds/flow.h"

#include <string.h>

/* visit_alone for a state whose ways are longer than 64 bits. */
static void visit_alone_long(const components *c, arithmetic *with, uint32_t component, uint32_t state, num *visits)
{
    const graph_edge *edges = graph_edges(c->graph, state);
    mpz_srcptr ways = graph_all_ways(c->graph, &c->graph->states[state]);
    mpz_t left;

    mpz_init_set(left, ways);
    for (size_t e = 0; e < c->graph->states[state].n_edges; e++)
        if (edge_stays(c, component, &edges[e]))
            mpz_sub(left, left, graph_ways(c->graph, &edges[e]));
    number_scale_long(with, visits, ways, left);
    mpz_clear(left);
}

/* A single state is visited b / (1 - p) times on average, where p is the chance of its loop onto itself: ways / (ways
 * - loop). Most components are single states, where a ratio replaces a system. */
static void visit_alone(const components *c, arithmetic *with, uint32_t component, const flow_sums *sums)
{
    const uint32_t state = c->states[c->first[component]];
    const graph_edge *edges = graph_edges(c->graph, state);
    uint64_t ways = c->graph->states[state].ways, loop = 0;

    if (!ways) {
        visit_alone_long(c, with, component, state, &sums->visits[state]);
        return;
    }
    for (size_t e = 0; e < c->graph->states[state].n_edges; e++)
        if (edge_stays(c, component, &edges[e]))
            loop += edges[e].ways;
    if (loop)
        number_scale(with, &sums->visits[state], (int64_t)ways, ways - loop);
}

/* Sets the component's bit. Only additions set bits; flow_next_turn() clears them all. */
static void reach(uint64_t *bits, uint32_t component)
{
    bits[component / 64] |= UINT64_C(1) << component % 64;
}

static void add_long_gains(const state_graph *graph, const graph_state *state, const graph_edge *edges,
                           arithmetic *with, const num *visits, const flow_sums *sums)
{
    for (size_t e = 0; e < state->n_edges; e++)
        for (size_t k = 0; edges[e].gain && k < SALVO_EXPECTATIONS_MAX; k++)
            if (graph_gain(graph, &edges[e])[k])
                number_add_long_share(with, &sums->gains[k], visits, graph_gain(graph, &edges[e])[k],
                                      graph_ways(graph, &edges[e]), graph_all_ways(graph, state));
}

/* Gains are expected visits times the mean gain of a step. Each edge has its gain, because results of one throw may
 * gain differently; the mean belongs to the state. Dividing by all ways at once lengthens a fraction only once. */
static void add_gains(const state_graph *graph, const graph_state *state, const graph_edge *edges, arithmetic *with,
                      const num *visits, const flow_sums *sums)
{
    int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
    bool any = false;

    if (!state->ways) {
        add_long_gains(graph, state, edges, with, visits, sums);
        return;
    }
    for (size_t e = 0; e < state->n_edges; e++) {
        if (!edges[e].gain)
            continue;
        any = true;
        for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX; k++)
            gain[k] += graph_gain(graph, &edges[e])[k] * (int64_t)edges[e].ways;
    }
    for (size_t k = 0; k < SALVO_EXPECTATIONS_MAX && any; k++)
        if (gain[k])
            number_add_share(with, &sums->gains[k], visits, gain[k], state->ways);
}

/* The sum that receives the edge's flow; NULL if it stays in the component, whose visits contain it. */
static num *goal_of(const components *c, uint32_t component, const graph_edge *edge, flow_sums *sums)
{
    if (state_ends(c->graph, edge->to))
        return &sums->outcomes[sums->outcome_of[edge->to]];
    if (c->turns && edge->ends_turn) {
        reach(sums->carried_to, c->component_of[edge->to]);
        return &sums->carried[edge->to];
    }
    if (c->component_of[edge->to] == component)
        return NULL;
    reach(sums->visited, c->component_of[edge->to]);
    return &sums->visits[edge->to];
}

/* Sends on everything that leaves a settled state. Edges within its component are part of the visits. */
static void send_on(const components *c, arithmetic *with, uint32_t component, uint32_t from, flow_sums *sums)
{
    const graph_state *state = &c->graph->states[from];
    const graph_edge *edges = graph_edges(c->graph, from);

    if (number_is_zero(with, &sums->visits[from]))
        return;
    add_gains(c->graph, state, edges, with, &sums->visits[from], sums);
    for (size_t e = 0; e < state->n_edges; e++) {
        num *to = goal_of(c, component, &edges[e], sums);

        if (to && state->ways)
            number_add_share(with, to, &sums->visits[from], (int64_t)edges[e].ways, state->ways);
        else if (to)
            number_add_long_share(with, to, &sums->visits[from], 1, graph_ways(c->graph, &edges[e]),
                                  graph_all_ways(c->graph, state));
    }
    sums->work.done += state->n_edges;
}

/* Whether enough flows into the component to be followed: more than `least` in doubles, more than 0 in fractions. */
static bool is_reached(const components *c, const arithmetic *with, uint32_t component, const flow_sums *sums)
{
    for (size_t i = c->first[component]; i < c->first[component + 1]; i++)
        if (with->kind == SALVO_RATIONAL ? !number_is_zero(with, &sums->visits[c->states[i]])
                                         : sums->visits[c->states[i]].real > sums->least)
            return true;
    return false;
}

/* Nothing leaves the component, so what arrived stays there for ever. */
static void strand(const components *c, arithmetic *with, uint32_t component, const flow_sums *sums)
{
    for (size_t i = c->first[component]; i < c->first[component + 1]; i++) {
        const uint32_t state = c->states[i];

        number_add(with, sums->endless, &sums->visits[state]);
        if (sums->tells_endless)
            number_add(with, &sums->outcomes[sums->outcome_of[state]], &sums->visits[state]);
    }
}

/* Makes the component's visits final, because everything that flows into it was settled before. */
static salvo_status settle_component(const components *c, arithmetic *with, uint32_t component, flow_sums *sums,
                                     salvo_error *err)
{
    const size_t first = c->first[component], n = component_size(c, component);

    if (!c->leaves[component]) {
        strand(c, with, component, sums);
        return SALVO_OK;
    }
    if (n == 1) {
        visit_alone(c, with, component, sums);
    } else {
        salvo_status status = circle_visit(c, with, component, sums->visits, &sums->work, err);

        if (status != SALVO_OK)
            return status;
    }
    for (size_t i = 0; i < n && !with->outgrown; i++)
        send_on(c, with, component, c->states[first + i], sums);
    return circle_work_check(&sums->work, c->graph, err);
}

/* Also sets the bit, otherwise the start would never be settled. */
void flow_place(const components *c, arithmetic *with, flow_sums *sums, uint32_t state)
{
    number_add_ratio(with, &sums->visits[state], 1, 1);
    reach(sums->visited, c->component_of[state]);
}

/* Settles the components of one word of bits, the highest first. Flow goes to lower components, so later bits may be
 * set during the loop. `below` masks out the current bit and those above. Edges never lead upwards, so no component is
 * settled twice. */
static salvo_status settle_word(const components *c, arithmetic *with, size_t word, flow_sums *sums, salvo_error *err)
{
    uint64_t below = UINT64_MAX; /* bits not examined yet */

    while (!with->outgrown && (sums->visited[word] & below)) {
        const int bit = 63 - __builtin_clzll(sums->visited[word] & below);
        const uint32_t component = (uint32_t)(word * 64) + (uint32_t)bit;

        below = (UINT64_C(1) << bit) - 1;
        if (is_reached(c, with, component, sums)) {
            salvo_status status = settle_component(c, with, component, sums, err);

            if (status != SALVO_OK)
                return status;
        }
    }
    return SALVO_OK;
}

/* From the highest word, because components nearest to the start have the highest numbers. */
salvo_status flow_settle(const components *c, arithmetic *with, flow_sums *sums, salvo_error *err)
{
    for (size_t word = FLOW_WORDS(c->n); word-- > 0;) {
        salvo_status status = settle_word(c, with, word, sums, err);

        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

/* The place of the first state of the next component with its bit set, from *component on. Sets *component to c->n if
 * there is none. */
static size_t next_place(const components *c, const uint64_t *bits, size_t *component)
{
    size_t word = *component / 64;
    /* Clears the bits before it; a shift by 64 cannot occur. */
    uint64_t left = word < FLOW_WORDS(c->n) ? bits[word] >> *component % 64 << *component % 64 : 0;

    while (!left && ++word < FLOW_WORDS(c->n))
        left = bits[word];
    *component = left ? word * 64 + (size_t)__builtin_ctzll(left) : c->n;
    return c->first[*component];
}

/* Does not clear the sums of visits for the whole chain: after the first turns, a battle is in a few of its
 * components. */
bool flow_next_turn(const components *c, const arithmetic *with, flow_sums *sums)
{
    num *old = sums->visits;
    uint64_t *old_bits = sums->visited;
    size_t component = 0;
    bool any = false;

    /* Zeroes only visited states. */
    for (size_t i = next_place(c, old_bits, &component); component < c->n;
         component++, i = next_place(c, old_bits, &component))
        for (; i < c->first[component + 1]; i++)
            number_set_zero(with, &old[c->states[i]]);
    memset(old_bits, 0, FLOW_WORDS(c->n) * sizeof *old_bits);
    sums->visits = sums->carried; /* the two arrays change roles each turn */
    sums->visited = sums->carried_to;
    sums->carried = old;
    sums->carried_to = old_bits;
    for (size_t word = 0; word < FLOW_WORDS(c->n); word++)
        any = any || sums->visited[word];
    return any;
}

/* The probability that has not ended at the start of the next turn. Only in doubles: no list ends by fractions. */
double flow_visits_sum(const components *c, const flow_sums *sums)
{
    size_t component = 0;
    double sum = 0;

    for (size_t i = next_place(c, sums->visited, &component); component < c->n;
         component++, i = next_place(c, sums->visited, &component))
        for (; i < c->first[component + 1]; i++)
            sum += sums->visits[c->states[i]].real;
    return sum;
}
