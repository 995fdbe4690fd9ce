/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals of pairs and scores, exactly, and p of the agreement test, which must be even: the quick part of what
 * scripts/coverage measures at length. What is drawn has a fixed seed; with another one, a check would fail by chance once
 * in a million times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "trinomial.h"

static const struct rivals {
    double win, loss;
} RIVALS[] = {{0.45, 0.45}, {0.3, 0.3}, {0.5, 0.1}, {0.1, 0.1}, {0.001, 0.5}, {0.5, 0}, {0.1, 0.4}, {0.9, 0.1}};

enum { N_RIVALS = sizeof RIVALS / sizeof *RIVALS };

static void expect_coverage(trinomial_interval *interval, const struct rivals *of, unsigned trials, double truth)
{
    const double covered = trinomial_coverage(interval, of->win, of->loss, trials, truth);

    if (covered < 0.94 || covered > 0.965)
        fail_msg("win %g, loss %g: of %u trials %.4f of the intervals hold", of->win, of->loss, trials, covered);
}

/* Ten wins or ten losses at least are expected; an exact sum, without chance. */
static void differences_and_scores_keep_their_word(void **state)
{
    static const unsigned SIZES[] = {100, 400, 1000};

    (void)state;
    for (size_t i = 0; i < N_RIVALS; i++)
        for (size_t k = 0; k < sizeof SIZES / sizeof *SIZES; k++) {
            const double difference = RIVALS[i].win - RIVALS[i].loss;

            expect_coverage(trinomial_difference, &RIVALS[i], SIZES[k], difference);
            expect_coverage(trinomial_score, &RIVALS[i], SIZES[k], (1 + difference) / 2);
        }
}

/* However rare wins, losses or both are: as low as Wilson's interval of one chance may fall. */
static void rare_ones_are_covered_too(void **state)
{
    enum { TRIALS = 200 };

    (void)state;
    for (double rare = 0.1; rare < 20; rare *= 1.15) {
        const double p = rare / TRIALS;
        const struct rivals of[] = {{p, 0}, {p, p / 3}, {p, 1 - p}, {1 - p, p}, {p, 0.5}};

        for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
            const double covered =
                trinomial_coverage(trinomial_score, of[i].win, of[i].loss, TRIALS, (1 + of[i].win - of[i].loss) / 2);

            if (covered < 0.92)
                fail_msg("win %g, loss %g: %.4f of the intervals hold", of[i].win, of[i].loss, covered);
        }
    }
}

/* From the tenth trial to the 5000th together. */
static bool stays_inside(const struct rivals *of, gsl_rng *random)
{
    unsigned wins = 0, losses = 0, trials = 0;

    for (unsigned look = 10; look <= 5000; look += look / 10) {
        const unsigned won = gsl_ran_binomial(random, of->win, look - trials);
        salvo_interval now;

        wins += won;
        losses += gsl_ran_binomial(random, fmin(1, of->loss / (1 - of->win)), look - trials - won);
        trials = look;
        now = salvo_pairs_sequence(losses, wins, trials);
        if (of->win - of->loss < now.low || of->win - of->loss > now.high)
            return false;
    }
    return true;
}

static gsl_rng *seeded(unsigned long seed)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);

    assert_non_null(random);
    gsl_rng_set(random, seed);
    return random;
}

static void watched_differences_keep_their_word(void **state)
{
    enum { RUNS = 2000 };

    (void)state;
    for (size_t i = 0; i < N_RIVALS; i++) {
        gsl_rng *random = seeded(i + 1);
        int outside = 0;

        for (int run = 0; run < RUNS; run++)
            outside += !stays_inside(&RIVALS[i], random);
        gsl_rng_free(random);
        if (outside > 0.05 * RUNS + 5 * sqrt(0.05 * 0.95 * RUNS) || outside == 0)
            fail_msg("win %g, loss %g: %d of %d runs leave", RIVALS[i].win, RIVALS[i].loss, outside, RUNS);
    }
}

enum { OUTCOMES = 6, P_RUNS = 4000 };

static double honest_p(const double exact[OUTCOMES], gsl_rng *random)
{
    enum { TRIALS = 10000000 };
    unsigned drawn[OUTCOMES];
    uint64_t counts[OUTCOMES];

    gsl_ran_multinomial(random, OUTCOMES, TRIALS, exact, drawn);
    for (size_t i = 0; i < OUTCOMES; i++)
        counts[i] = drawn[i];
    return salvo_agreement(exact, counts, OUTCOMES, TRIALS).p;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Of many trials p is nearly continuous, and then even. Kolmogorov and Smirnov: the greatest distance from even shares
 * exceeds 2.69 / sqrt(runs) once in a million times. */
static void p_of_honest_counts_is_even(void **state)
{
    static const double TABLES[][OUTCOMES] = {{1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6},
                                              {0.9, 0.05, 0.03, 0.02},
                                              {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.03125}};
    static double p[P_RUNS];

    (void)state;
    for (size_t t = 0; t < sizeof TABLES / sizeof *TABLES; t++) {
        gsl_rng *random = seeded(t + 100);
        double distance = 0;

        for (int run = 0; run < P_RUNS; run++)
            p[run] = honest_p(TABLES[t], random);
        gsl_rng_free(random);
        qsort(p, P_RUNS, sizeof *p, by_size);
        for (int i = 0; i < P_RUNS; i++)
            distance = fmax(distance, fmax((i + 1.0) / P_RUNS - p[i], p[i] - (double)i / P_RUNS));
        if (distance > 2.69 / sqrt(P_RUNS))
            fail_msg("table %zu: p is %.4f from even", t, distance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_and_scores_keep_their_word),
        cmocka_unit_test(rare_ones_are_covered_too),
        cmocka_unit_test(watched_differences_keep_their_word),
        cmocka_unit_test(p_of_honest_counts_is_even),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
