/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often salvo's intervals contain the truth, and the agreement test suspects the honest: measured at length, as
 * tables. No test; scripts/coverage builds and runs it.
 *
 *     coverage [RUNS [STEPS [FITS]]]
 *
 * Tables of probabilities decided before are exact, sums over all counts, and go to STEPS trials. The others are of RUNS
 * simulated runs each; of a tenth where a run is watched, because that takes 150 intervals; those of prices of FITS. Seeds are
 * fixed: the same numbers give the same tables. 0 leaves the tables out. */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <salvo/arena.h>

#include "coverage_answers.h"
#include "envelope.h"
#include "planted.h"
#include "simulate/statistics.h"
#include "trinomial.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static bool contains(salvo_interval i, double truth)
{
    return i.low <= truth && truth <= i.high;
}

static void head(const char *title, const char *columns)
{
    printf("\n%s\n%s\n", title, columns);
}

static double fixed_coverage(envelope_interval *interval, double p, unsigned trials)
{
    double mean = trials * p, far = 12 * sqrt(mean * (1 - p)) + 12, covered = 0;

    for (unsigned k = mean > far ? (unsigned)(mean - far) : 0; k <= trials && k <= mean + far; k++)
        if (contains(interval(k, trials), p))
            covered += gsl_ran_binomial_pdf(k, p, trials);
    return covered;
}

static void wilson_table(void)
{
    static const double SHARES[] = {0.5, 0.3, 0.1, 0.01, 0.001, 1e-5};
    static const unsigned SIZES[] = {100, 1000, 10000, 100000, 1000000, 10000000};

    head("Wilson, at a number of trials decided before (exact)",
         "        p       1e2      1e3      1e4      1e5      1e6      1e7");
    for (size_t i = 0; i < COUNT_OF(SHARES); i++) {
        printf("%9g", SHARES[i]);
        for (size_t j = 0; j < COUNT_OF(SIZES); j++)
            printf("  %7.5f", fixed_coverage(salvo_wilson, SHARES[i], SIZES[j]));
        printf("\n");
    }
}

static void sequence_table(size_t steps)
{
    static const double SHARES[] = {0.5, 0.1, 0.01, 0.001};

    head("At all numbers of trials up to n together (exact)", "        p         n   sequence    Wilson");
    for (size_t i = 0; i < COUNT_OF(SHARES); i++) {
        envelope sequence = envelope_new(salvo_sequence, SHARES[i], steps);
        envelope wilson = envelope_new(salvo_wilson, SHARES[i], steps);

        for (size_t n = 100; n <= steps; n *= 10) {
            sequence.steps = wilson.steps = n;
            printf("%9g  %8zu    %7.5f   %7.5f\n", SHARES[i], n, envelope_coverage(&sequence),
                   envelope_coverage(&wilson));
        }
        envelope_free(&sequence);
        envelope_free(&wilson);
    }
}

static void width_table(void)
{
    static const double SHARES[] = {0.5, 0.01, 1e-5};

    head("Half-widths", "        p         n       count     Wilson   sequence   ratio");
    for (size_t i = 0; i < COUNT_OF(SHARES); i++)
        for (uint64_t n = 1000; n <= 1000000000000; n *= 1000) {
            uint64_t count = (uint64_t)llround((double)n * SHARES[i]);
            salvo_interval w = salvo_wilson(count, n), s = salvo_sequence(count, n);

            printf("%9g  %8g  %10g  %9.3g  %9.3g   %5.3f\n", SHARES[i], (double)n, (double)count, (w.high - w.low) / 2,
                   (s.high - s.low) / 2, (s.high - s.low) / (w.high - w.low));
        }
}

/* A value is 0 or more; some are rare and great. */
static const struct gain {
    const char *name;
    struct {
        double p;
        int64_t value;
    } part[6]; /* in turn; what is left over is 0 */
    double mean;
} GAINS[] = {
    {"a die", {{1.0 / 6, 1}, {1.0 / 6, 2}, {1.0 / 6, 3}, {1.0 / 6, 4}, {1.0 / 6, 5}, {1.0 / 6, 6}}, 3.5},
    {"36 at 1 in 2", {{0.5, 36}}, 18},
    {"36 at 1 in 10", {{0.1, 36}}, 3.6},
    {"36 at 1 in 100", {{0.01, 36}}, 0.36},
    {"36 at 1 in 1000", {{0.001, 36}}, 0.036},
    {"10 often, 1000 at 1 in 100", {{0.5, 10}, {0.01, 1000}}, 15},
};

/* So many trials at once: how often each value comes is binomial, one after the other. GSL's binomials go wrong from some
 * 10^8 trials on, where the square of a deviation overflows an int. */
