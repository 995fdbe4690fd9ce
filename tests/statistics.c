/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals, the agreement test, the hash. Expected numbers are published ones or were computed by another program: the
 * definitions of statistics.h in 60 digits (mpmath), with no formula in common with statistics.c beyond them. Simulated
 * coverage is compared at five standard errors: were the seed another one, a row would fail by chance once in a million
 * times or less. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "envelope.h"
#include "simulate/statistics.h"
#include "splitmix.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const uint64_t MOST = UINT64_C(4000000000000);

#define assert_near(got, want, tolerance) near_or_fail(got, want, tolerance, #got, __FILE__, __LINE__)

static void near_or_fail(double got, double want, double tolerance, const char *what, const char *file, int line)
{
    if (fabs(got - want) <= tolerance)
        return;
    print_error("%s is %.17g, not %.17g +- %g\n", what, got, want, tolerance);
    _fail(file, line);
}

/* Five standard errors of a share p of n. */
static double five_errors(double p, size_t n)
{
    return 5 * sqrt(p * (1 - p) / (double)n);
}

struct known {
    uint64_t count, trials;
    double low, high;
};

static const struct known PUBLISHED[] = {
    /* Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3 */
    {81, 263, 0.2553, 0.3662},
    {15, 148, 0.0624, 0.1605},
    {0, 20, 0.0000, 0.1611},
    {1, 29, 0.0061, 0.1718},
};

static const struct known WILSON[] = {
    {81, 263, 0.25528851987827423, 0.36620957698280007},
    {1, 29, 0.0061132142927626605, 0.17175521879320288},
    {1, 1, 0.20654931437723739, 1},
    {1, 4000000000000, 4.4131138733789593e-14, 1.4162335664383394e-12},
    {1000000, 4000000000000, 2.4951048901194183e-7, 2.5049047135228316e-7},
    {2000000000000, 4000000000000, 0.49999951000900387, 0.50000048999099613},
    {4000000000000, 4000000000000, 0.99999999999903964, 1},
};

static const struct known SEQUENCE[] = {
    {0, 1, 0, 0.99565217391304348},
    {0, 1000, 0, 0.0061315136155878396},
    {1, 1000, 7.6936114651650216e-8, 0.0092435908234263662},
    {10, 1000, 0.0022964807480693967, 0.025405304993170832},
    {500, 1000, 0.44363974629557875, 0.55636025370442125},
    {0, 1000000, 0, 4.1394413864091309e-6},
    {10, 1000000, 2.0036906788112069e-6, 2.6536679738210676e-5},
    {10000, 1000000, 0.0096360573075971571, 0.01037215871947502},
    {500000, 1000000, 0.49815148787459629, 0.50184851212540371},
    {10000, 1000000000, 9.6468934712080124e-6, 1.0360917454446059e-5},
    {10000000, 1000000000, 0.0099887793603005413, 0.010011228287625622},
    {500000000, 1000000000, 0.49994359557464706, 0.50005640442535294},
    {0, 4000000000000, 0, 7.9689976574280179e-13},
    {1, 4000000000000, 2.9385491032369875e-22, 2.7333649162776824e-12},
    {40000000, 4000000000000, 9.9937976422633342e-6, 1.000620467603969e-5},
    {2000000000000, 4000000000000, 0.49999901916722076, 0.50000098083277924},
};

static void published_examples_of_wilson(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(PUBLISHED); i++) {
        salvo_interval w = salvo_wilson(PUBLISHED[i].count, PUBLISHED[i].trials);

        assert_near(w.low, PUBLISHED[i].low, 0.00005);
        assert_near(w.high, PUBLISHED[i].high, 0.00005);
    }
}

static void wilson_in_many_digits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(WILSON); i++) {
        salvo_interval w = salvo_wilson(WILSON[i].count, WILSON[i].trials);

        assert_near(w.low, WILSON[i].low, 1e-15 * WILSON[i].low);
        assert_near(w.high, WILSON[i].high, 1e-15 * WILSON[i].high);
    }
}

