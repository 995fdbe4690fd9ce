/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/flow_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

static const graph_state *state_of(const flow_map *map, const flow_place *place)
{
    return &map->graph->states[place->state];
}

/* The sum that receives what flows into a state, in this turn. */
static size_t sum_of(const flow_map *map, const uint32_t *outcome_of, uint32_t state)
{
    return state_ends(map->graph, state) ? map->outcomes + outcome_of[state] : flow_place_of(map, state);
}

/* Ways within a circle are left out: they belong to its linear system, which reads them from the graph. */
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

static bool add_gain(flow_map *map, int64_t times, size_t expectation, uint32_t ways)
{
    if (!times)
        return true;
    if (!salvo_grow(&map->gains, &map->gains_capacity, map->n_gains + 1, sizeof *map->gains))
        return false;
    map->gains[map->n_gains++] = (flow_gain){times, (uint32_t)expectation, ways};
    return true;
}

/* Each edge has its gain, because results of one throw may gain differently. Short ways are summed up, because the
 * mean belongs to the state. */
static bool add_gains(flow_map *map, const flow_place *place)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);
    int64_t sums[SALVO_EXPECTATIONS_MAX] = {0};
    bool any = false, added = true;

    for (size_t e = 0; e < state_of(map, place)->n_edges; e++) {
        const int64_t *gain = graph_gain(map->graph, &edges[e]);

        any = any || edges[e].gain;
        for (size_t k = 0; edges[e].gain && k < SALVO_EXPECTATIONS_MAX && added; k++)
            if (place->ways)
                sums[k] += gain[k] * (int64_t)edges[e].ways;
            else
                added = add_gain(map, gain[k], k, edges[e].ways);
    }
    for (size_t k = 0; any && k < SALVO_EXPECTATIONS_MAX && added; k++)
        added = add_gain(map, sums[k], k, 0);
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

static bool divide_long(flow_map *map, flow_place *place, uint32_t component)
{
    const graph_edge *edges = graph_edges(map->graph, place->state);
    const bool alone = place->end - place->first == 1;
    mpz_srcptr ways = graph_all_ways(map->graph, state_of(map, place));
    mpz_ptr left;

    if (!long_ways_add(&map->long_divisors, &place->divisor))
        return false;
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
    return add_gains(map, place) && (place->ways ? divide(map, place, component) : divide_long(map, place, component));
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
    salvo_status status;

    *map = (flow_map){.graph = graph, .divisors = {.key_size = sizeof(uint64_t)}};
    status = components_find(&map->components, graph, turns, err);
    if (status != SALVO_OK)
        return status;
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
    memset(map, 0, sizeof *map);
}

/* Sets `divisor` to that of a place without the factors that it shares with all ways. */
static void reduce_divisor(const flow_map *map, const flow_place *place, mpz_t divisor, mpz_t shared, mpz_t ways)
{
    if (place->ways)
        long_set_word(divisor, *(const uint64_t *)intern_table_key(&map->divisors, place->divisor));
    else
        mpz_set(divisor, map->long_divisors.list[place->divisor]);
    mpz_set(shared, divisor);
    for (size_t w = place->first_way; w < place[1].first_way && mpz_cmp_ui(shared, 1) != 0; w++) {
        if (place->ways)
            long_set_word(ways, map->ways[w].ways);
        else
            mpz_set(ways, map->graph->longs.list[map->ways[w].ways]);
        mpz_gcd(shared, shared, ways);
    }
    mpz_divexact(divisor, divisor, shared);
}

/* Each different short divisor counts at its first place; numbers are in that order. Divisors of circles are left out:
 * what stays of them depends on the whole circle. */
bool flow_map_exceeds(const flow_map *map, size_t bits)
{
    mpz_t all, divisor, shared, ways;
    uint32_t next = 0;
    bool exceeds;

    if (!map->long_divisors.n && 32 * map->divisors.count <= bits) /* none has more than 32 bits */
        return false;
    mpz_inits(divisor, shared, ways, NULL);
    mpz_init_set_ui(all, 1);
    for (size_t i = 0; i < map->n && mpz_sizeinbase(all, 2) <= bits; i++) {
        const flow_place *place = &map->places[i];

        if (!place->leaves || (place->ways && place->divisor != next))
            continue;
        next += place->ways != 0;
        if (place->end - place->first > 1)
            continue;
        reduce_divisor(map, place, divisor, shared, ways);
        mpz_lcm(all, all, divisor);
    }
    exceeds = mpz_sizeinbase(all, 2) > bits;
    mpz_clears(all, divisor, shared, ways, NULL);
    return exceeds;
}

/* The bits that have been divided by before a component, and within it. */
static double component_bits(const flow_map *map, const flow_place *place, const double *before, mpz_t scratch[3])
{
    double most = 0, own = 0;
    long bits;

    for (size_t i = place->first; i < place->end; i++) {
        most = before[i] > most ? before[i] : most;
        if (!place->leaves)
            continue;
        reduce_divisor(map, &map->places[i], scratch[0], scratch[1], scratch[2]);
        own += log2(mpz_get_d_2exp(&bits, scratch[0]));
        own += (double)bits;
    }
    return most + own;
}

double flow_map_depth(const flow_map *map)
{
    double *before = calloc(map->n + 1, sizeof *before), deepest = 0;
    mpz_t scratch[3];

    if (!before)
        return -1;
    mpz_inits(scratch[0], scratch[1], scratch[2], NULL);
    for (size_t i = 0; i < map->n; i = map->places[i].end) {
        const double bits = component_bits(map, &map->places[i], before, scratch);

        deepest = bits > deepest ? bits : deepest;
        for (size_t w = map->places[i].first_way; w < map->places[map->places[i].end].first_way; w++)
            if (map->ways[w].to < map->n && before[map->ways[w].to] < bits)
                before[map->ways[w].to] = bits;
    }
    mpz_clears(scratch[0], scratch[1], scratch[2], NULL);
    free(before);
    return deepest;
}
