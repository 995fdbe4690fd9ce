/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How prices are rounded: to preferred values, which are easy to read and add because they are few and about evenly
 * spaced in ratio, or to multiples of a step; and how finely, so that another seed would round most of them alike. */
#include "points/rounding.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "simulate/statistics.h"

/* The values below 10, and those of every decade from 10 on, in units of the decade's beginning. */
static const double SMALL[] = {1, 2, 3, 5, 8}, DECADE[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};

enum { N_SMALL = sizeof SMALL / sizeof *SMALL, N_DECADE = sizeof DECADE / sizeof *DECADE };

/* Distance is a ratio: 12 is as far from 10 as from 14.4. The smaller one wins a tie. */
static void consider(double price, double value, double *best)
{
    if (fabs(log(price / value)) < fabs(log(price / *best)))
        *best = value;
}

double salvo_preferred_value(double price)
{
    double best = SMALL[0], tens = 10;

    for (int i = 0; i < N_SMALL; i++)
        consider(price, SMALL[i], &best);
    for (; tens <= 10 * price && isfinite(tens); tens *= 10) /* the decade of the price and the next one */
        for (int i = 0; i < N_DECADE; i++)
            consider(price, tens * DECADE[i], &best);
    return best;
}

/* Returns the multiple of the step nearest to the price between the bounds; below 0: there is none. */
static double nearest_multiple(double price, double step, double least, double greatest)
{
    const double low = fmax(1, ceil(least / step - 1e-9)), high = floor(greatest / step + 1e-9);

    return low > high ? -1 : step * fmin(fmax(round(price / step), low), high);
}

double rounding_of_price(const price_limits *l, size_t unit, double price, bool preferred)
{
    const double least = l->least[unit], greatest = l->greatest[unit], near = salvo_preferred_value(price);
    double multiple;

    if (least == greatest)
        return price;
    if (preferred && least <= near && near <= greatest)
        return near;
    multiple = nearest_multiple(price, l->step, least, greatest);
    multiple = multiple < 0 ? nearest_multiple(price, 1, least, greatest) : multiple;
    return multiple < 0 ? price : multiple;
}

/* Rounding may make two ordered prices equal. The more expensive one goes up by a step if it may, else the cheaper one
 * goes down. As many passes as there are orders are enough. */
static void restore_orders(const price_limits *l, double *rounded)
{
    for (size_t pass = 0; pass <= l->n_orders; pass++)
        for (size_t i = 0; i < l->n_orders; i++) {
            double *dearer = &rounded[l->orders[i].dearer], *cheaper = &rounded[l->orders[i].cheaper];
            const double up = *cheaper + l->step;

            if (*dearer >= up - 1e-9)
                continue;
            if (up <= l->greatest[l->orders[i].dearer])
                *dearer = up;
            else
                *cheaper = fmax(*dearer - l->step, l->least[l->orders[i].cheaper]);
        }
}

void rounding_of_list(const price_limits *l, const double *prices, bool preferred, double *rounded)
{
    for (size_t u = 0; u < l->n; u++)
        rounded[u] = rounding_of_price(l, u, prices[u], preferred);
    restore_orders(l, rounded);
}

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
    const double rounded = rounding_of_price(l, unit, price->value, preferred);
    int same = 0;

    if (l->least[unit] == l->greatest[unit]) /* the author has fixed it */
        return 1;
    for (int q = 1; q <= QUANTILES; q++) {
        const double other = price->value * exp(error * gsl_cdf_ugaussian_Pinv(q / (QUANTILES + 1.0)));

        same += fabs(rounding_of_price(l, unit, other, preferred) - rounded) < 1e-9 * rounded;
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
        moved += fabs(log(rounding_of_price(&l, u, price->value, to->preferred) / price->value)) / (double)l.n;
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