/* To 1e-8 of the half-width and the last bit of a double; a low end far below that has digits of its own, to 1e-7. */
static void sequence_in_many_digits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SEQUENCE); i++) {
        const struct known *want = &SEQUENCE[i];
        salvo_interval s = salvo_sequence(want->count, want->trials);
        double allowed = 1e-8 * (want->high - want->low) / 2;

        assert_near(s.low, want->low, fmin(allowed, 1e-7 * want->low) + 3e-16 * want->low);
        assert_near(s.high, want->high, allowed + 3e-16 * want->high);
    }
}

static const struct kind {
    const char *name;
    envelope_interval *interval;
} KINDS[] = {{"Wilson", salvo_wilson}, {"sequence", salvo_sequence}};

static const uint64_t TRIALS[] = {
    1, 2, 3, 10, 99, 1000, 65536, 1000000, 1000000007, 4000000000000, SALVO_TALLY_MAX - 1};

/* Calls `check` with both kinds at counts near the edges and in between. */
static void for_all_tallies(void (*check)(envelope_interval *interval, uint64_t count, uint64_t trials))
{
    for (size_t kind = 0; kind < COUNT_OF(KINDS); kind++)
        for (size_t i = 0; i < COUNT_OF(TRIALS); i++) {
            uint64_t n = TRIALS[i];
            const uint64_t counts[] = {0,     1,         2,     5,     n / 100000, n / 100, n / 7,
                                       n / 2, n - n / 7, n - 5, n - 2, n - 1,      n};

            for (size_t k = 0; k < COUNT_OF(counts); k++)
                if (counts[k] <= n)
                    check(KINDS[kind].interval, counts[k], n);
        }
}

static void check_edges(envelope_interval *interval, uint64_t count, uint64_t trials)
{
    salvo_interval i = interval(count, trials);

    assert_true(count == 0 ? i.low == 0 : i.low > 0);
    assert_true(count == trials ? i.high == 1 : i.high <= 1);
    assert_true(i.low <= (double)count / (double)trials && (double)count / (double)trials <= i.high);
    if (count < trials && trials < 1000000)
        assert_true(i.high < 1);
}

static void edges_are_exact(void **state)
{
    (void)state;
    for_all_tallies(check_edges);
    for (size_t kind = 0; kind < COUNT_OF(KINDS); kind++) {
        salvo_interval i = KINDS[kind].interval(0, 0);

        assert_true(i.low == 0 && i.high == 1);
    }
}

static void check_mirror(envelope_interval *interval, uint64_t count, uint64_t trials)
{
    salvo_interval hits = interval(count, trials), misses = interval(trials - count, trials);
    double allowed = 4e-9 * (hits.high - hits.low) + 3e-16;

    assert_near(hits.low, 1 - misses.high, allowed);
    assert_near(hits.high, 1 - misses.low, allowed);
}

static void hits_and_misses_mirror_each_other(void **state)
{
    (void)state;
    for_all_tallies(check_mirror);
}

/* A hit more lifts both ends, a miss more lowers them. Where doubles end, they may stand still. */
static void check_growth(envelope_interval *interval, uint64_t count, uint64_t trials)
{
    salvo_interval now = interval(count, trials);
    salvo_interval hit = interval(count + 1, trials + 1), miss = interval(count, trials + 1);

    if (trials <= 65536) {
        assert_true(hit.low > now.low && (hit.high > now.high || now.high == 1));
        assert_true(miss.high < now.high && (miss.low < now.low || now.low == 0));
    }
    if (count < trials) {
        salvo_interval instead = interval(count + 1, trials);

        assert_true(instead.low > now.low && instead.high >= now.high);
    }
}

static void ends_follow_the_counts(void **state)
{
    (void)state;
    for_all_tallies(check_growth);
}

static void sequence_is_tight_at_every_size(void **state)
{
    static const double SHARES[] = {0.5, 0.1, 0.01, 1e-5};

    (void)state;
    for (uint64_t n = 1000; n <= MOST; n *= n < 1000000000 ? 10 : 2)
        for (size_t i = 0; i < COUNT_OF(SHARES); i++) {
            uint64_t count = (uint64_t)llround((double)n * SHARES[i]);
            salvo_interval w = salvo_wilson(count, n), s = salvo_sequence(count, n);
            double ratio = (s.high - s.low) / (w.high - w.low);

            if (count >= 10)
                assert_true(ratio > 1.75 && ratio < (n <= 1000000000000 ? 1.95 : 2.05));
        }
}

