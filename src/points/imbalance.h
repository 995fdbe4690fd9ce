/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far from even the battles between armies of equal cost are. */
#ifndef SALVO_POINTS_IMBALANCE_H
#define SALVO_POINTS_IMBALANCE_H

#include "points/pair_run.h"

/* Memory is the arena's. `run` has at least one pair. */
salvo_status imbalance_measure(salvo_imbalance *to, const pair_run *run, salvo_arena *memory, salvo_error *err);

/* Returns the mean of n values with Student's 95 % interval, from their sum and the sum of their squares. */
salvo_bounds bounds_of_mean(double sum, double squares, size_t n);

/* Returns the imbalance of one pair, averaged over its conditions; NAN: nobody won in any. */
double pair_imbalance(const pair_run *run, size_t pair);

/* The same over its conditions in one scenario; NAN: it has none, or nobody won. */
double pair_imbalance_in(const pair_run *run, size_t pair, salvo_scenario scenario);

#endif
