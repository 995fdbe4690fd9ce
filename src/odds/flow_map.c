/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/flow_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/try.h"
#include "odds/outlook.h"

static const graph_state *state_of(const flow_map *map, const flow_place *place)
{
    return &map->graph->states[place->state];
}

/* The sum that receives what flows into a state, in this turn. */
static size_t sum_of(const flow_map *map, const uint32_t *outcome_of, uint32_t state)
{
    return state_ends(map->graph, state) ? map->outcomes + outcome_of[state] : flow_place_of(map, state);
}

/* Ways within a cycle are left out: they belong to its linear system, which reads them from the graph. */
static void add_ways(flow_map *map, const flow_place *place, uint32_t component, const uint32_t *outcome_of)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);

    for (size_t e = 0; e < state_of(map, place)->n_edges; e++) {
        size_t to;

        if (edge_stays(&map->components, component, &edges[e]))
            continue;
        to = sum_of(map, outcome_of, edges[e].to);
        if (to < map->n && map->components.turns && edges[e].ends_turn)
            to += map->carried;
        map->ways[map->n_ways++] = (flow_way){(uint32_t)to, edges[e].ways};
    }
}

static size_t count_expectations(const intern_table *gains)
{
    size_t n = 0;

    for (size_t i = 0; i < gains->count; i++) {
        const int64_t *gain = intern_table_key(gains, i);

        for (size_t k = n; k < SALVO_EXPECTATIONS_MAX; k++)
            n = gain[k] ? k + 1 : n;
    }
    return n;
}

static flow_gain *add_gain(flow_map *map, size_t expectation)
{
    if (!salvo_grow(&map->gains, &map->gains_capacity, map->n_gains + 1, sizeof *map->gains))
        return NULL;
    map->gains[map->n_gains] = (flow_gain){.expectation = (uint32_t)expectation};
    return &map->gains[map->n_gains++];
}

/* The mean belongs to the state, so ways are summed up. */
static bool add_gains(flow_map *map, const flow_place *place)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);
    int64_t sums[SALVO_EXPECTATIONS_MAX] = {0};
    bool any = false, added = true;

    for (size_t e = 0; e < state_of(map, place)->n_edges; e++) {
        const int64_t *gain = graph_gain(map->graph, &edges[e]);

        any = any || edges[e].gain;
        for (size_t k = 0; edges[e].gain && k < map->n_expectations; k++)
            sums[k] += gain[k] * (int64_t)edges[e].ways;
    }
    for (size_t k = 0; any && k < map->n_expectations && added; k++)
        if (sums[k]) {
            flow_gain *gain = add_gain(map, k);

            added = gain != NULL;
            if (added)
                gain->sum = sums[k];
        }
    return added;
}

/* Adds times * ways. */
static void add_product(mpz_t to, int64_t times, mpz_srcptr ways, mpz_t scratch)
{
    long_set_word(scratch, times < 0 ? -(uint64_t)times : (uint64_t)times);
    if (times < 0)
        mpz_submul(to, scratch, ways);
    else
        mpz_addmul(to, scratch, ways);
}

static bool set_long_gain(flow_map *map, const flow_place *place, flow_gain *gain)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);
    mpz_t scratch;

    if (!long_ways_add(&map->long_sums, &gain->number))
        return false;
    mpz_init(scratch);
    for (size_t e = 0; e < state_of(map, place)->n_edges; e++) {
        const int64_t times = graph_gain(map->graph, &edges[e])[gain->expectation];

        if (times)
            add_product(map->long_sums.list[gain->number], times, graph_ways(map->graph, &edges[e]), scratch);
    }
    gain->mean = long_ratio(map->long_sums.list[gain->number], graph_all_ways(map->graph, state_of(map, place)));
    mpz_clear(scratch);
    return true;
}