/* `exact` is the sum of the binomial probabilities of the counts with |count - trials p| <= z sqrt(trials p q). */
static const struct coverage {
    double p;
    uint64_t trials;
    double exact;
} COVERAGES[] = {
    {0.5, 100, 0.94311},  {0.5, 1000, 0.94632}, {0.5, 10000, 0.94883},  {0.3, 100, 0.93719},
    {0.3, 1000, 0.95086}, {0.1, 100, 0.93640},  {0.1, 1000, 0.94910},   {0.1, 10000, 0.94885},
    {0.01, 100, 0.92063}, {0.01, 1000, 0.9635}, {0.01, 10000, 0.95027},
};

static bool contains(salvo_interval i, double truth)
{
    return i.low <= truth && truth <= i.high;
}

/* Of 2000 runs each, with a standard error of 0.5 percent. */
static void wilson_covers_as_it_should(void **state)
{
    enum { RUNS = 2000 };
    uint64_t random = 20201121;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(COVERAGES); i++) {
        const struct coverage *c = &COVERAGES[i];
        int covered = 0;

        for (int run = 0; run < RUNS; run++) {
            uint64_t count = 0;

            for (uint64_t n = 0; n < c->trials; n++)
                count += splitmix_happens(&random, c->p);
            covered += contains(salvo_wilson(count, c->trials), c->p);
        }
        assert_near((double)covered / RUNS, c->exact, five_errors(c->exact, RUNS));
        assert_near((double)covered / RUNS, 0.95, 0.03 + five_errors(0.95, RUNS));
    }
}

/* A walk of hits and misses that must be inside after every single step. */
static bool stays_inside(const envelope *e, uint64_t *random)
{
    size_t count = 0;

    for (size_t n = 1; n <= e->steps; n++) {
        count += splitmix_happens(random, e->p);
        if (count < e->first[n] || e->last[n] < count)
            return false;
    }
    return true;
}

/* The chance to be inside at all of the first 10 000 trials is exact, and at least 95 percent without any slack; 2000
 * walks per p agree with it. The fixed-size interval, looked at as often, shows what the sequence is for. */
static void sequence_covers_all_times_at_once(void **state)
{
    enum { STEPS = 10000, RUNS = 2000 };
    static const double SHARES[] = {0.5, 0.1, 0.01};
    uint64_t random = 1970;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(SHARES); i++) {
        envelope sequence = envelope_new(salvo_sequence, SHARES[i], STEPS);
        envelope wilson = envelope_new(salvo_wilson, SHARES[i], STEPS);
        double exact = envelope_coverage(&sequence);
        int covered = 0;

        for (int run = 0; run < RUNS; run++)
            covered += stays_inside(&sequence, &random);
        assert_true(exact >= 0.95 && exact < 0.995);
        assert_near((double)covered / RUNS, exact, five_errors(exact, RUNS));
        assert_true(envelope_coverage(&wilson) < 0.6);
        envelope_free(&sequence);
        envelope_free(&wilson);
    }
}

static const salvo_interval ANY = {-INFINITY, INFINITY};

