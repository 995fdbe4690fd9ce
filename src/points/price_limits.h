/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the author of a list decides about its new prices: prices that are kept, least and greatest ones, units that cost
 * more than others, the average of the list. */
#ifndef SALVO_POINTS_PRICE_LIMITS_H
#define SALVO_POINTS_PRICE_LIMITS_H

#include "points/unit_pool.h"

/* Units are places in the pool. */
typedef struct price_order {
    size_t dearer, cheaper;
} price_order;

typedef struct price_limits {
    size_t n; /* units */
    /* By unit; equal: the price is fixed. They are as narrow as orders make them. */
    double *least, *greatest;
    bool *is_order; /* by unit, 2 n: the least, the greatest price comes from an order */
    price_order *orders;
    size_t n_orders;
    double step; /* a dearer unit costs so much more at least; above 0 */
    double sum;  /* of all prices; 0: any */
    bool exist;  /* false: nothing but the sum is asked for */
} price_limits;

/* Reads the plan's limits. Memory is the arena's. SALVO_BAD_INPUT for a unit that is not in the pool, and when no prices
 * satisfy all of them: the message names the unit and both reasons. */
salvo_status price_limits_read(price_limits *to, const unit_pool *m, salvo_arena *memory, salvo_error *err);

/* Rounds prices that satisfy the limits, so that the rounded ones do, too, as far as there are such: a kept price stays as
 * it is, and where no multiple lies between a unit's bounds its price is rounded to a whole number, or not at all. */
void price_limits_round(const price_limits *l, const double *prices, bool preferred, double *rounded);

/* The same of one price, without the orders. */
double price_limits_round_one(const price_limits *l, size_t unit, double price, bool preferred);

#endif