static bool add_long_gains(flow_map *map, const flow_place *place)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);
    bool any[SALVO_EXPECTATIONS_MAX] = {false}, added = true;
    double means[SALVO_EXPECTATIONS_MAX] = {0};

    for (size_t e = 0; e < state_of(map, place)->n_edges; e++) {
        const int64_t *gain = graph_gain(map->graph, &edges[e]);

        for (size_t k = 0; edges[e].gain && k < map->n_expectations; k++) {
            any[k] = any[k] || gain[k];
            means[k] += (double)gain[k] * graph_chance(map->graph, state_of(map, place), &edges[e]);
        }
    }
    for (size_t k = 0; k < map->n_expectations && added; k++)
        if (any[k]) {
            flow_gain *gain = add_gain(map, k);

            added = gain != NULL;
            if (added)
                gain->mean = means[k];
            if (added && !map->graph->is_rounded)
                added = set_long_gain(map, place, gain);
        }
    return added;
}

/* Sets the divisor and what follows from it. */
static bool divide(flow_map *map, flow_place *place, uint32_t component)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);
    const bool alone = place->end - place->first == 1;
    uint64_t left = place->ways;
    bool is_new;

    for (size_t e = 0; e < state_of(map, place)->n_edges && alone; e++)
        if (edge_stays(&map->components, component, &edges[e]))
            left -= edges[e].ways;
    place->per_inflow = (double)place->ways / (double)left;
    return intern_table_of(&map->divisors, &left, &place->divisor, &is_new);
}

/* The chances that leave a place are summed up, because 1 less a loop may be rounded to nothing. */
static void divide_rounded(const flow_map *map, flow_place *place, uint32_t component)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);
    double leaves = 0;

    place->per_inflow = 1;
    if (place->end - place->first > 1)
        return;
    for (size_t e = 0; e < state_of(map, place)->n_edges; e++)
        if (!edge_stays(&map->components, component, &edges[e]))
            leaves += graph_chance(map->graph, state_of(map, place), &edges[e]);
    place->per_inflow = 1 / leaves;
}

static bool divide_long(flow_map *map, flow_place *place, uint32_t component)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);
    const bool alone = place->end - place->first == 1;
    mpz_srcptr ways;
    mpz_ptr left;

    if (map->graph->is_rounded) {
        divide_rounded(map, place, component);
        return true;
    }
    if (!long_ways_add(&map->long_divisors, &place->divisor))
        return false;
    ways = graph_all_ways(map->graph, state_of(map, place));
    left = map->long_divisors.list[place->divisor];
    mpz_set(left, ways);
    for (size_t e = 0; e < state_of(map, place)->n_edges && alone; e++)
        if (edge_stays(&map->components, component, &edges[e]))
            mpz_sub(left, left, graph_ways(map->graph, &edges[e]));
    place->per_inflow = long_ratio(ways, left);
    return true;
}

static bool add_place(flow_map *map, uint32_t at, uint32_t component, size_t i, const uint32_t *outcome_of)
{
    const components *c = &map->components;
    const uint32_t state = c->states[c->first[component] + i];
    flow_place *place = &map->places[at];

    *place = (flow_place){.first_way = map->n_ways,
                          .first_gain = map->n_gains,
                          .ways = map->graph->states[state].ways,
                          .state = state,
                          .first = at - (uint32_t)i,
                          .leaves = c->leaves[component]};
    place->end = place->first + (uint32_t)component_size(c, component);
    if (!place->leaves)
        return true;
    add_ways(map, place, component, outcome_of);
    return place->ways ? add_gains(map, place) && divide(map, place, component)
                       : add_long_gains(map, place) && divide_long(map, place, component);
}

static bool add_places(flow_map *map, const uint32_t *outcome_of)
{
    uint32_t at = 0;

    for (uint32_t component = (uint32_t)map->components.n; component-- > 0;)
        for (size_t i = 0; i < component_size(&map->components, component); i++)
            if (!add_place(map, at++, component, i, outcome_of))
                return false;
    map->places[at] = (flow_place){.first_way = map->n_ways, .first_gain = map->n_gains};
    return true;
}

/* One block, with the widest alignment first. */
static bool make_room(flow_map *map)
{
    map->places = malloc((map->n + 1) * sizeof *map->places + map->graph->n_edges * sizeof *map->ways);
    if (!map->places)
        return false;
    map->ways = (flow_way *)(map->places + map->n + 1);
    return true;
}

