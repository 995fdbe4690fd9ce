/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/bounds.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "simulate/statistics.h"

salvo_bounds bounds_of_mean(double sum, double squares, size_t n)
{
    /* One pass is enough: the values are in 0 .. 1, so the difference of squares keeps enough digits. */
    double mean = sum / (double)n, variance, half;

    if (n < 2)
        return (salvo_bounds){mean, -INFINITY, INFINITY};
    variance = fmax(0, squares - sum * mean) / ((double)n - 1);
    half = gsl_cdf_tdist_Pinv(0.975, (double)n - 1) * sqrt(variance / (double)n);
    return (salvo_bounds){mean, mean - half, mean + half};
}

/* Prices are found as logarithms, so the interval is symmetric there: it extends further up than down, and never to
 * 0. */
salvo_bounds bounds_of_logarithm(double value, double error)
{
    const double half = salvo_normal_reach() * error;

    return (salvo_bounds){value, value * exp(-half), value * exp(half)};
}
