/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How finely a list's prices can be printed, so that another seed with other armies would print most of them alike. */
#ifndef SALVO_POINTS_ROUNDING_H
#define SALVO_POINTS_ROUNDING_H

#include "points/price_limits.h"

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
