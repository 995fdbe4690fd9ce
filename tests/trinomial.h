/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact coverage of an interval for counts of three things that exclude each other: wins, losses, neither. */
#ifndef SALVO_TESTS_TRINOMIAL_H
#define SALVO_TESTS_TRINOMIAL_H

#include "simulate/statistics.h"

typedef salvo_interval trinomial_interval(uint64_t wins, uint64_t losses, uint64_t trials);

/* The chance that the interval contains `truth`: a sum over all counts within 9 standard deviations and 12. */
double trinomial_coverage(trinomial_interval *interval, double win, double loss, unsigned trials, double truth);

/* salvo_pairs_fixed: of P(win) - P(loss). */
salvo_interval trinomial_difference(uint64_t wins, uint64_t losses, uint64_t trials);

/* Of P(win) + P(neither) / 2, as a search for a tipping point tells it. */
salvo_interval trinomial_score(uint64_t wins, uint64_t losses, uint64_t trials);

#endif
