/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests a price list by three sets of battles. Armies of equal cost measure the imbalance. Armies of unequal cost
 * measure the prediction and, with the first set, each unit's worth. All classes against all show what no price can
 * explain. */
#include <salvo/points.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "points/attack_odds.h"
#include "points/claims.h"
#include "points/imbalance.h"
#include "points/intransitivity.h"
#include "points/observations.h"
#include "points/prediction.h"
#include "rules/fault.h"
#include "simulate/statistics.h"

const salvo_points_plan SALVO_POINTS_PLAN = {
    .seed = 1,
    .precision = 0.04, /* half-width of one score; there are hundreds of them */
    .elements_max = 12,
    .kinds_max = 3,
    .tolerance = 0.01,
    .scenarios = {[SALVO_HOLD] = 1, [SALVO_ADVANCE] = 1, [SALVO_MEETING] = 1},
    .attack_odds = 1,
    .battle = {.close_to = -1}, /* below 0: as near as the ruleset permits */
};

const char *const SALVO_PRICE_SOURCES[] = {"printed", "formula", "none", "given"};

enum {
    PAIRS = 400,        /* the default */
    PREDICTED_LEAST = 4 /* pairs that somebody won; with fewer, the prediction is not judged */
};

/* The maximal ratio of costs of the second set of armies. */
static const double SPREAD = 2;

/* The state of one test. */
typedef struct bench {
    salvo_points_test *test;
    unit_pool pool;
    double *prices;
    pair_run equal, unequal, matrix;
    pair_progress watch;
} bench;

/* The approximate parts of the work for the three sets: a battle with one kind on each side takes a third of the time
 * of others. */
static void share_work(bench *b, double share[4])
{
    double pairs = (double)b->pool.plan->pairs, all = 2 * pairs + (double)matrix_pairs(&b->pool) / 3;

    share[0] = 0;
    share[1] = pairs / all;
    share[2] = 2 * pairs / all;
    share[3] = 1;
}

/* spread 1: equal costs. */
static salvo_status run_lottery(bench *b, pair_run *run, army_stream stream, double spread, salvo_error *err)
{
    const army_lottery lottery = {.pool = &b->pool,
                                  .prices = b->prices,
                                  .seed = b->pool.plan->seed,
                                  .stream = stream,
                                  .spread = log(spread)}; /* log(1) = 0: equal costs */
    salvo_status status =
        pair_run_init(run, &b->pool, b->pool.plan->pairs, pair_trials(b->pool.plan->precision), stream, err);

    return status == SALVO_OK ? pair_run_all(run, &lottery, 0, b->pool.plan->pairs, &b->watch, err) : status;
}

/* A single class has no opponent, so there are no pairs. */
static salvo_status run_matrix(bench *b, salvo_error *err)
{
    size_t n = matrix_pairs(&b->pool);
    salvo_status status;

    if (n == 0)
        return SALVO_OK;
    status = pair_run_init(&b->matrix, &b->pool, n, pair_trials(b->pool.plan->precision), STREAM_MATRIX, err);
    if (status != SALVO_OK)
        return status;
    matrix_draw(&b->pool, b->prices, b->matrix.pairs);
    return pair_run_all(&b->matrix, NULL, 0, n, &b->watch, err);
}

static salvo_status fight_all(bench *b, salvo_error *err)
{
    double share[4];
    salvo_status status;

    share_work(b, share);
    if (b->watch.stopped)
        return salvo_fail(err, SALVO_STOPPED, "interrupted before any pair of armies was finished");
    for (int stage = 0; stage < 3; stage++) {
        b->watch.from = share[stage];
        b->watch.to = share[stage + 1];
        status = stage == 0   ? run_lottery(b, &b->equal, STREAM_EQUAL, 1, err)
                 : stage == 1 ? run_lottery(b, &b->unequal, STREAM_UNEQUAL, SPREAD, err)
                              : run_matrix(b, err);
        if (status != SALVO_OK || b->watch.stopped) /* after a stop the complete sets are reported */
            return status;
    }
    return SALVO_OK;
}

/* Log ratios are those of the costs as drawn, not as wanted. */
static salvo_status read_predicted(bench *b, salvo_error *err)
{
    predicted_pair *pairs = salvo_arena_array(b->test->memory, b->unequal.n, sizeof *pairs);
    size_t n;

    if (!pairs)
        return salvo_fail_memory(err);
    n = predicted_pairs_of(pairs, &b->unequal, b->prices, NULL);
    if (n < PREDICTED_LEAST)
        return SALVO_OK;
    prediction_judge(&b->test->prediction, pairs, n);
    b->test->prediction.spread = SPREAD;
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
static salvo_status read_ratios(bench *b, const value_model *v, salvo_error *err)
{
    salvo_points_test *t = b->test;
    double *mean = salvo_arena_array(t->memory, v->n, sizeof *mean), *g = salvo_arena_array(t->memory, v->n, sizeof *g);
    double level = 0;

    t->bargains = salvo_arena_array(t->memory, t->unit_pool.n_units, sizeof *t->bargains);
    if (!mean || !g || !t->bargains)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < t->unit_pool.n_units; u++) {
        value_model_gradient(v, t->unit_pool.units[u].group, g);
        for (size_t i = 0; i < v->n; i++)
            mean[i] += g[i] / (double)t->unit_pool.n_units;
        level += log(value_model_worth(v, t->unit_pool.units[u].group) / t->unit_pool.units[u].price) /
                 (double)t->unit_pool.n_units;
    }
    for (size_t u = 0; u < t->unit_pool.n_units; u++) {
        /* Above 0: worth more than it costs. */
        double off = log(value_model_worth(v, t->unit_pool.units[u].group) / t->unit_pool.units[u].price) - level,
               error;

        value_model_gradient(v, t->unit_pool.units[u].group, g);
        for (size_t i = 0; i < v->n; i++)
            g[i] -= mean[i];
        error = salvo_normal_reach() * value_model_error(v, g);
        t->bargains[u] = (salvo_bargain){.unit = u, .ratio = {exp(off), exp(off - error), exp(off + error)}};
    }
    qsort(t->bargains, t->unit_pool.n_units, sizeof *t->bargains, by_ratio);
    return SALVO_OK;
}