static void moments_are_exact(void **state)
{
    salvo_moments one = {0}, many = {0}, far = {0};

    (void)state;
    assert_true(salvo_moments_mean(&one) == 0);
    salvo_moments_add(&one, -7, 3);
    salvo_moments_add(&one, 5, 2);
    assert_true(one.trials == 5 && wide_equal(one.sum, wide_of(-11)) && wide_equal(one.squares, wide_of(197)));
    assert_true(salvo_moments_mean(&one) == -2.2);

    /* the largest values, the largest tally: squares of 2^108 */
    salvo_moments_add(&many, SALVO_VALUE_MAX, SALVO_TALLY_MAX / 2);
    salvo_moments_add(&many, -SALVO_VALUE_MAX, SALVO_TALLY_MAX / 2);
    assert_true(wide_equal(many.sum, wide_of(0)) && wide_equal(many.squares, (wide){0, INT64_C(1) << (108 - 64)}));
    assert_near(salvo_mean_student(&many, ANY).high, 0x1p31 / 0x1p23 * 1.9599639845400542, 1e-9);

    /* a spread of 1/2 at 2^31, where squares in doubles would lose it */
    salvo_moments_add(&far, SALVO_VALUE_MAX, MOST / 2);
    salvo_moments_add(&far, SALVO_VALUE_MAX - 1, MOST / 2);
    assert_true(salvo_moments_mean(&far) == 0x1p31 - 0.5);
    assert_near(salvo_mean_student(&far, ANY).high - salvo_moments_mean(&far), 0.5 * 1.9599639845400542 / 2e6, 3e-7);
}

/* One trial in 1e9 is off by one: the sum of squares around the mean is 1 - 1/n, whatever the value is. */
static void a_tiny_spread_keeps_its_digits(void **state)
{
    static const int64_t VALUES[] = {0, 1, -1, 5, -12};
    const uint64_t n = 1000000000;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(VALUES); i++)
        for (int off = -1; off <= 1; off += 2) {
            salvo_moments m = {0};
            salvo_interval got;

            salvo_moments_add(&m, VALUES[i], n - 1);
            salvo_moments_add(&m, VALUES[i] + off, 1);
            got = salvo_mean_student(&m, ANY);
            assert_near((got.high - got.low) * (double)n, 2 * 1.9599639845400542, 1e-5);
            assert_near((got.high + got.low) / 2 - (double)VALUES[i], off / (double)n, 2e-15);
        }
}

/* 1, 2, 3, 4: mean 2.5, s^2 = 5/3, and t(3) = 3.1824463 in every table. y of the sequence at 4 trials: 6.9339852. */
static void mean_intervals_of_a_small_sample(void **state)
{
    salvo_moments m = {0};
    salvo_interval i;

    (void)state;
    for (int value = 1; value <= 4; value++)
        salvo_moments_add(&m, value, 1);
    i = salvo_mean_student(&m, ANY);
    assert_near(i.low, 2.5 - 3.1824463052837096 * sqrt(5.0 / 12), 1e-12);
    assert_near(i.high, 2.5 + 3.1824463052837096 * sqrt(5.0 / 12), 1e-12);
    i = salvo_mean_sequence(&m, ANY);
    assert_near(i.low, 2.5 - sqrt(2 * 6.9339852292375821 * 5 / 12), 1e-9);
    assert_near(i.high, 2.5 + sqrt(2 * 6.9339852292375821 * 5 / 12), 1e-9);
    i = salvo_mean_sequence(&m, (salvo_interval){1, 4});
    assert_true(i.low == 1 && i.high == 4);
}

/* Standard errors on either side, from the equation of the header in 60 digits. */
static void boundary_of_the_mean_sequence(void **state)
{
    static const struct boundary {
        uint64_t trials;
        double errors;
    } BOUNDARIES[] = {{2, 3.9847934555042856},
                      {100, 3.7186046575073327},
                      {10000, 3.6963067205848389},
                      {1000000, 3.6964939975545093},
                      {4000000000000, 3.9233305786531807}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOUNDARIES); i++) {
        double n = (double)BOUNDARIES[i].trials;
        salvo_moments m = {0};

        salvo_moments_add(&m, 1, BOUNDARIES[i].trials / 2);
        salvo_moments_add(&m, -1, BOUNDARIES[i].trials / 2);
        assert_near(salvo_mean_sequence(&m, ANY).high * sqrt(n - 1), BOUNDARIES[i].errors, 1e-8);
    }
}