salvo_status flow_map_make(flow_map *map, const state_graph *graph, const uint32_t *outcome_of, bool turns,
                           salvo_error *err)
{
    *map = (flow_map){.graph = graph,
                      .n_expectations = count_expectations(&graph->gains),
                      .divisors = {.key_size = sizeof(uint64_t)}};
    TRY(components_find(&map->components, graph, turns, err));
    map->n = map->components.first[map->components.n];
    map->carried = (map->n + 63) / 64 * 64;
    map->outcomes = turns ? 2 * map->carried : map->carried;
    map->start = sum_of(map, outcome_of, 0);
    if (make_room(map) && add_places(map, outcome_of))
        return SALVO_OK;
    flow_map_free(map);
    return salvo_fail_memory(err);
}

void flow_map_free(flow_map *map)
{
    components_free(&map->components);
    free(map->places);
    free(map->gains);
    intern_table_free(&map->divisors);
    long_ways_free(&map->long_divisors);
    long_ways_free(&map->long_sums);
    memset(map, 0, sizeof *map);
}

/* Begins and ends the divisor of a place. */
static void reduce_divisor(const flow_map *map, const flow_place *place, outlook *o, mpz_t scratch)
{
    bool is_shared = true;

    if (place->ways)
        long_set_word(scratch, *(const uint64_t *)intern_table_key(&map->divisors, place->divisor));
    else
        mpz_set(scratch, map->long_divisors.list[place->divisor]);
    outlook_begin(o, scratch);
    for (size_t w = place->first_way; w < place[1].first_way && is_shared; w++) {
        if (place->ways)
            long_set_word(scratch, map->ways[w].ways);
        else
            mpz_set(scratch, map->graph->longs.list[map->ways[w].ways]);
        is_shared = outlook_lead(o, scratch);
    }
    outlook_end(o);
}

/* Each different short divisor counts at its first place; numbers are in that order. Divisors of cycles are left out:
 * what stays of them depends on the whole cycle. */
size_t flow_map_bits(const flow_map *map, size_t most)
{
    outlook o;
    mpz_t scratch;
    uint32_t next = 0;
    size_t bits;

    outlook_init(&o);
    mpz_init(scratch);
    for (size_t i = 0; i < map->n && outlook_bits(&o) <= most; i++) {
        const flow_place *place = &map->places[i];

        if (!place->leaves || (place->ways && place->divisor != next))
            continue;
        next += place->ways != 0;
        if (place->end - place->first > 1)
            continue;
        reduce_divisor(map, place, &o, scratch);
        outlook_count(&o);
    }
    bits = outlook_bits(&o);
    mpz_clear(scratch);
    outlook_free(&o);
    return bits;
}

/* The bits that have been divided by before a component, and within it. */
static double component_bits(const flow_map *map, const flow_place *place, const double *before, outlook *o,
                             mpz_t scratch)
{
    double most = 0, own = 0;
    long bits;

    for (size_t i = place->first; i < place->end; i++) {
        most = before[i] > most ? before[i] : most;
        if (!place->leaves)
            continue;
        reduce_divisor(map, &map->places[i], o, scratch);
        own += log2(mpz_get_d_2exp(&bits, o->divisor));
        own += (double)bits;
    }
    return most + own;
}

double flow_map_depth(const flow_map *map)
{
    double *before = calloc(map->n + 1, sizeof *before), deepest = 0;
    outlook o;
    mpz_t scratch;

    if (!before)
        return -1;
    outlook_init(&o);
    mpz_init(scratch);
    for (size_t i = 0; i < map->n; i = map->places[i].end) {
        const double bits = component_bits(map, &map->places[i], before, &o, scratch);

        deepest = bits > deepest ? bits : deepest;
        for (size_t w = map->places[i].first_way; w < map->places[map->places[i].end].first_way; w++)
            if (map->ways[w].to < map->n && before[map->ways[w].to] < bits)
                before[map->ways[w].to] = bits;
    }
    mpz_clear(scratch);
    outlook_free(&o);
    free(before);
    return deepest;
}
