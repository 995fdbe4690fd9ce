/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where probability flows in a chain's graph: its states in the order in which they are settled, and the sums that
 * their edges add to. A map is made once and followed in any kind of number, as often as needed. */
#ifndef SALVO_ODDS_FLOW_MAP_H
#define SALVO_ODDS_FLOW_MAP_H

#include "odds/components.h"

/* An edge that leaves its component. */
typedef struct flow_way {
    uint32_t to;   /* a sum */
    uint32_t ways; /* as in a graph_edge */
} flow_way;

/* What a step from a place adds to an expectation: the sum over its ways. If they are long, it is a number among the long
 * sums, and also the mean. */
typedef struct flow_gain {
    int64_t sum;
    double mean;
    uint32_t expectation, number;
} flow_gain;

/* A state that does not end the chain. A single state that returns to itself in `loop` of its ways is visited
 * ways / (ways - loop) times for each time that something flows into it. */
typedef struct flow_place {
    size_t first_way, first_gain; /* its ways and gains end where those of the next place begin */
    uint64_t ways;                /* 0: long */
    double per_inflow;            /* the visits above; 1 in a cycle */
    uint32_t state;
    uint32_t first, end; /* the places of its component */
    uint32_t divisor;    /* its number among the short or the long ones: ways - loop; in a cycle all ways */
    bool leaves;         /* something leaves its component */
} flow_place;

/* Sums 0 to n - 1 belong to the places: what flows in, and then the visits. The others follow. */
typedef struct flow_map {
    const state_graph *graph;
    components components;
    flow_place *places; /* n, and one more for the ends of lists; from the start of the chain on */
    flow_way *ways;
    flow_gain *gains;
    size_t n, n_ways, n_gains, gains_capacity;
    size_t n_expectations;              /* without the last ones that no edge adds to */
    intern_table divisors;              /* the different short ones, each a uint64_t */
    long_ways long_divisors, long_sums; /* none if the graph is rounded */
    size_t carried;  /* with turns, by place: what flows in at the start of the next turn; a multiple of 64 */
    size_t outcomes; /* by place among the totals */
    size_t start;    /* the sum that the flow begins with */
} flow_map;

/* `outcome_of` is the place among the totals, by state. With `turns`, the flow is cut at the ends of turns. The graph
 * must outlive *map. On SALVO_NO_MEMORY, *map is zeroed. */
salvo_status flow_map_make(flow_map *map, const state_graph *graph, const uint32_t *outcome_of, bool turns,
                           salvo_error *err);
void flow_map_free(flow_map *map);

/* Two signs of how long fractions are, for a graph that is not rounded. Both leave out factors that a divisor shares with
 * all ways of its place.
 *
 * The bits of the least common multiple of the divisors (outlook.h), or of a part of them that has more than `most`. */
size_t flow_map_bits(const flow_map *map, size_t most);

/* The bits of the product of the divisors along the longest way through the map, with all those of a cycle: about as
 * long as the denominators are. Returns a negative number if memory is out. */
double flow_map_depth(const flow_map *map);

/* The place of a state that does not end the chain. */
static inline uint32_t flow_place_of(const flow_map *map, uint32_t state)
{
    const components *c = &map->components;
    const uint32_t component = c->component_of[state];

    return (uint32_t)(map->n - c->first[component + 1] + c->place_of[state] - c->first[component]);
}

#endif
