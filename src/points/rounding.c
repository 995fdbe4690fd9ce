/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/rounding.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "simulate/statistics.h"

/* The steps for an author. No list prints prices finer than whole numbers. */
static const double STEPS[] = {1, 2, 5, 10, 20, 25, 50, 100};

/* The share of all prices that must repeat. */
static const double ENOUGH = 0.9;

enum { N_STEPS = sizeof STEPS / sizeof *STEPS, QUANTILES = 199 };

/* Two fits have independent errors, so they are farther apart than either is from the truth. The other fit's price is
 * computed at quantiles of its possible values. So any rounding, between any bounds, is treated alike. */
double rounding_repeats(const price_limits *l, size_t unit, const salvo_bounds *price, bool preferred)
{
    const double error = sqrt(2) * log(price->high / price->value) / salvo_normal_reach();
    const double rounded = price_limits_round_one(l, unit, price->value, preferred);
    int same = 0;

    if (l->least[unit] == l->greatest[unit]) /* the author has fixed it */
        return 1;
    for (int q = 1; q <= QUANTILES; q++) {
        const double other = price->value * exp(error * gsl_cdf_ugaussian_Pinv(q / (QUANTILES + 1.0)));

        same += fabs(price_limits_round_one(l, unit, other, preferred) - rounded) < 1e-9 * rounded;
    }
    return same / (double)QUANTILES;
}

double rounding_measure(salvo_rounding *to, const price_limits *of, const salvo_new_price *prices)
{
    price_limits l = *of;
    double moved = 0;

    l.step = to->step;
    to->repeats = 0;
    for (size_t u = 0; u < l.n; u++) {
        const salvo_bounds *price = &prices[u].fitted;

        to->repeats += rounding_repeats(&l, u, price, to->preferred) / (double)l.n;
        moved += fabs(log(price_limits_round_one(&l, u, price->value, to->preferred) / price->value)) / (double)l.n;
    }
    return moved;
}

/* Returns whether the first rounding is better than the second. Nothing coarser than preferred values is useful. If
 * even these do not repeat enough, the fit had too few battles, and the report says so. */
static bool is_better(const salvo_rounding *a, double moved_by_a, const salvo_rounding *b, double moved_by_b)
{
    if ((a->repeats >= ENOUGH) != (b->repeats >= ENOUGH))
        return a->repeats >= ENOUGH;
    return a->repeats >= ENOUGH ? moved_by_a < moved_by_b : a->repeats > b->repeats;
}

void rounding_choose(salvo_rounding *to, const price_limits *l, const salvo_new_price *prices)
{
    salvo_rounding best = {.preferred = true, .step = 1};
    double least = rounding_measure(&best, l, prices);
    const double coarsest = least;

    for (int i = 0; i < N_STEPS; i++) {
        salvo_rounding tried = {.step = STEPS[i]};
        const double moved = rounding_measure(&tried, l, prices);

        if (moved > coarsest || !is_better(&tried, moved, &best, least))
            continue;
        best = tried;
        least = moved;
    }
    *to = best;
    to->chosen = true;
}
