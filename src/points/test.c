/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests a price list by three sets of battles. Armies of equal cost measure the imbalance. Armies of unequal cost
 * measure the prediction and, with the first set, each unit's worth. All classes against all show what no price can
 * explain. */
#include <salvo/points.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "points/judge.h"
#include "points/points_plan.h"
#include "points/unit_worths.h"
#include "rules/fault.h"
#include "simulate/statistics.h"

enum {
    PAIRS = 400,        /* the default */
    PREDICTED_LEAST = 4 /* pairs that somebody won; with fewer, the prediction is not judged */
};

/* The maximal ratio of costs of the second set of armies. */
static const double SPREAD = 2;

typedef struct price_test {
    salvo_points_test *report;
    price_battles battles;
    pair_run equal, unequal, matrix;
} price_test;

/* A single class has no opponent, so there are no pairs. */
static salvo_status fight_matrix(price_test *t, size_t pairs, salvo_error *err)
{
    const army_set set = {.stream = STREAM_MATRIX, .pairs = pairs, .upto = 1};

    if (pairs == 0)
        return SALVO_OK;
    TRY(price_battles_prepare(&t->battles, &t->matrix, &set, err));
    matrix_draw(&t->battles.pool, t->battles.prices, t->matrix.pairs);
    return price_battles_fight_prepared(&t->battles, &t->matrix, &set, err);
}

/* After a stop the complete sets are reported. */
static salvo_status fight_sets(price_test *t, salvo_error *err)
{
    price_battles *b = &t->battles;
    const size_t pairs = t->report->plan.pairs, matrix = matrix_pairs(&b->pool);
    /* A battle with one kind on each side takes a third of the time of others. */
    const double part = (double)pairs / (2 * (double)pairs + (double)matrix / 3);
    const army_set equal = {.prices = b->prices, .stream = STREAM_EQUAL, .spread = 1, .pairs = pairs, .upto = part};
    const army_set unequal = {
        .prices = b->prices, .stream = STREAM_UNEQUAL, .spread = SPREAD, .pairs = pairs, .upto = 2 * part};

    TRY(price_battles_check_stop(b, "interrupted before any pair of armies was finished", err));
    TRY(price_battles_fight(b, &t->equal, &equal, err));
    if (b->watch.stopped)
        return SALVO_OK;
    TRY(price_battles_fight(b, &t->unequal, &unequal, err));
    return b->watch.stopped ? SALVO_OK : fight_matrix(t, matrix, err);
}

/* Log ratios are those of the costs as drawn, not as wanted. */
static salvo_status judge_prediction(price_test *t, salvo_error *err)
{
    predicted_pair *pairs = salvo_arena_array(t->report->memory, t->unequal.n, sizeof *pairs);
    size_t n;

    if (!pairs)
        return salvo_fail_memory(err);
    n = predicted_pairs_of(pairs, &t->unequal, t->battles.prices, NULL);
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

/* Both sets show the worth of units, unequal armies a little less. */
static salvo_status find_bargains(price_test *t, unit_worths *found, salvo_error *err)
{
    const pair_run *const runs[] = {&t->equal, &t->unequal};
    const unit_pool *pool = &t->battles.pool;
    salvo_bargain *bargains = salvo_arena_array(t->report->memory, pool->n, sizeof *bargains);
    double level = 0;

    if (!bargains)
        return salvo_fail_memory(err);
    TRY(unit_worths_find(found, &t->battles, pool, runs, 2, t->battles.prices, 0, err));
    for (size_t u = 0; u < pool->n; u++)
        level += unit_worths_log_ratio(found, u, t->battles.prices) / (double)pool->n;
    for (size_t u = 0; u < pool->n; u++) {
        const double off = unit_worths_log_ratio(found, u, t->battles.prices) - level,
                     error = salvo_normal_reach() * unit_worths_error(found, u);

        bargains[u] = (salvo_bargain){.unit = u, .ratio = {exp(off), exp(off - error), exp(off + error)}};
    }
    qsort(bargains, pool->n, sizeof *bargains, by_ratio);
    t->report->bargains = bargains;
    return SALVO_OK;
}

/* The first set may be incomplete. The others are judged only if they are complete, because half a set would be another
 * measure. */
static salvo_status judge_sets(price_test *t, salvo_error *err)
{
    salvo_points_test *report = t->report;
    unit_worths found = {.pool = NULL};
    salvo_status status;

    TRY(imbalance_measure(&report->imbalance, &t->equal, report->memory, err));
    report->interrupted = t->battles.watch.stopped;
    if (t->equal.n && isnan(report->imbalance.plain.value))
        return salvo_fail(err, SALVO_BAD_INPUT, "nobody wins any of these battles, so they cannot judge prices");
    if (t->unequal.n < report->plan.pairs)
        return SALVO_OK;
    TRY(judge_prediction(t, err));
    status = find_bargains(t, &found, err);
    unit_worths_free(&found);
    if (status != SALVO_OK || t->matrix.n == 0 || t->matrix.n < matrix_pairs(&t->battles.pool))
        return status;
    return intransitivity_measure(&report->intransitivity, &t->matrix, t->battles.prices, err);
}

static salvo_status test_prices(price_test *t, salvo_error *err)
{
    salvo_points_test *report = t->report;
    price_battles *b = &t->battles;

    TRY(report->memory ? price_battles_open(b, report->book, &report->plan, NULL, err) : salvo_fail_memory(err));
    TRY(unit_pool_describe(&b->pool, &report->unit_pool, report->memory, err));
    TRY(price_battles_find_odds(b, b->prices, 0, err)); /* takes hardly any time */
    TRY(fight_sets(t, err));
    TRY(judge_sets(t, err));
    claims_of_test(report);
    return SALVO_OK;
}

salvo_status salvo_points_test_run(salvo_points_test *test, const salvo_rulebook *book, const salvo_points_plan *plan,
                                   salvo_error *err)
{
    price_test t = {.report = test};
    salvo_status status;

    *test = (salvo_points_test){.book = book, .plan = points_plan_of(plan, PAIRS), .memory = salvo_arena_new()};
    t.battles.memory = test->memory;
    t.battles.watch.watch = test->plan.progress;
    status = salvo_fault_or(test_prices(&t, err), book, err);
    pair_run_free(&t.equal);
    pair_run_free(&t.unequal);
    pair_run_free(&t.matrix);
    price_battles_close(&t.battles);
    if (status != SALVO_OK)
        salvo_points_test_free(test);
    return status;
}

void salvo_points_test_free(salvo_points_test *test)
{
    salvo_arena_free(test->memory);
    memset(test, 0, sizeof *test);
}