/* Of a value that is 0 or 1 the mean is a probability, and a million of trials tell both kinds the same. */
static void mean_of_hits_is_their_probability(void **state)
{
    salvo_moments m = {0};
    salvo_interval p, mean;

    (void)state;
    salvo_moments_add(&m, 1, 300000);
    salvo_moments_add(&m, 0, 700000);
    p = salvo_wilson(300000, 1000000);
    mean = salvo_mean_student(&m, ANY);
    assert_near(mean.low, p.low, 0.002 * (p.high - p.low));
    assert_near(mean.high, p.high, 0.002 * (p.high - p.low));
    p = salvo_sequence(300000, 1000000);
    mean = salvo_mean_sequence(&m, ANY);
    assert_near(mean.low, p.low, 0.002 * (p.high - p.low));
    assert_near(mean.high, p.high, 0.002 * (p.high - p.low));
}

/* One value only: as likely as a zero count allows, the others are at the ends of the range. */
static void no_spread_is_not_certainty(void **state)
{
    const salvo_interval range = {0, 36}, sure = {7, 7};
    salvo_moments m = {0}, none = {0};
    salvo_interval i;

    (void)state;
    i = salvo_mean_sequence(&none, range);
    assert_true(i.low == 0 && i.high == 36);
    i = salvo_mean_student(&none, ANY);
    assert_true(i.low == -INFINITY && i.high == INFINITY);

    salvo_moments_add(&m, 7, 1000);
    i = salvo_mean_student(&m, range);
    assert_near(i.low, 7 - 7 * salvo_wilson(0, 1000).high, 1e-12);
    assert_near(i.high, 7 + 29 * salvo_wilson(0, 1000).high, 1e-12);
    i = salvo_mean_sequence(&m, range);
    assert_near(i.high, 7 + 29 * 0.0061315136155878396, 1e-9);
    i = salvo_mean_sequence(&m, sure);
    assert_true(i.low == 7 && i.high == 7);
    i = salvo_mean_student(&m, ANY);
    assert_true(i.low == -INFINITY && i.high == INFINITY);
}

static int64_t one_die(uint64_t *random)
{
    return (int64_t)(splitmix_next(random) % 6) + 1;
}

static int64_t rare_damage(uint64_t *random)
{
    return splitmix_happens(random, 0.1) ? 36 : 0;
}

static const struct gain {
    const char *name;
    int64_t (*value)(uint64_t *random);
    double mean;
} GAINS[] = {{"a die", one_die, 3.5}, {"36 at 1 in 10", rare_damage, 3.6}};

/* 2000 runs of 1000 trials each; at 1000 trials the skewness of these costs less than half a percent. */
static void student_covers_as_it_should(void **state)
{
    enum { RUNS = 2000, SIZE = 1000 };
    uint64_t random = 1908;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(GAINS); i++) {
        int covered = 0;

        for (int run = 0; run < RUNS; run++) {
            salvo_moments m = {0};

            for (int n = 0; n < SIZE; n++)
                salvo_moments_add(&m, GAINS[i].value(&random), 1);
            covered += contains(salvo_mean_student(&m, ANY), GAINS[i].mean);
        }
        assert_near((double)covered / RUNS, 0.95, 0.005 + five_errors(0.95, RUNS));
    }
}

/* Inside at every look, from 100 trials to 10 000, each look one percent later than the last one. */
static bool mean_stays_inside(const struct gain *gain, uint64_t *random)
{
    salvo_moments m = {0};
    uint64_t look = 100;

    while (m.trials < 10000) {
        salvo_moments_add(&m, gain->value(random), 1);
        if (m.trials < look)
            continue;
        if (!contains(salvo_mean_sequence(&m, ANY), gain->mean))
            return false;
        look += (look + 99) / 100;
    }
    return true;
}

/* Of 1000 runs. The true coverage is 99 and 97 percent (scripts/coverage); were it 95 only, this would
 * fail half of the time. */
static void mean_sequence_covers_all_times_at_once(void **state)
{
    enum { RUNS = 1000 };
    uint64_t random = 2021;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(GAINS); i++) {
        int covered = 0;

        for (int run = 0; run < RUNS; run++)
            covered += mean_stays_inside(&GAINS[i], &random);
        assert_true((double)covered / RUNS >= 0.95);
    }
}

enum { CELLS_MAX = 6 };

