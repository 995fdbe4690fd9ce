/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests a price list by three sets of battles. Armies of equal cost measure the imbalance. Armies of unequal cost
 * measure the prediction and, with the first set, each unit's worth. All classes against all show what no price can
 * explain. */
#include <salvo/points.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "points/attack_odds.h"
#include "points/claims.h"
#include "points/imbalance.h"
#include "points/intransitivity.h"
#include "points/observations.h"
#include "points/prediction.h"
#include "rules/fault.h"
#include "simulate/statistics.h"

enum {
    PAIRS = 400,        /* the default */
    PREDICTED_LEAST = 4 /* pairs that somebody won; with fewer, the prediction is not judged */
};

/* The maximal ratio of costs of the second set of armies. */
static const double SPREAD = 2;

/* The state of one test. */
typedef struct price_test {
    salvo_points_test *report;
    unit_pool pool;
    double *prices;
    pair_run equal, unequal, matrix;
    pair_progress watch;
} price_test;

/* The approximate parts of the work for the three sets: a battle with one kind on each side takes a third of the time
 * of others. */
static void share_work(price_test *t, double share[4])
{
    double pairs = (double)t->pool.plan->pairs, all = 2 * pairs + (double)matrix_pairs(&t->pool) / 3;

    share[0] = 0;
    share[1] = pairs / all;
    share[2] = 2 * pairs / all;
    share[3] = 1;
}

/* spread 1: equal costs. */
static salvo_status run_sampled(price_test *t, pair_run *run, army_stream stream, double spread, salvo_error *err)
{
    const army_sampler sampler = {.pool = &t->pool,
                                  .prices = t->prices,
                                  .seed = t->pool.plan->seed,
                                  .stream = stream,
                                  .spread = log(spread)}; /* log(1) = 0: equal costs */
    salvo_status status =
        pair_run_init(run, &t->pool, t->pool.plan->pairs, pair_trials(t->pool.plan->precision), stream, err);

    return status == SALVO_OK ? pair_run_all(run, &sampler, 0, t->pool.plan->pairs, &t->watch, err) : status;
}

/* A single class has no opponent, so there are no pairs. */
static salvo_status run_matrix(price_test *t, salvo_error *err)
{
    size_t n = matrix_pairs(&t->pool);

    if (n == 0)
        return SALVO_OK;
    TRY(pair_run_init(&t->matrix, &t->pool, n, pair_trials(t->pool.plan->precision), STREAM_MATRIX, err));
    matrix_draw(&t->pool, t->prices, t->matrix.pairs);
    return pair_run_all(&t->matrix, NULL, 0, n, &t->watch, err);
}

static salvo_status fight_all(price_test *t, salvo_error *err)
{
    double share[4];
    salvo_status status;

    share_work(t, share);
    if (t->watch.stopped)
        return salvo_fail(err, SALVO_STOPPED, "interrupted before any pair of armies was finished");
    for (int stage = 0; stage < 3; stage++) {
        t->watch.from = share[stage];
        t->watch.to = share[stage + 1];
        status = stage == 0   ? run_sampled(t, &t->equal, STREAM_EQUAL, 1, err)
                 : stage == 1 ? run_sampled(t, &t->unequal, STREAM_UNEQUAL, SPREAD, err)
                              : run_matrix(t, err);
        if (status != SALVO_OK || t->watch.stopped) /* after a stop the complete sets are reported */
            return status;
    }
    return SALVO_OK;
}

/* Log ratios are those of the costs as drawn, not as wanted. */
static salvo_status read_predicted(price_test *t, salvo_error *err)
{
    predicted_pair *pairs = salvo_arena_array(t->report->memory, t->unequal.n, sizeof *pairs);
    size_t n;

    if (!pairs)
        return salvo_fail_memory(err);
    n = predicted_pairs_of(pairs, &t->unequal, t->prices, NULL);
    if (n < PREDICTED_LEAST)
        return SALVO_OK;
    prediction_judge(&t->report->prediction, pairs, n);
    t->report->prediction.spread = SPREAD;
    return SALVO_OK;
}

/* The best bargain is first; ties are sorted by unit. */
static int by_ratio(const void *a, const void *b)
{
    const salvo_bargain *x = a, *y = b;

    if (x->ratio.value != y->ratio.value)
        return x->ratio.value < y->ratio.value ? 1 : -1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

/* Reads every unit's log worth over price, relative to the list's mean: no price list defines the worth of a point
 * itself. */
static salvo_status read_ratios(price_test *t, const value_model *v, salvo_error *err)
{
    salvo_points_test *report = t->report;
    double *mean = salvo_arena_array(report->memory, v->n, sizeof *mean),
           *g = salvo_arena_array(report->memory, v->n, sizeof *g);
    double level = 0;

    report->bargains = salvo_arena_array(report->memory, report->unit_pool.n_units, sizeof *report->bargains);
    if (!mean || !g || !report->bargains)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < report->unit_pool.n_units; u++) {
        value_model_gradient(v, report->unit_pool.units[u].group, g);
        for (size_t i = 0; i < v->n; i++)
            mean[i] += g[i] / (double)report->unit_pool.n_units;
        level += log(value_model_worth(v, report->unit_pool.units[u].group) / report->unit_pool.units[u].price) /
                 (double)report->unit_pool.n_units;
    }
    for (size_t u = 0; u < report->unit_pool.n_units; u++) {
        /* Above 0: worth more than it costs. */
        double off = log(value_model_worth(v, report->unit_pool.units[u].group) / report->unit_pool.units[u].price) -
                     level,
               error;

        value_model_gradient(v, report->unit_pool.units[u].group, g);
        for (size_t i = 0; i < v->n; i++)
            g[i] -= mean[i];
        error = salvo_normal_reach() * value_model_error(v, g);
        report->bargains[u] = (salvo_bargain){.unit = u, .ratio = {exp(off), exp(off - error), exp(off + error)}};
    }
    qsort(report->bargains, report->unit_pool.n_units, sizeof *report->bargains, by_ratio);
    return SALVO_OK;
}

