/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The author's decisions about the new prices of a list: kept prices, bounds, units that must cost more than others,
 * and the average of the list. */
#ifndef SALVO_POINTS_PRICE_LIMITS_H
#define SALVO_POINTS_PRICE_LIMITS_H

#include "points/unit_pool.h"

/* Units are places in the pool. */
typedef struct price_order {
    size_t dearer, cheaper;
} price_order;

typedef struct price_limits {
    size_t n; /* units */
    /* By unit; equal bounds: the price is fixed. They are as narrow as the orders permit. */
    double *least, *greatest;
    bool *is_order; /* by unit, 2 n: the least, the greatest price follows from an order */
    price_order *orders;
    size_t n_orders;
    double step; /* a more expensive unit costs at least this much more; above 0 */
    double sum;  /* of all prices; 0: any */
    bool exist;  /* false: there is at most a sum */
} price_limits;

/* Reads the plan's limits. Memory is the arena's. SALVO_BAD_INPUT for a unit that is not in the pool, and if no prices
 * satisfy all limits. The message names the unit and both reasons. */
salvo_status price_limits_read(price_limits *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err);

/* Rounds prices that satisfy the limits, so that the rounded ones satisfy them too if possible. A kept price stays. If
 * no multiple lies between a unit's bounds, its price is rounded to a whole number, or not at all. */
void price_limits_round(const price_limits *l, const double *prices, bool preferred, double *rounded);

/* Rounds one price, without the orders. */
double price_limits_round_one(const price_limits *l, size_t unit, double price, bool preferred);

#endif
