/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The author's decisions about the new prices of a list (kept prices, bounds, units that must cost more than others, the
 * average of the list), and the nearest prices that satisfy them. */
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

/* Moves the n fitted `prices`, above 0, to the nearest ones within the limits. `covariance` is that of their
 * logarithms, n x n, row by row, of full rank. It becomes that of the free prices, given the held ones. Near means what
 * the battles hardly distinguish: the result minimises (x - y)' covariance^-1 (x - y) over logarithms, whatever the
 * level of the list. hold[u]: what holds the price of unit u. Memory is the arena's. */
salvo_status nearest_prices(double *prices, double *covariance, salvo_binding_limit *hold, const price_limits *l,
                            salvo_arena *memory, salvo_error *err);

#endif