/* Finds the worths of all classes from both sets of armies. */
static salvo_status read_bargains(price_test *t, salvo_error *err)
{
    salvo_arena *memory = t->report->memory;
    const pair_run *runs[] = {&t->equal, &t->unequal};
    observations seen = {.memory = memory};
    double *by_class = salvo_arena_array(memory, t->pool.n_classes, sizeof *by_class);
    value_question of = {.n_conditions = t->pool.n_conditions,
                         .weight = observations_weights(&t->pool, memory),
                         .odds = observations_odds(&t->pool, memory),
                         .prior_sd = t->pool.prior_sd};
    worth_design design;
    value_model v;
    salvo_status status = SALVO_OK;

    if (!of.weight || !of.odds || !by_class)
        return salvo_fail_memory(err);
    for (int r = 0; r < 2 && status == SALVO_OK;
         r++) /* both sets show the worth of units, unequal armies a little less */
        status = observations_add(&seen, runs[r], NULL, t->prices, err);
    if (status != SALVO_OK)
        return status;
    of.design = &design;
    of.seen = seen.of;
    of.n_seen = seen.n;
    for (size_t c = 0; c < t->pool.n_classes; c++)
        by_class[c] = t->prices[t->pool.first_of[c]];
    TRY(worth_design_unconstrained(&design, by_class, t->pool.n_classes, memory, err));
    TRY(value_model_fit(&v, &of, err));
    status = read_ratios(t, &v, err);
    value_model_free(&v);
    return status;
}

/* Reports the sets that were fought. The first may be incomplete. The others are reported only if they are complete,
 * because half a set would be another measure. */
static salvo_status read_all(price_test *t, salvo_error *err)
{
    salvo_points_test *report = t->report;
    bool unequal = t->unequal.n == t->pool.plan->pairs;
    bool matrix = t->matrix.n && t->matrix.n == matrix_pairs(&t->pool);
    salvo_status status = imbalance_measure(&report->imbalance, &t->equal, report->memory, err);

    report->interrupted = t->watch.stopped;
    if (status == SALVO_OK && t->equal.n && isnan(report->imbalance.plain.value))
        return salvo_fail(err, SALVO_BAD_INPUT, "nobody wins any of these battles, so they cannot judge prices");
    if (status != SALVO_OK || !unequal)
        return status;
    TRY(read_predicted(t, err));
    status = read_bargains(t, err);
    if (status != SALVO_OK || !matrix)
        return status;
    return intransitivity_measure(&report->intransitivity, &t->matrix, t->prices, err);
}

static salvo_status open_pool(price_test *t, salvo_error *err)
{
    salvo_points_test *report = t->report;

    TRY(unit_pool_open(&t->pool, report->book, &report->plan, err));
    return unit_pool_describe(&t->pool, &report->unit_pool, report->memory, err);
}

static salvo_status note_prices(price_test *t, salvo_error *err)
{
    t->prices = salvo_arena_array(t->report->memory, t->pool.n, sizeof *t->prices);
    if (!t->prices)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < t->pool.n; u++)
        t->prices[u] = t->pool.units[u].price;
    return SALVO_OK;
}

static salvo_status find_odds(price_test *t, salvo_error *err)
{
    t->watch.to = 0; /* takes hardly any time */
    return attack_odds_find(&t->pool, t->prices, &t->watch, err);
}

static salvo_status test_prices(price_test *t, salvo_error *err)
{
    static salvo_status (*const STEPS[])(price_test *, salvo_error *) = {open_pool, note_prices, find_odds, fight_all,
                                                                         read_all};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](t, err);
    return status;
}

salvo_status salvo_points_test_run(salvo_points_test *test, const salvo_rulebook *book, const salvo_points_plan *plan,
                                   salvo_error *err)
{
    price_test t = {.report = test};
    salvo_status status;

    *test = (salvo_points_test){.book = book, .plan = plan ? *plan : SALVO_POINTS_PLAN, .memory = salvo_arena_new()};
    t.watch.watch = test->plan.progress;
    if (test->plan.pairs == 0)
        test->plan.pairs = PAIRS;
    status = test->memory ? test_prices(&t, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    if (status == SALVO_OK)
        claims_of_test(test);
    pair_run_free(&t.equal);
    pair_run_free(&t.unequal);
    pair_run_free(&t.matrix);
    unit_pool_close(&t.pool);
    if (status != SALVO_OK)
        salvo_points_test_free(test);
    return status;
}

void salvo_points_test_free(salvo_points_test *test)
{
    salvo_arena_free(test->memory);
    memset(test, 0, sizeof *test);
}
