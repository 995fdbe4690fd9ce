/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random armies: pairs of equal cost, or of a given ratio of costs. Pair i of a stream of a seed is always the same,
 * independent of where and when it is drawn. */
#ifndef SALVO_POINTS_RANDOM_ARMIES_H
#define SALVO_POINTS_RANDOM_ARMIES_H

#include "points/army_rules.h"

/* The purposes of random numbers. Streams do not overlap. Rounds of a fit follow STREAM_ROUND. */
typedef enum {
    STREAM_EQUAL = 101,
    STREAM_UNEQUAL,
    STREAM_MATRIX,
    STREAM_HELD_OUT,
    STREAM_PILOT,
    STREAM_ROUND
} army_stream;

typedef struct army_sampler {
    const unit_pool *pool;
    const double *prices; /* by place in the unit pool */
    uint64_t seed;
    uint32_t stream;
    double centre, spread;   /* log cost ratios are uniform in centre +- spread; 0 and 0: equal costs */
    const army_rules *rules; /* army rules, part of its cost; NULL: none */
    int elements_max;        /* set for each pair, by its setting */
} army_sampler;

typedef struct army_pair {
    army side[2];
    size_t setting;
    double cost[2];
    double wanted; /* log ratio of costs, before tolerance */
} army_pair;

/* Returns false if no two armies of such costs were found. */
bool army_pair_draw(army_pair *pair, const army_sampler *from, uint64_t number);

/* `rules` may be NULL. */
double army_cost(const army *a, const double *prices, const army_rules *rules);

#endif
