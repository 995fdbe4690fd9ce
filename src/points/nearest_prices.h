/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prices within an author's limits that are nearest to those fitted without limits. */
#ifndef SALVO_POINTS_NEAREST_PRICES_H
#define SALVO_POINTS_NEAREST_PRICES_H

#include "points/price_limits.h"

/* Moves the n fitted `prices`, above 0, to the nearest ones within the limits. `covariance` is that of their
 * logarithms, n x n, row by row, of full rank. It becomes that of the free prices, given the held ones. Near means what
 * the battles hardly distinguish: the result minimises (x - y)' covariance^-1 (x - y) over logarithms, whatever the
 * level of the list. hold[u]: what holds the price of unit u. Memory is the arena's. */
salvo_status nearest_prices(double *prices, double *covariance, salvo_binding_limit *hold, const price_limits *l,
                            salvo_arena *memory, salvo_error *err);

#endif