static void add_trials(salvo_moments *m, const struct gain *gain, gsl_rng *random, uint64_t trials)
{
    unsigned left = (unsigned)trials;
    double rest = 1;

    for (size_t i = 0; i < COUNT_OF(gain->part) && gain->part[i].p > 0; i++) {
        unsigned times = gsl_ran_binomial(random, fmin(1, gain->part[i].p / rest), left);

        salvo_moments_add(m, gain->part[i].value, times);
        left -= times;
        rest -= gain->part[i].p;
    }
    salvo_moments_add(m, 0, left);
}

static gsl_rng *seeded(unsigned long seed)
{
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);

    gsl_rng_set(random, seed);
    return random;
}

/* Looks at a run that is watched, a twentieth apart. */
static uint64_t next_look(uint64_t look)
{
    return look + (look + 19) / 20;
}

static double greatest(const struct gain *gain)
{
    int64_t value = 0;

    for (size_t i = 0; i < COUNT_OF(gain->part); i++)
        if (gain->part[i].value > value)
            value = gain->part[i].value;
    return (double)value;
}

static void student_table(int runs)
{
    static const uint64_t SIZES[] = {30, 100, 1000, 10000};

    head("Student, at a number of trials decided before",
         "                              30      100     1000    10000");
    for (size_t i = 0; i < COUNT_OF(GAINS); i++) {
        salvo_interval range = {0, greatest(&GAINS[i])};
        int covered[COUNT_OF(SIZES)] = {0};
        gsl_rng *random = seeded(1908 + i);

        for (int run = 0; run < runs; run++) {
            salvo_moments m = {0};

            for (size_t j = 0; j < COUNT_OF(SIZES); j++) {
                add_trials(&m, &GAINS[i], random, SIZES[j] - m.trials);
                covered[j] += contains(salvo_mean_student(&m, range), GAINS[i].mean);
            }
        }
        printf("%-26s", GAINS[i].name);
        for (size_t j = 0; j < COUNT_OF(SIZES); j++)
            printf("  %6.4f", (double)covered[j] / runs);
        printf("\n");
        gsl_rng_free(random);
    }
}

/* The last look at which a run was outside; 0: none. */
static uint64_t last_outside(const struct gain *gain, gsl_rng *random, uint64_t steps)
{
    salvo_interval range = {0, greatest(gain)};
    salvo_moments m = {0};
    uint64_t last = 0;

    for (uint64_t look = 10; look <= steps; look = next_look(look)) {
        add_trials(&m, gain, random, look - m.trials);
        if (!contains(salvo_mean_sequence(&m, range), gain->mean))
            last = look;
    }
    return last;
}

static void mean_sequence_table(int runs)
{
    static const uint64_t FIRST[] = {10, 30, 100, 300, 1000, 3000};
    const uint64_t steps = 20000;

    head("The mean's sequence, from a first look to 20 000 trials together",
         "first look at                 10       30      100      300     1000     3000");
    for (size_t i = 0; i < COUNT_OF(GAINS); i++) {
        int covered[COUNT_OF(FIRST)] = {0};
        gsl_rng *random = seeded(2021 + i);

        for (int run = 0; run < runs; run++) {
            uint64_t last = last_outside(&GAINS[i], random, steps);

            for (size_t j = 0; j < COUNT_OF(FIRST); j++)
                covered[j] += last < FIRST[j];
        }
        printf("%-26s", GAINS[i].name);
        for (size_t j = 0; j < COUNT_OF(FIRST); j++)
            printf("  %6.4f", (double)covered[j] / runs);
        printf("\n");
        gsl_rng_free(random);
    }
}

/* Of two sides, or two variants on the same dice. */
static const struct rivals {
    double win, loss;
} RIVALS[] = {{0.45, 0.45},  {0.3, 0.3},   {0.5, 0.1},  {0.1, 0.1}, {0.05, 0.02}, {0.01, 0.01},
              {0.01, 0.001}, {0.001, 0.5}, {0.01, 0.5}, {0.05, 0},  {0.3, 0.7},   {0.05, 0.95}};

static void trinomial_table(const char *title, trinomial_interval *interval, bool is_score)
{
    static const unsigned SIZES[] = {30, 100, 400, 1000, 10000};

    head(title, "   win    loss       30      100      400     1000    10000");
    for (size_t i = 0; i < COUNT_OF(RIVALS); i++) {
        const double win = RIVALS[i].win, loss = RIVALS[i].loss;

        printf("%6g  %6g", win, loss);
        for (size_t j = 0; j < COUNT_OF(SIZES); j++)
            printf("  %7.5f",
                   trinomial_coverage(interval, win, loss, SIZES[j], is_score ? (1 + win - loss) / 2 : win - loss));
        printf("\n");
    }
}

