/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics of integer tallies: intervals, an agreement test, a hash. Pure functions: nothing here allocates or keeps
 * a pointer. Counts and trials are at most SALVO_TALLY_MAX, which doubles hold exactly with digits to spare.
 *
 * There are two kinds of 95 % interval, which answer two questions:
 *   - Fixed size: salvo_wilson, salvo_mean_student. The number of trials was decided before the first one. Looked at
 *     repeatedly during a run, these would be wrong far more often than once in twenty.
 *   - Any time: salvo_sequence, salvo_mean_sequence. The chance that the truth is ever outside, from the first trial
 *     to infinity, is at most 5 %. So a run may be watched, stopped and extended at will, even because of what the
 *     interval shows. The price is about 1.9 times the width.
 *
 * An interval depends only on the tally, so it is the same for every order and distribution of the trials. It covers
 * its own number: among twenty outcomes, one is expected to be outside. */
#ifndef SALVO_SIMULATE_STATISTICS_H
#define SALVO_SIMULATE_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

#include "share/packed.h"

#define SALVO_TALLY_MAX (UINT64_C(1) << 46) /* trials; 7e13 */
#define SALVO_VALUE_MAX (INT64_C(1) << 31)  /* maximum size of a tallied value */

enum { SALVO_DIGITS_MAX = 15 };

typedef struct salvo_interval {
    double low, high; /* low <= high */
} salvo_interval;

/* How many standard errors a 95 % interval of a normal distribution extends to each side: 1.959964. */
double salvo_normal_reach(void);

/* Probabilities. */

/* `count` of `trials` trials had the outcome; count <= trials. Without trials both return 0 to 1. Both contain the
 * share count / trials. A zero count has low = 0 exactly, and a full one high = 1 exactly. Otherwise 0 < low, and high
 * < 1 as far as doubles can distinguish it from 1. Exchanging hits and misses mirrors them. */

/* Wilson's score interval: all p with |count - trials p| <= z sqrt(trials p (1 - p)), z = 1.95996... (Wilson 1927,
 * "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22). Computed to a few units of the
 * last place, but asymptotic: the coverage varies around 95 %. It is at least 92 % if ten hits and ten misses are
 * expected, and falls to 84 % if few are (0.18 hits are the worst). */
salvo_interval salvo_wilson(uint64_t count, uint64_t trials);

/* A confidence sequence: all p whose mixture likelihood ratio is below 20,
 *
 *     M(p) = integral of x^count (1 - x)^misses dF_p(x) / (p^count (1 - p)^misses) < 20.
 *
 * At the true p, M is a martingale that starts at 1. So the probability that it ever reaches 20 is at most 1/20 (Ville
 * 1939; Robbins 1970, "Statistical Methods Related to the Law of the Iterated Logarithm", Ann. Math. Stat. 41; Howard,
 * Ramdas, McAuliffe, Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Ann. Stat. 49).
 * This is exact for every p and from the first trial on.
 *
 * The mixture F_p has weights of 1/6 for Jeffreys' Beta(1/2, 1/2) and for Beta(r p, r (1 - p)), r = 1e2, 1e4, 1e6,
 * 1e8, 1e10. A prior around p is at its best near 8 r trials, at 1.55 times Wilson's width. Several, a factor of 100
 * apart, keep the sequence between 1.8 and 1.95 times Wilson's width from 1e3 to 1e12 trials (2.0 at 4e12). This
 * requires ten hits and ten misses; with fewer the width is less. Jeffreys' prior alone would take 2.0 at 1e3, 2.7 at
 * 1e9 and 2.9 at 1e12. Here it serves the first hundred trials, and keeps low above 0 for an outcome that occurred. ln
 * M is convex in p, because the logarithm of each part is convex. (For r it is a sum of ln(1 + i / (r p)), ln(1 + i /
 * (r (1 - p))) and a constant.) So the values below 20 form an interval.
 *
 * Both ends are within 1e-8 of the half-width of those in exact arithmetic, and the low one of a few hits within 1e-7
 * of itself, plus the rounding to a double. It takes about 20 microseconds. */
salvo_interval salvo_sequence(uint64_t count, uint64_t trials);

/* Pairs. */

/* The difference p_second - p_first of two probabilities on the same trials. In `only_first` of them only the first
 * thing happened, in `only_second` only the second. In the others both or neither happened, which carries no
 * information. Both intervals are within -1 and 1 and contain the observed difference.
 *
 * The fixed one is Bonett and Price's adjusted Wald interval (2012, "Adjusted Wald Confidence Interval for a
 * Difference of Binomial Proportions Based on Paired Data", J. Educ. Behav. Stat. 37): one pair is added to either
 * side, then d +- z s. Without any difference it is +-2.77 / (trials + 2). The one for any time has Robbins' boundary
 * of salvo_mean_sequence in place of z. It uses the same two added pairs, which help if few pairs differ. Coverage of
 * the fixed one: 94 to 96.5 % if ten pairs or more are expected to differ, more if fewer are, and never below 92 %
 * (scripts/coverage). */
