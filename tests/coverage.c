/* How often the intervals of statistics.h contain the truth, and the agreement test suspects the honest: measured at
 * length, as tables. No test; scripts/coverage builds and runs it.
 *
 *     coverage [RUNS [STEPS]]
 *
 * Tables of probabilities are exact, sums over all counts. The others are of RUNS simulated runs each, of a fixed seed:
 * the same numbers give the same tables. */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "envelope.h"
#include "simulate/statistics.h"
#include "splitmix.h"

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

static int64_t gain_drawn(const struct gain *gain, uint64_t *random)
{
    double u = splitmix_uniform(random);

    for (size_t i = 0; i < COUNT_OF(gain->part); i++) {
        if (u < gain->part[i].p)
            return gain->part[i].value;
        u -= gain->part[i].p;
    }
    return 0;
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
        uint64_t random = 1908 + i;

        for (int run = 0; run < runs; run++) {
            salvo_moments m = {0};

            for (size_t j = 0; j < COUNT_OF(SIZES); j++) {
                while (m.trials < SIZES[j])
                    salvo_moments_add(&m, gain_drawn(&GAINS[i], &random), 1);
                covered[j] += contains(salvo_mean_student(&m, range), GAINS[i].mean);
            }
        }
        printf("%-26s", GAINS[i].name);
        for (size_t j = 0; j < COUNT_OF(SIZES); j++)
            printf("  %6.4f", (double)covered[j] / runs);
        printf("\n");
    }
}

/* The last look at which a run was outside; 0: none. Looks are one percent apart. */
static uint64_t last_outside(const struct gain *gain, uint64_t *random, uint64_t steps)
{
    salvo_interval range = {0, greatest(gain)};
    salvo_moments m = {0};
    uint64_t last = 0;

    for (uint64_t look = 10; look <= steps; look += (look + 99) / 100) {
        while (m.trials < look)
            salvo_moments_add(&m, gain_drawn(gain, random), 1);
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
        uint64_t random = 2021 + i;

        for (int run = 0; run < runs; run++) {
            uint64_t last = last_outside(&GAINS[i], &random, steps);

            for (size_t j = 0; j < COUNT_OF(FIRST); j++)
                covered[j] += last < FIRST[j];
        }
        printf("%-26s", GAINS[i].name);
        for (size_t j = 0; j < COUNT_OF(FIRST); j++)
            printf("  %6.4f", (double)covered[j] / runs);
        printf("\n");
    }
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
};

static double honest_p(const struct table *table, uint64_t *random)
{
    uint64_t counts[OUTCOMES_MAX] = {0};

    for (uint64_t n = 0; n < table->trials; n++) {
        double u = splitmix_uniform(random);
        size_t k = 0;

        while (k + 1 < OUTCOMES_MAX && u >= table->exact[k])
            u -= table->exact[k++];
        counts[k]++;
    }
    return salvo_agreement(table->exact, counts, OUTCOMES_MAX, table->trials).p;
}

static void agreement_table(int runs)
{
    static const double LEVELS[] = {0.05, 0.01, 0.001};

    head("Agreement: how often p of honest counts is at most", "                   trials     0.05     0.01    0.001");
    for (size_t i = 0; i < COUNT_OF(TABLES); i++) {
        int suspected[COUNT_OF(LEVELS)] = {0};
        uint64_t random = 1900 + i;

        for (int run = 0; run < runs; run++) {
            double p = honest_p(&TABLES[i], &random);

            for (size_t j = 0; j < COUNT_OF(LEVELS); j++)
                suspected[j] += p <= LEVELS[j];
        }
        printf("%-18s %6d", TABLES[i].name, (int)TABLES[i].trials);
        for (size_t j = 0; j < COUNT_OF(LEVELS); j++)
            printf("  %7.5f", (double)suspected[j] / runs);
        printf("\n");
    }
}

/* A whole number of at least `least`, or the end of the program. */
static int whole_number(const char *word, int least)
{
    char *end;
    long value = strtol(word, &end, 10);

    if (*end || end == word || value < least || value > 100000000) {
        fprintf(stderr, "usage: coverage [RUNS [STEPS]], whole numbers of at least 100\n");
        exit(2);
    }
    return (int)value;
}

int main(int argc, char **argv)
{
    int runs = argc > 1 ? whole_number(argv[1], 100) : 10000;
    int steps = argc > 2 ? whole_number(argv[2], 100) : 100000;

    printf("Intervals of 95 %%; simulated tables of %d runs, standard error %.4f.\n", runs,
           sqrt(0.05 * 0.95 / (double)runs));
    width_table();
    wilson_table();
    sequence_table((size_t)steps);
    student_table(runs);
    mean_sequence_table(runs);
    agreement_table(runs);
    return 0;
}