/* The last look at which the run was outside; 0: none. */
static uint64_t last_pairs_outside(const struct rivals *of, gsl_rng *random, uint64_t steps)
{
    uint64_t wins = 0, losses = 0, trials = 0, last = 0;

    for (uint64_t look = 10; look <= steps; look = next_look(look)) {
        const unsigned more = (unsigned)(look - trials), won = gsl_ran_binomial(random, of->win, more);

        wins += won;
        losses += gsl_ran_binomial(random, fmin(1, of->loss / (1 - of->win)), more - won);
        trials = look;
        if (!contains(salvo_pairs_sequence(losses, wins, trials), of->win - of->loss))
            last = look;
    }
    return last;
}

static void pairs_sequence_table(int runs)
{
    static const uint64_t FIRST[] = {10, 30, 100, 300, 1000, 3000};
    const uint64_t steps = 20000;

    head("The difference's sequence, from a first look to 20 000 trials together",
         "   win    loss       10       30      100      300     1000     3000");
    for (size_t i = 0; i < COUNT_OF(RIVALS); i++) {
        int covered[COUNT_OF(FIRST)] = {0};
        gsl_rng *random = seeded(2012 + i);

        for (int run = 0; run < runs; run++) {
            uint64_t last = last_pairs_outside(&RIVALS[i], random, steps);

            for (size_t j = 0; j < COUNT_OF(FIRST); j++)
                covered[j] += last < FIRST[j];
        }
        printf("%6g  %6g", RIVALS[i].win, RIVALS[i].loss);
        for (size_t j = 0; j < COUNT_OF(FIRST); j++)
            printf("  %7.5f", (double)covered[j] / runs);
        printf("\n");
        gsl_rng_free(random);
    }
}

/* Ten battles of each pair in one condition; the same in three, with an attacker's odds and a rule for the army; scores that
 * are exact, but for a residue that no price explains; the same of any armies, most of them far from even. */
enum { ONE, THREE, RESIDUE, UNEVEN, N_WORLDS };
static const char *const WORLDS[] = {"one condition", "three, odds, a rule", "the same, a residue",
                                     "any armies, a residue"};

static observation meet(int world, uint64_t *random, scored at[PLANTED_CONDITIONS])
{
    if (world == ONE)
        return planted_pair(random, at);
    return world == RESIDUE ? planted_about_even(random, at, 1) : planted_in_all(random, at, world == UNEVEN);
}

/* How many intervals hold. */
static int planted_world(int world, const worth_design *design, uint64_t *random, size_t pairs)
{
    static observation seen[4 * PLANTED_PAIRS];
    static scored at[4 * PLANTED_PAIRS][PLANTED_CONDITIONS];
    const value_question of = {.design = design,
                               .seen = seen,
                               .n_seen = pairs,
                               .n_conditions = world ? PLANTED_CONDITIONS : 1,
                               .odds = world ? PLANTED_ODDS : NULL,
                               .n_rules = world > 0,
                               .is_even = world >= RESIDUE,
                               .prior_sd = 3};
    value_model v;
    int covered;

    for (size_t i = 0; i < pairs; i++)
        seen[i] = meet(world, random, at[i]);
    if (value_model_fit(&v, &of, NULL) != SALVO_OK)
        return 0;
    covered = world ? planted_all_covered(&v) : planted_covered(&v);
    value_model_free(&v);
    return covered;
}

/* Intervals of one fit hang together: the error is that of fits that hold or miss all at once, at most. */
static void prices_table(int fits)
{
    static const size_t PAIRS[] = {75, 150, 300, 600};
    salvo_arena *memory = salvo_arena_new();
    worth_design design;

    head("Prices (worths of six classes, odds, a rule), by pairs of armies",
         "                            75      150      300      600");
    if (worth_design_unconstrained(&design, PLANTED_PRICES, PLANTED_CLASSES, memory, NULL) != SALVO_OK)
        exit(1);
    for (int world = 0; world < N_WORLDS; world++) {
        printf("%-21s", WORLDS[world]);
        for (size_t j = 0; j < COUNT_OF(PAIRS); j++) {
            uint64_t random = 1927 + j;
            double covered = 0;

            for (int fit = 0; fit < fits; fit++)
                covered += planted_world(world, &design, &random, PAIRS[j]);
            printf("  %7.4f", covered / fits / (world ? PLANTED_IN_ALL : PLANTED_CLASSES));
            fflush(stdout);
        }
        printf("\n");
    }
    salvo_arena_free(memory);
}

enum { OUTCOMES_MAX = 20 };

