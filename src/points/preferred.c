/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preferred prices are easy to read and add: few different ones, about evenly spaced in ratio. */
#include <salvo/points.h>

#include <math.h>

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
