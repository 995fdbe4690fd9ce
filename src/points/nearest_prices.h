/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prices that satisfy an author's limits and lie nearest to those that were fitted without them. */
#ifndef SALVO_POINTS_NEAREST_PRICES_H
#define SALVO_POINTS_NEAREST_PRICES_H

#include "points/price_limits.h"

/* `prices`: as fitted, n of them, above 0; becomes those that satisfy the limits. `covariance`: of their logarithms,
 * n x n, row by row, of full rank; becomes that of the prices that are still free, given what holds the others. Near is
 * what the battles hardly tell apart: least is (x - y)' covariance^-1 (x - y) over logarithms, whatever the level of the
 * list. hold[u]: what holds the price of unit u. Memory is the arena's. */
salvo_status nearest_prices(double *prices, double *covariance, salvo_hold *hold, const price_limits *l,
                            salvo_arena *memory, salvo_error *err);

#endif