static const struct table {
    const char *name;
    double exact[OUTCOMES_MAX];
    uint64_t trials;
} TABLES[] = {
    {"a coin", {0.5, 0.5}, 100},
    {"a coin", {0.5, 0.5}, 10000},
    {"a die", {1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6}, 60},
    {"a die", {1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6}, 6000},
    {"0.9 .05 .03 .02", {0.9, 0.05, 0.03, 0.02}, 100},
    {"0.9 .05 .03 .02", {0.9, 0.05, 0.03, 0.02}, 1000},
    {"0.99 .008 .002", {0.99, 0.008, 0.002}, 1000},
    {"halves of halves", {0.5, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8, 0x1p-9, 0x1p-9}, 1000},
    {"halves of halves", {0.5, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8, 0x1p-9, 0x1p-9}, 10000},
    {"a coin", {0.5, 0.5}, 10000000},
    {"a die", {1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6}, 6000000},
    {"0.9 .05 .03 .02", {0.9, 0.05, 0.03, 0.02}, 1000000},
    {"0.99 .008 .002", {0.99, 0.008, 0.002}, 10000000},
    {"halves of halves", {0.5, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7, 0x1p-8, 0x1p-9, 0x1p-9}, 1000000},
};

static double honest_p(const struct table *table, gsl_rng *random)
{
    unsigned drawn[OUTCOMES_MAX];
    uint64_t counts[OUTCOMES_MAX];

    gsl_ran_multinomial(random, OUTCOMES_MAX, (unsigned)table->trials, table->exact, drawn);
    for (size_t i = 0; i < OUTCOMES_MAX; i++)
        counts[i] = drawn[i];
    return salvo_agreement(table->exact, counts, OUTCOMES_MAX, table->trials).p;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The greatest distance of the shares of p from even ones, and the chance of a greater one (Kolmogorov, Smirnov). */
static void print_evenness(double *p, int runs)
{
    double distance = 0, far, chance = 0;

    qsort(p, (size_t)runs, sizeof *p, by_size);
    for (int i = 0; i < runs; i++)
        distance = fmax(distance, fmax((i + 1.0) / runs - p[i], p[i] - (double)i / runs));
    far = (sqrt(runs) + 0.12 + 0.11 / sqrt(runs)) * distance;
    for (int k = 1; k < 100; k++)
        chance += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * far * far);
    printf("  %7.4f  %8.2g\n", distance, fmin(1, chance));
}

static void agreement_table(int runs)
{
    static const double LEVELS[] = {0.05, 0.01, 0.001};
    double *p = calloc((size_t)runs, sizeof *p);

    head("Agreement: how often p of honest counts is at most; how far p is from uniform, and its chance",
         "                       trials     0.05     0.01    0.001  distance  chance");
    for (size_t i = 0; p && i < COUNT_OF(TABLES); i++) {
        int suspected[COUNT_OF(LEVELS)] = {0};
        gsl_rng *random = seeded(1900 + i);

        for (int run = 0; run < runs; run++) {
            p[run] = honest_p(&TABLES[i], random);
            for (size_t j = 0; j < COUNT_OF(LEVELS); j++)
                suspected[j] += p[run] <= LEVELS[j];
        }
        printf("%-18s %10d", TABLES[i].name, (int)TABLES[i].trials);
        for (size_t j = 0; j < COUNT_OF(LEVELS); j++)
            printf("  %7.5f", (double)suspected[j] / runs);
        print_evenness(p, runs);
        gsl_rng_free(random);
    }
    free(p);
}

/* 0 to 10^8, or the end of the program. */
static int whole_number(const char *word)
{
    char *end;
    long value = strtol(word, &end, 10);

    if (*end || end == word || value < 0 || value > 100000000) {
        fprintf(stderr, "usage: coverage [RUNS [STEPS [FITS]]], whole numbers\n");
        exit(2);
    }
    return (int)value;
}

static void exact_tables(size_t steps)
{
    width_table();
    wilson_table();
    sequence_table(steps);
    trinomial_table("A difference of two chances, at a number of trials decided before (exact)", trinomial_difference,
                    false);
    trinomial_table("A score, win + neither / 2, at a number of trials decided before (exact)", trinomial_score, true);
}

static void simulated_tables(int runs)
{
    student_table(runs);
    agreement_table(runs);
    mean_sequence_table(runs / 10);
    pairs_sequence_table(runs / 10);
    coverage_answers(runs / 10);
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? whole_number(argv[1]) : 10000;
    int steps = argc > 2 ? whole_number(argv[2]) : 100000;
    int fits = argc > 3 ? whole_number(argv[3]) : 100;

    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    printf("Intervals of 95 %%: tables of %d runs, of watched runs %d, of prices %d fits.\n", runs, runs / 10, fits);
    if (steps > 0)
        exact_tables((size_t)steps);
    if (runs > 0)
        simulated_tables(runs);
    if (fits > 0)
        prices_table(fits);
    return 0;
}
