/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How prices are rounded, and how finely they can be, so that another seed with other armies would print most of them
 * alike. */
#ifndef SALVO_POINTS_ROUNDING_H
#define SALVO_POINTS_ROUNDING_H

#include "points/price_limits.h"

/* Rounds prices that satisfy the limits, so that the rounded ones satisfy them too if possible. A kept price stays. If
 * no multiple lies between a unit's bounds, its price is rounded to a whole number, or not at all. */
void rounding_of_list(const price_limits *l, const double *prices, bool preferred, double *rounded);

/* Rounds one price, without the orders. */
double rounding_of_price(const price_limits *l, size_t unit, double price, bool preferred);

/* Returns the chance that a fit with another seed rounds the unit's price to the same value, from the interval of the
 * price. l->step or preferred values define the rounding. It ignores orders between units. */
double rounding_repeats(const price_limits *l, size_t unit, const salvo_bounds *price, bool preferred);

/* Chooses the rounding that moves prices least among those that repeat nine of ten prices and move prices by no more
 * than preferred values do. If there is none, chooses the one that repeats most. to->repeats: the mean over units.
 * `prices`: by unit. */
void rounding_choose(salvo_rounding *to, const price_limits *l, const salvo_new_price *prices);

/* Sets to->repeats to the share of prices that repeat at a rounding that the author has chosen. Returns how far it
 * moves prices on average, as logarithms. */
double rounding_measure(salvo_rounding *to, const price_limits *l, const salvo_new_price *prices);

#endif
