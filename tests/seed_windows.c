/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user gets who averages over a thousand consecutive seeds, with a number of trials of each. No test;
 * scripts/rng-quality builds and runs it.
 *
 *     seed_windows [WINDOWS]
 *
 * A window is the seeds 1000 w to 1000 w + 999. In each the events of all trials are counted; z is the surplus over what
 * is expected, in standard errors of independent trials. Over all windows, independent trials give a mean square of z of
 * 1, 5 % of windows outside of 1.96, and no correlation between the surplus of a seed and of the next. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "rng/pcg32.h"
#include "splitmix.h"

enum { SEEDS = 1000, TRIALS_MAX = 1000 };

static bool below(pcg32 *rng, double p)
{
    return pcg32_next(rng) < p * 0x1p32;
}

static bool coin(pcg32 *rng)
{
    return below(rng, 0.5);
}

static bool rare(pcg32 *rng)
{
    return below(rng, 1.0 / 36);
}

/* Two sides in turn, two shots each at most. */
static bool duel(pcg32 *rng)
{
    return below(rng, 0.4) || (!below(rng, 0.3) && below(rng, 0.4));
}

/* Ten shots: at least five hits. */
static bool volley(pcg32 *rng)
{
    int hits = 0;

    for (int shot = 0; shot < 10; shot++)
        hits += below(rng, 1.0 / 3);
    return hits >= 5;
}

static const struct event {
    const char *name;
    bool (*happens)(pcg32 *rng);
    double p;
} EVENTS[] = {
    {"a coin", coin, 0.5},
    {"1 in 36", rare, 1.0 / 36},
    {"a duel of 4 words", duel, 0.4 + 0.6 * 0.7 * 0.4},
    {"a volley of 10 words", volley, 12585.0 / 59049},
};

enum { N_EVENTS = sizeof EVENTS / sizeof *EVENTS };

typedef enum { CONSECUTIVE, MIXED, ONE_SEED, N_WAYS } way;
static const char *const WAYS[] = {"0, 1, 2 ...", "mixed", "one seed"};

/* The generator at a trial of the i-th seed. */
static pcg32 at(way w, uint64_t i, uint64_t trials, uint64_t trial)
{
    uint64_t mixed = i;

    if (w == ONE_SEED)
        return pcg32_trial(1, i * trials + trial);
    return pcg32_trial(w == MIXED ? splitmix_next(&mixed) : i, trial);
}

typedef struct sums {
    double squares, products; /* of windows; of neighbouring seeds */
    uint64_t outside;
} sums;

static double surplus(const struct event *e, way w, uint64_t seed, uint64_t trials)
{
    uint64_t count = 0;
    pcg32 start = at(w, seed, trials, 0);
    const pcg32_jump jump = pcg32_jump_of(start.increment, PCG32_STRIDE);

    for (uint64_t trial = 0; trial < trials; trial++) {
        pcg32 rng = start;

        count += e->happens(&rng);
        start.state = pcg32_jumped(start.state, jump);
    }
    return ((double)count - (double)trials * e->p) / sqrt((double)trials * e->p * (1 - e->p));
}

static void add_window(sums *s, const struct event *e, way w, uint64_t window, uint64_t trials)
{
    double sum = 0, before = 0;

    for (uint64_t i = 0; i < SEEDS; i++) {
        double z = surplus(e, w, window * SEEDS + i, trials);

        s->products += before * z;
        sum += z;
        before = z;
    }
    sum /= sqrt(SEEDS);
    s->squares += sum * sum;
    s->outside += fabs(sum) > 1.959963984540054;
}

static void print_line(const struct event *e, way w, uint64_t trials, uint64_t windows)
{
    sums s = {0, 0, 0};
    const double pairs = (double)windows * (SEEDS - 1);

    for (uint64_t window = 0; window < windows; window++)
        add_window(&s, e, w, window, trials);
    printf("%-20s  %-11s  %6d  %7d  %6.3f  %5.3f  %6.2f %%  %8.4f  %6.4f\n", e->name, WAYS[w], (int)trials,
           (int)windows, s.squares / (double)windows, sqrt(2 / (double)windows),
           100 * (double)s.outside / (double)windows, s.products / pairs, 1 / sqrt(pairs));
    fflush(stdout);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Trial t alone of every seed: how even it is, is a matter of t, since the step from seed to seed is. */
static double mean_square(const struct event *e, way w, uint64_t trial, uint64_t windows)
{
    double squares = 0;

    for (uint64_t window = 0; window < windows; window++) {
        double count = 0;

        for (uint64_t i = 0; i < SEEDS; i++) {
            pcg32 rng = at(w, window * SEEDS + i, TRIALS_MAX, trial);

            count += e->happens(&rng);
        }
        squares += pow(count - SEEDS * e->p, 2) / (SEEDS * e->p * (1 - e->p));
    }
    return squares / (double)windows;
}

static void print_by_trial(const struct event *e, way w, uint64_t windows)
{
    static double of[TRIALS_MAX];
    double mean = 0;

    for (uint64_t trial = 0; trial < TRIALS_MAX; trial++) {
        of[trial] = mean_square(e, w, trial, windows);
        mean += of[trial] / TRIALS_MAX;
    }
    qsort(of, TRIALS_MAX, sizeof *of, by_size);
    printf("%-20s  %-11s  %6.3f  %6.3f  %6.3f  %6.3f  %6.3f  %6.3f\n", e->name, WAYS[w], mean, of[0],
           of[TRIALS_MAX / 20], of[TRIALS_MAX / 2], of[TRIALS_MAX - TRIALS_MAX / 20], of[TRIALS_MAX - 1]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const uint64_t windows = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;

    if (argc > 2 || windows < 10) {
        fprintf(stderr, "usage: seed_windows [WINDOWS], at least 10\n");
        return 2;
    }
    printf("%-20s  %-11s  trials  windows  mean z2  error  outside  neighbours   error\n", "event", "seeds");
    for (int i = 0; i < N_EVENTS; i++)
        for (way w = 0; w < N_WAYS; w++)
            for (uint64_t trials = 1; trials <= TRIALS_MAX; trials *= 10)
                print_line(&EVENTS[i], w, trials, trials < TRIALS_MAX ? windows : windows / 10);
    printf("\nThe mean z2 of %d windows when only trial t of each seed counts, over t = 0 to %d\n", (int)windows / 10,
           TRIALS_MAX - 1);
    printf("%-20s  %-11s    mean   least     5 %%  median    95 %%    most\n", "event", "seeds");
    for (int i = 0; i < N_EVENTS; i++)
        for (way w = 0; w < N_WAYS; w++)
            print_by_trial(&EVENTS[i], w, windows / 10);
    return 0;
}