static const struct agreement {
    const char *name;
    double exact[CELLS_MAX];
    uint64_t counts[CELLS_MAX];
    size_t n;
    double chi2;
    size_t df;
    double p;
} AGREEMENTS[] = {
    {"a coin, 2 sigma off", {0.5, 0.5}, {60, 40}, 2, 4, 1, 0.04550026389635841}, /* erfc(sqrt 2) */
    {"Mendel's peas",
     {0.5625, 0.1875, 0.1875, 0.0625},
     {315, 101, 108, 32},
     4,
     0.47002398081534772,
     3,
     0.92542589510361597},
    {"as expected", {0.25, 0.25, 0.5}, {25, 25, 50}, 3, 0, 2, 1},
    {"three outcomes", {0.25, 0.25, 0.5}, {30, 20, 50}, 3, 2, 2, 0.36787944117144233}, /* exp(-1) */
    /* expected 96, 2.5, 1.5 of 100: the rare two are 4 together, and join the other */
    {"nothing left to compare", {0.96, 0.025, 0.015}, {90, 6, 4}, 3, 0, 0, 1},
    /* expected 40, 40, 8, 4, 4, 4: the last three are one cell of 12; 4/40 + 4/40 + 0 + 0 */
    {"rare outcomes together",
     {0.4, 0.4, 0.08, 0.04, 0.04, 0.04},
     {42, 38, 8, 0, 11, 1},
     6,
     0.2,
     3,
     0.97758929776164938},
    /* expected 60, 20, 16, 2, 2: the last two are 4 and join the 16; 6*6/60 + 8*8/20 + 2*2/20 */
    {"too rare even together", {0.6, 0.2, 0.16, 0.02, 0.02}, {54, 28, 14, 3, 1}, 5, 4, 2, 0.13533528323661270},
    /* expected 80, 8, 8, 4: the last one joins the first of the equals; 2*2/80 + 4*4/8 + 2*2/12 */
    {"the first of equals", {0.8, 0.08, 0.08, 0.04}, {78, 6, 12, 4}, 4, 2.05 + 1.0 / 3, 2, 0.3037146509214855},
    {"exactly 5 is enough", {0.95, 0.05}, {92, 8}, 2, 9.0 / 95 + 9.0 / 5, 1, 0.16866861888781504},
    {"impossible and not seen", {0.5, 0, 0.5}, {60, 0, 40}, 3, 4, 1, 0.04550026389635841},
    {"impossible and seen", {0.5, 0, 0.5}, {50, 1, 49}, 3, INFINITY, 1, 0},
    {"certain", {1}, {100}, 1, 0, 0, 1},
    {"certain, yet another seen", {1, 0}, {99, 1}, 2, INFINITY, 0, 0},
    {"no trials", {0.5, 0.5}, {0, 0}, 2, 0, 0, 1},
    {"no outcomes", {0}, {0}, 0, 0, 0, 1},
    {"hopeless", {0.5, 0.5}, {1000000000000, 3000000000000}, 2, 1e12, 1, 0},
    {"4e12 trials, 3 sigma", {0.5, 0.5}, {2000003000000, 1999997000000}, 2, 9, 1, 0.0026997960632601869},
};

static void agreement_is_as_computed_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(AGREEMENTS); i++) {
        const struct agreement *want = &AGREEMENTS[i];
        salvo_agreement_test got;
        uint64_t trials = 0;

        for (size_t k = 0; k < want->n; k++)
            trials += want->counts[k];
        got = salvo_agreement(want->exact, want->counts, want->n, trials);
        if (got.df != want->df || fabs(got.p - want->p) > 1e-14 ||
            !(got.chi2 == want->chi2 || fabs(got.chi2 - want->chi2) < 1e-9 * want->chi2 + 1e-12))
            fail_msg("%s: chi2 = %.12g, df = %zu, p = %.12g", want->name, got.chi2, got.df, got.p);
    }
}

/* 4000 honest runs of 600 throws: the share of p below 5 percent is 5 percent, with half a percent for chi-square being
 * an approximation. */
