/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All statistics of one run: sums over pairs, in double, from scores that are already simulated. */
#include "points/judge.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "points/bounds.h"

static double off_even(const pair_run *run, size_t pair, size_t at)
{
    return fabs(pair_score(run, pair, at) - 0.5);
}

/* Returns the sign of one half's deviation times the other half's size, averaged both ways. The halves are independent,
 * so noise averages out. For no pair does it exceed off_even, so that the mean is a lower bound under the same
 * weights. */
static double crossed(const pair_run *run, size_t pair, size_t at)
{
    const float *score = run->results[pair].score[at];
    const double a = (double)score[0] - 0.5, b = (double)score[1] - 0.5;

    /* A half that is exactly even has no sign. */
    return ((a > 0 ? b : a < 0 ? -b : 0) + (b > 0 ? a : b < 0 ? -a : 0)) / 2;
}

static void measure_condition(salvo_imbalance *to, const pair_run *run, size_t at)
{
    size_t n = 0, met = 0;
    double sum = 0;

    for (size_t i = 0; i < run->n; i++) {
        met += pair_meets(run, i, at);
        if (!pair_is_won(run, i, at))
            continue;
        n++;
        sum += off_even(run, i, at);
    }
    to->conditions[at].imbalance = n ? sum / (double)n : NAN;
    to->conditions[at].nobody = met ? (double)(met - n) / (double)met : 0;
}

enum { ALL = -1 };

/* Returns the measured value of a pair in a condition in which somebody won. */
typedef double (*condition_measure)(const pair_run *run, size_t pair, size_t at);

/* Returns the mean over the pair's conditions by their weights; `scenario` below 0: over all of them. NAN: it has none.
 * Every mean over conditions uses this function, because two means over different conditions would be about different
 * battles. */
static double mean_over_conditions(const pair_run *run, size_t pair, int scenario, condition_measure measure)
{
    double sum = 0, weights = 0;

    for (size_t at = 0; at < run->pool->n_conditions; at++) {
        const pool_condition *m = &run->pool->conditions[at];

        if (!pair_is_won(run, pair, at) || (scenario >= 0 && (int)m->scenario != scenario))
            continue;
        sum += m->weight * measure(run, pair, at);
        weights += m->weight;
    }
    return weights > 0 ? sum / weights : NAN;
}

static double imbalance_of(const pair_run *run, size_t pair, int scenario)
{
    return mean_over_conditions(run, pair, scenario, off_even);
}

/* An imbalance lies between 0 and 1/2. A single pair has no interval. */
static salvo_bounds bounds_of_imbalance(double sum, double squares, size_t n)
{
    salvo_bounds to = n ? bounds_of_mean(sum, squares, n) : (salvo_bounds){NAN, NAN, NAN};

    if (n > 1) {
        to.low = fmax(0, to.low);
        to.high = fmin(0.5, to.high);
    }
    return to;
}

/* Returns the mean over the pairs of one setting, or of all. */
static salvo_bounds mean_of_pairs(const pair_run *run, int scenario, int in)
{
    double sum = 0, squares = 0;
    size_t n = 0;

    for (size_t i = 0; i < run->n; i++) {
        const double one = imbalance_of(run, i, scenario);

        if (isnan(one) || (in != ALL && (int)run->pairs[i].setting != in))
            continue;
        n++;
        sum += one;
        squares += one * one;
    }
    return bounds_of_imbalance(sum, squares, n);
}

static void measure_scenarios(salvo_imbalance *to, const pair_run *run)
{
    double worst = -1;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++) {
        to->scenario[s] = mean_of_pairs(run, s, ALL);
        if (!(to->scenario[s].value > worst)) /* also if it is not a number */
            continue;
        worst = to->scenario[s].value;
        to->worst = (salvo_scenario)s;
    }
}

double pair_imbalance(const pair_run *run, size_t pair)
{
    return imbalance_of(run, pair, ALL);
}

double pair_imbalance_in(const pair_run *run, size_t pair, salvo_scenario scenario)
{
    return imbalance_of(run, pair, (int)scenario);
}

/* Returns the share of battles that nobody won. */
static double share_of_nobody(const pair_run *run)
{
    size_t met = 0, won = 0;

    for (size_t i = 0; i < run->n; i++)
        for (size_t at = 0; at < run->pool->n_conditions; at++) {
            met += pair_meets(run, i, at);
            won += pair_is_won(run, i, at);
        }
    return met ? (double)(met - won) / (double)met : 0;
}

/* plain: in each condition; mixed: averaged over them before the deviation is taken. */
static void measure_pairs(salvo_imbalance *to, const pair_run *run)
{
    double plain[2] = {0, 0}, mixed[2] = {0, 0}, sure = 0; /* sum, sum of squares */
    size_t n = 0;

    for (size_t i = 0; i < run->n; i++) {
        const army_pair *p = &run->pairs[i];
        /* The average over conditions is taken first: the armies are bought for all of them. */
        double one = pair_imbalance(run, i), all = fabs(run->results[i].mean - 0.5);

        /* The log ratio is nearly the difference of costs as a share. */
        to->residual += fabs(log(p->cost[0] / p->cost[1])) / (double)run->n;
        to->elements += (army_size(&p->side[0]) + army_size(&p->side[1])) / (2.0 * (double)run->n);
        if (isnan(one))
            continue;
        n++;
        plain[0] += one;
        plain[1] += one * one;
        mixed[0] += all;
        mixed[1] += all * all;
        sure += mean_over_conditions(run, i, ALL, crossed);
    }
    to->nobody = share_of_nobody(run);
    to->at_least = n ? fmax(0, sure / (double)n) : 0; /* bad luck can make it negative */
    to->plain = bounds_of_imbalance(plain[0], plain[1], n);
    to->mixed = bounds_of_imbalance(mixed[0], mixed[1], run->one_range && run->pool->n_ranges > 1 ? 0 : n);
}

salvo_status imbalance_measure(salvo_imbalance *to, const pair_run *run, salvo_arena *memory, salvo_error *err)
{
    *to = (salvo_imbalance){.pairs = run->n,
                            .trials = run->trials,
                            .settings = run->pool->plan->settings,
                            .n_settings = run->pool->plan->n_settings,
                            .n_conditions = run->pool->n_conditions};
    to->conditions = salvo_arena_array(memory, to->n_conditions, sizeof *to->conditions);
    to->setting = salvo_arena_array(memory, to->n_settings, sizeof *to->setting);
    if (!to->conditions || !to->setting)
        return salvo_fail_memory(err);
    for (size_t in = 0; in < to->n_settings; in++)
        to->setting[in] = mean_of_pairs(run, ALL, (int)in);
    for (size_t at = 0; at < to->n_conditions; at++) {
        const pool_condition *m = &run->pool->conditions[at];

        to->conditions[at] = (salvo_condition){
            m->range, m->scenario, m->targets, m->setting, m->weight, run->attacks ? m->odds : 1, 0, 0};
        measure_condition(to, run, at);
    }
    measure_scenarios(to, run);
    measure_pairs(to, run);
    return SALVO_OK;
}
