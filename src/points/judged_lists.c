/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a fit's lists are judged, on armies that no fit has used. */
#include "points/fit_context.h"

#include <math.h>

#include "base/try.h"
#include "points/judge.h"

/* The maximal ratio of costs of the armies on which all lists are judged. */
static const double SPREAD_JUDGED = 2;

/* Finds the floor of the fitted list, while its armies exist. */
static salvo_status find_floor(fit_context *fit, double reached, salvo_error *err)
{
    const value_question of = fit_question(fit, &fit->free);
    observations judged = {.memory = fit->report->memory};
    salvo_bounds above;
    salvo_status status = observations_add(&judged, &fit->run, NULL, fit->lists[SALVO_LIST_FITTED], err);

    if (status != SALVO_OK || judged.n < FIT_PAIRS_LEAST)
        return status;
    fit->time.fits--;
    status = price_floor_distance(&above, &fit->model, &of, &fit->seen, &judged, err);
    fit->report->has_floor = status == SALVO_OK;
    fit->report->floor = (salvo_bounds){reached - above.value, reached - above.high, reached - above.low};
    return status;
}

/* The distance may err either way, but no list of additive prices is fairer than the fairest possible. If another list
 * was fairer on its own armies, that may be luck: it widens the interval. */
static void bound_floor(salvo_points_fit *fit)
{
    const double reached = fit->judged[SALVO_LIST_FITTED].imbalance.plain.value;
    salvo_bounds *floor = &fit->floor;

    floor->value = fmax(0, fmin(floor->value, reached));
    floor->high = fmax(0, fmin(floor->high, reached));
    for (int list = 0; list < SALVO_N_LISTS; list++)
        if (fit->judged[list].judged && list != SALVO_LIST_RULES)
            floor->low = fmin(floor->low, fit->judged[list].imbalance.plain.value);
    floor->low = fmax(0, floor->low);
}

/* A ruleset may have no formula, an author no limits, and no army rule may be chosen. */
static bool has_list(const fit_context *fit, salvo_list list)
{
    return list == SALVO_LIST_FORMULA     ? fit->formula.exists
           : list == SALVO_LIST_RULES     ? fit->rules.n > 0
           : list == SALVO_LIST_UNLIMITED ? fit->limits.exist
                                          : true;
}

static salvo_status judge_list(fit_context *fit, salvo_list list, salvo_error *err)
{
    salvo_judgement *j = &fit->report->judged[list];
    const army_rules *rules = list == SALVO_LIST_RULES ? &fit->rules : NULL;
    salvo_status status = fit_run_held_out(fit, fit->lists[list], rules, fit_model_of(fit, list), NULL, err);

    /* A single pair has no interval. */
    j->judged = status == SALVO_OK && fit->run.n >= 2;
    if (!j->judged)
        return status;
    status = imbalance_measure(&j->imbalance, &fit->run, fit->report->memory, err);
    /* Within limits the fitted list differs from the model's. */
    return status == SALVO_OK && list == SALVO_LIST_FITTED && !fit->limits.exist
               ? find_floor(fit, j->imbalance.plain.value, err)
               : status;
}

/* The fitted list is first: if time is short, it matters most. */
salvo_status lists_judge(fit_context *fit, salvo_error *err)
{
    static const salvo_list ORDER[SALVO_N_LISTS] = {SALVO_LIST_FITTED, SALVO_LIST_PUBLISHED, SALVO_LIST_ROUNDED,
                                                    SALVO_LIST_RULES,  SALVO_LIST_UNLIMITED, SALVO_LIST_FORMULA};

    fit->time.sets =
        1 + (int)(2 * fit->report->n_separate); /* the prediction, and each separate list beside the common one */
    for (int i = 0; i < SALVO_N_LISTS; i++)
        fit->time.sets += has_list(fit, ORDER[i]);
    for (int i = 0; i < SALVO_N_LISTS && !fit->stopped; i++)
        if (has_list(fit, ORDER[i]))
            TRY(judge_list(fit, ORDER[i], err));
    bound_floor(fit->report);
    return SALVO_OK;
}

static void predict_by(fit_context *fit, salvo_list list, predicted_pair *pairs)
{
    const pair_run *run = &fit->run;
    salvo_prediction *to = &fit->report->judged[list].prediction;
    const army_rules *rules = list == SALVO_LIST_RULES ? &fit->rules : NULL;
    /* All lists use the same pairs, so that differences between lists are not luck. */
    const size_t n = predicted_pairs_of(pairs, run, fit->lists[list], rules);

    if (n >= FIT_PAIRS_LEAST)
        prediction_judge(to, pairs, n);
    to->spread = SPREAD_JUDGED;
}

salvo_status lists_predict(fit_context *fit, salvo_error *err)
{
    /* Each list overwrites them. */
    const bool hurry = fit->report->plan.time_s > 0;
    const size_t most = fit->report->plan.pairs * (hurry ? fit->battles.pool.n_ranges : 1);
    predicted_pair *pairs = salvo_arena_array(fit->report->memory, most, sizeof *pairs);
    const army_set set = {.prices = fit->published,
                          .odds = fit->battles.odds,
                          .stream = STREAM_UNEQUAL,
                          .spread = SPREAD_JUDGED,
                          .pairs = most,
                          .one_range = hurry};

    if (fit->stopped || fit_time_is_over(&fit->time))
        return SALVO_OK;
    fit_time_for_set(&fit->time, FIT_PAIRS_LEAST);
    TRY(pairs ? fit_run_set(fit, set, err) : salvo_fail_memory(err));
    for (int list = 0; list < SALVO_N_LISTS && fit->run.n >= FIT_PAIRS_LEAST; list++)
        if (has_list(fit, (salvo_list)list))
            predict_by(fit, (salvo_list)list, pairs);
    return SALVO_OK;
}