static void an_honest_die_is_suspected_as_often_as_stated(void **state)
{
    enum { RUNS = 4000, THROWS = 600 };
    static const double FACES[] = {1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6};
    uint64_t random = 1900;
    int suspected = 0;

    (void)state;
    for (int run = 0; run < RUNS; run++) {
        uint64_t counts[6] = {0};

        for (int n = 0; n < THROWS; n++)
            counts[one_die(&random) - 1]++;
        suspected += salvo_agreement(FACES, counts, 6, THROWS).p < 0.05;
    }
    assert_near((double)suspected / RUNS, 0.05, 0.005 + five_errors(0.05, RUNS));
}

/* By a FNV-1a in Python that gives the published af63dc4c8601ec8c for "a" and 85944171f73967e8 for "foobar". */
static void hash_is_fnv_1a_of_little_endian_bytes(void **state)
{
    static const struct hashed {
        uint64_t counts[3];
        size_t n;
        uint64_t hash;
    } HASHED[] = {
        {{0}, 0, UINT64_C(0xcbf29ce484222325)},
        {{0}, 1, UINT64_C(0xa8c7f832281a39c5)},
        {{0, 0}, 2, UINT64_C(0x88201fb960ff6465)},
        {{1}, 1, UINT64_C(0x89cd31291d2aefa4)},
        {{1, 2, 3}, 3, UINT64_C(0xda2bfb225e0d1f05)},
        {{UINT64_MAX}, 1, UINT64_C(0x8cf51a8bfca3883d)},
        {{UINT64_C(0x0123456789abcdef), UINT64_C(4000000000000)}, 2, UINT64_C(0x6536b594a979d019)},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(HASHED); i++)
        assert_int_equal(salvo_counts_hash(HASHED[i].counts, HASHED[i].n), HASHED[i].hash);
}

static void digits_follow_the_half_width(void **state)
{
    static const struct digits {
        double low, high;
        int digits;
    } DIGITS[] = {
        {0, 1, 1}, /* +- 0.5 */
        {0.007, 0.009, 3},   {0.01, 0.03, 2},          {0.499, 0.501, 3},
        {0.4991, 0.5009, 4}, {0.4989, 0.5011, 3},      {0.49, 0.51, 2},
        {0.2, 0.4, 1},       {17.9, 18.3, 1},          {10, 12, 0},
        {0, 1000, 0},        {0, 3.84e-9, 9},          {0.25, 0.25, 15},
        {1, 1 + 1e-16, 15},  {-INFINITY, INFINITY, 0}, {0.9999999, 1, 8},
        {-0.001, 0.001, 3},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(DIGITS); i++)
        if (salvo_digits(DIGITS[i].low, DIGITS[i].high) != DIGITS[i].digits)
            fail_msg("%g to %g: %d digits", DIGITS[i].low, DIGITS[i].high, salvo_digits(DIGITS[i].low, DIGITS[i].high));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_examples_of_wilson),
        cmocka_unit_test(wilson_in_many_digits),
        cmocka_unit_test(sequence_in_many_digits),
        cmocka_unit_test(edges_are_exact),
        cmocka_unit_test(hits_and_misses_mirror_each_other),
        cmocka_unit_test(ends_follow_the_counts),
        cmocka_unit_test(sequence_is_tight_at_every_size),
        cmocka_unit_test(wilson_covers_as_it_should),
        cmocka_unit_test(sequence_covers_all_times_at_once),
        cmocka_unit_test(moments_are_exact),
        cmocka_unit_test(a_tiny_spread_keeps_its_digits),
        cmocka_unit_test(mean_intervals_of_a_small_sample),
        cmocka_unit_test(boundary_of_the_mean_sequence),
        cmocka_unit_test(mean_of_hits_is_their_probability),
        cmocka_unit_test(no_spread_is_not_certainty),
        cmocka_unit_test(student_covers_as_it_should),
        cmocka_unit_test(mean_sequence_covers_all_times_at_once),
        cmocka_unit_test(agreement_is_as_computed_by_hand),
        cmocka_unit_test(an_honest_die_is_suspected_as_often_as_stated),
        cmocka_unit_test(hash_is_fnv_1a_of_little_endian_bytes),
        cmocka_unit_test(digits_follow_the_half_width),
    };

    return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
