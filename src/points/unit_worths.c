/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/unit_worths.h"

#include <math.h>

#include "base/try.h"

/* The fit is by likelihood, and not by the least imbalance: the question is the worth of units, and not which list to
 * print. */
salvo_status unit_worths_find(unit_worths *to, const price_battles *b, const unit_pool *pool,
                              const pair_run *const *runs, size_t n, const double *prices, uint64_t battles,
                              salvo_error *err)
{
    observations seen = {.memory = b->memory};
    value_question of;

    *to = (unit_worths){.pool = pool};
    TRY(worth_design_of_pool(&to->design, pool, prices, b->memory, err));
    for (size_t r = 0; r < n; r++)
        TRY(observations_add(&seen, runs[r], NULL, prices, err));
    of = price_battles_question(b, &to->design, &seen);
    of.battles = battles;
    TRY(value_model_fit(&to->v, &of, err));
    return relative_make(&to->errors, &to->v, pool, b->memory, err);
}

void unit_worths_free(unit_worths *of)
{
    value_model_free(&of->v);
}

double unit_worths_log_ratio(const unit_worths *of, size_t unit, const double *prices)
{
    return log(value_model_worth(&of->v, of->pool->units[unit].class) / prices[unit]);
}

double unit_worths_error(unit_worths *of, size_t unit)
{
    return relative_error(&of->errors, of->pool->units[unit].class);
}
