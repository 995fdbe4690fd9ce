/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What units are worth by all battles of some runs, for reports on lists: by likelihood, with a factor for each class. A
 * list does not define the worth of a point, so worths are relative to the list's mean. */
#ifndef SALVO_POINTS_UNIT_WORTHS_H
#define SALVO_POINTS_UNIT_WORTHS_H

#include "points/price_battles.h"

typedef struct unit_worths {
    const unit_pool *pool;
    worth_design design;
    value_model v;
    relative errors;
} unit_worths;

/* Fits the worths to the n runs, which are of that pool, over these prices of its units. `battles` is that of
 * value_question. Call unit_worths_free at the end, also after a failure and for a zeroed struct. */
salvo_status unit_worths_find(unit_worths *to, const price_battles *b, const unit_pool *pool,
                              const pair_run *const *runs, size_t n, const double *prices, uint64_t battles,
                              salvo_error *err);
void unit_worths_free(unit_worths *of);

/* Returns the logarithm of the unit's worth over its price in that list, and its standard error beside the mean. */
double unit_worths_log_ratio(const unit_worths *of, size_t unit, const double *prices);
double unit_worths_error(unit_worths *of, size_t unit);

#endif