salvo_interval salvo_pairs_fixed(uint64_t only_first, uint64_t only_second, uint64_t trials);
salvo_interval salvo_pairs_sequence(uint64_t only_first, uint64_t only_second, uint64_t trials);

/* Means. */

/* The first two moments of whole numbers. They are integers, so that tallies add up to the same bytes in any order.
 * They have 128 bits, because 64 would overflow with squares of 2000 in 4e12 trials. Zero it to begin. */
typedef struct salvo_moments {
    uint64_t trials;
    wide sum, squares;
} salvo_moments;

/* Adds a value that occurred `times` times. |value| <= SALVO_VALUE_MAX. */
void salvo_moments_add(salvo_moments *moments, int64_t value, uint64_t times);

/* Adds those of another tally. */
void salvo_moments_join(salvo_moments *moments, const salvo_moments *more);

/* Writes them, or adds those that it reads. */
void salvo_moments_pack(salvo_moments *moments, packed *p);

/* Returns the sum. No value may be below 0, and the sum must fit. */
uint64_t salvo_moments_total(const salvo_moments *moments);

/* Returns the mean, to the last bit or two; 0 without trials. */
double salvo_moments_mean(const salvo_moments *moments);

/* Returns the variance, with trials - 1; 0 with fewer than two trials. */
double salvo_moments_variance(const salvo_moments *moments);

/* Both intervals are within `range`, which contains every possible value; unknown ends are -INFINITY and INFINITY.
 * Without trials they are the range.
 *
 * Both use the observed spread. If every trial had the same value, there is none. Then the interval says how likely an
 * unobserved value can be: at most u, the upper end for a zero count. So the mean is off by at most u times the
 * distance to either end of the range. The spread itself comes from exact integers. */

/* Student's: mean +- t s / sqrt(trials), t with trials - 1 degrees of freedom. Asymptotic: 95 % for a sum that is
 * nearly normal. A rare great value delays that. If one is expected once, the coverage is about 63 %; if ten times, 93
 * %; if a hundred times, 95 %. */
salvo_interval salvo_mean_student(const salvo_moments *moments, salvo_interval range);

/* An asymptotic confidence sequence: mean +- s sqrt(2 y / trials), where a mixture of normal priors reaches 20,
 *
 *     sum of 1/6 sqrt(r / (r + trials)) exp(y trials / (r + trials)) = 20, r = 1, 1e2, 1e4, 1e6, 1e8, 1e10.
 *
 * (Robbins 1970, for one r and a known spread; Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas 2021, "Time-uniform
 * central limit theory and asymptotic confidence sequences", for the observed spread.) As wide as salvo_sequence on
 * values of 0 and 1. Asymptotic: 95 % for all times together from a first look on, if Student's interval is reliable
 * by then. */
salvo_interval salvo_mean_sequence(const salvo_moments *moments, salvo_interval range);

/* Exact probabilities against counts. */

typedef struct salvo_agreement_test {
    double chi2; /* INFINITY if an impossible outcome occurred */
    size_t df;
    double p; /* of a chi2 at least as large, if the counts follow the probabilities */
} salvo_agreement_test;

/* Pearson's test of counts[0..n-1] against exact[0..n-1], probabilities that sum to 1; the counts sum to `trials`.
 *
 * Outcomes that are expected fewer than 5 times become one. If even together they are not expected 5 times, the least
 * expected of the others (the first among equals) joins them. df is the number of the remaining cells, less 1. An
 * outcome of probability 0 is not included; if it occurred, p is 0. If df is 0, there is nothing to compare: chi2 is 0
 * and p is 1. Asymptotic: with honest counts, 3.6 to 6 % have p <= 0.05, 0.8 to 1.2 % p <= 0.01 and 0.05 to 0.25 % p
 * <= 0.001 (scripts/coverage). */
salvo_agreement_test salvo_agreement(const double exact[], const uint64_t counts[], size_t n, uint64_t trials);

/* Reporting. */

/* Returns the 64-bit FNV-1a hash (Fowler, Noll, Vo) of the counts as little-endian bytes, 8 per count: the same on
 * every machine. */
uint64_t salvo_counts_hash(const uint64_t counts[], size_t n);

/* Returns how many decimals a number with this interval deserves, 0 to SALVO_DIGITS_MAX. It is the fewest such that
 * the unit of the last one is at most half the interval's width. So rounding moves the number by at most half of that
 * half-width, and at most one digit is noise. An interval without width has the most, an infinite one 0. */
int salvo_digits(double low, double high);

#endif