/* Finds the worths of all classes from both sets of armies. */
static salvo_status read_bargains(bench *b, salvo_error *err)
{
    salvo_arena *memory = b->test->memory;
    const pair_run *runs[] = {&b->equal, &b->unequal};
    observations seen = {.memory = memory};
    double *by_class = salvo_arena_array(memory, b->pool.n_classes, sizeof *by_class);
    value_question of = {.n_conditions = b->pool.n_conditions,
                         .weight = observations_weights(&b->pool, memory),
                         .odds = observations_odds(&b->pool, memory),
                         .prior_sd = b->pool.prior_sd};
    worth_design design;
    value_model v;
    salvo_status status = SALVO_OK;

    if (!of.weight || !of.odds || !by_class)
        return salvo_fail_memory(err);
    for (int r = 0; r < 2 && status == SALVO_OK;
         r++) /* both sets show the worth of units, unequal armies a little less */
        status = observations_add(&seen, runs[r], NULL, b->prices, err);
    if (status != SALVO_OK)
        return status;
    of.design = &design;
    of.seen = seen.of;
    of.n_seen = seen.n;
    for (size_t c = 0; c < b->pool.n_classes; c++)
        by_class[c] = b->prices[b->pool.first_of[c]];
    status = worth_design_unconstrained(&design, by_class, b->pool.n_classes, memory, err);
    if (status != SALVO_OK)
        return status;
    status = value_model_fit(&v, &of, err);
    if (status != SALVO_OK)
        return status;
    status = read_ratios(b, &v, err);
    value_model_free(&v);
    return status;
}

/* Reports the sets that were fought. The first may be incomplete. The others are reported only if they are complete,
 * because half a set would be another measure. */
static salvo_status read_all(bench *b, salvo_error *err)
{
    salvo_points_test *t = b->test;
    bool unequal = b->unequal.n == b->pool.plan->pairs;
    bool matrix = b->matrix.n && b->matrix.n == matrix_pairs(&b->pool);
    salvo_status status = imbalance_measure(&t->imbalance, &b->equal, t->memory, err);

    t->interrupted = b->watch.stopped;
    if (status == SALVO_OK && b->equal.n && isnan(t->imbalance.plain.value))
        return salvo_fail(err, SALVO_BAD_INPUT, "nobody wins any of these battles, so they cannot judge prices");
    if (status != SALVO_OK || !unequal)
        return status;
    status = read_predicted(b, err);
    if (status != SALVO_OK)
        return status;
    status = read_bargains(b, err);
    if (status != SALVO_OK || !matrix)
        return status;
    return intransitivity_measure(&t->intransitivity, &b->matrix, b->prices, err);
}

static salvo_status open_pool(bench *b, salvo_error *err)
{
    salvo_points_test *t = b->test;
    salvo_status status = unit_pool_open(&b->pool, t->book, &t->plan, err);

    return status == SALVO_OK ? unit_pool_describe(&b->pool, &t->unit_pool, t->memory, err) : status;
}

static salvo_status note_prices(bench *b, salvo_error *err)
{
    b->prices = salvo_arena_array(b->test->memory, b->pool.n, sizeof *b->prices);
    if (!b->prices)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < b->pool.n; u++)
        b->prices[u] = b->pool.units[u].price;
    return SALVO_OK;
}

static salvo_status find_odds(bench *b, salvo_error *err)
{
    b->watch.to = 0; /* takes hardly any time */
    return attack_odds_find(&b->pool, b->prices, &b->watch, err);
}

static salvo_status test_prices(bench *b, salvo_error *err)
{
    static salvo_status (*const STEPS[])(bench *, salvo_error *) = {open_pool, note_prices, find_odds, fight_all,
                                                                    read_all};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](b, err);
    return status;
}

salvo_status salvo_points_test_run(salvo_points_test *test, const salvo_rulebook *book, const salvo_points_plan *plan,
                                   salvo_error *err)
{
    bench b = {.test = test};
    salvo_status status;

    *test = (salvo_points_test){.book = book, .plan = plan ? *plan : SALVO_POINTS_PLAN, .memory = salvo_arena_new()};
    b.watch.watch = test->plan.progress;
    if (test->plan.pairs == 0)
        test->plan.pairs = PAIRS;
    status = test->memory ? test_prices(&b, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    if (status == SALVO_OK)
        claims_of_test(test);
    pair_run_free(&b.equal);
    pair_run_free(&b.unequal);
    pair_run_free(&b.matrix);
    unit_pool_close(&b.pool);
    if (status != SALVO_OK)
        salvo_points_test_free(test);
    return status;
}

void salvo_points_test_free(salvo_points_test *test)
{
    salvo_arena_free(test->memory);
    memset(test, 0, sizeof *test);
}
