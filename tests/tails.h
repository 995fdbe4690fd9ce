/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How unlikely a share of trials is, rare ones too, for which errors are not normal. */
#ifndef SALVO_TESTS_TAILS_H
#define SALVO_TESTS_TAILS_H

#include <math.h>
#include <stdbool.h>

#define ALARM 2.9e-7 /* one side of five standard errors */
/* The chance of that many or, if more are expected, that few in n trials. */
static inline double tail(double n, double p, double count)
{
    int up = count > n * p ? 1 : -1;
    double ways = lgamma(n + 1) - lgamma(count + 1) - lgamma(n - count + 1), all = 0;
    double term = exp(ways + count * log(p) + (n - count) * log1p(-p));

    for (double k = count; term > 1e-20 && k >= 0 && k <= n; k += up) {
        all += term;
        term *= up > 0 ? (n - k) / (k + 1) * p / (1 - p) : k / (n - k + 1) * (1 - p) / p;
    }
    return all;
}

/* Whether a share that is p would come out as `is` one time in ALARM or less. */
static inline bool is_alarm(double p, double is, double trials)
{
    bool certain = p < 1e-12 || p > 1 - 1e-12;

    return certain ? fabs(p - is) > 1e-12 : tail(trials, p, round(is * trials)) < ALARM;
}

#endif
