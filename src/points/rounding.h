/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How finely a list's prices can be printed: so that another seed, whose armies are others, would print most of them alike. */
#ifndef SALVO_POINTS_ROUNDING_H
#define SALVO_POINTS_ROUNDING_H

#include "points/price_limits.h"

/* The chance that a fit with another seed rounds the unit's price to the same, from the interval of the price. l->step or
 * preferred values say how; orders between units are not looked at. */
double rounding_repeats(const price_limits *l, size_t unit, const salvo_bounds *price, bool preferred);

/* The rounding that moves prices least among those that repeat nine of ten of them and move prices by no more than preferred
 * values do; where none does, the one that repeats most. to->repeats: the mean over units. `prices`: by unit. */
void rounding_choose(salvo_rounding *to, const price_limits *l, const salvo_new_price *prices);

/* How many prices repeat at a rounding that the author has chosen: to->repeats. Returns how far it moves prices on average, as
 * logarithms. */
double rounding_measure(salvo_rounding *to, const price_limits *l, const salvo_new_price *prices);

#endif
