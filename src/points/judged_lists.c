/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/judged_lists.h"

#include <math.h>

#include "points/imbalance.h"
#include "points/prediction.h"
#include "points/price_floor.h"

/* The maximal ratio of costs of the armies on which all lists are judged. */
static const double SPREAD_JUDGED = 2;

/* Finds the floor of the fitted list, while its armies exist. */
static salvo_status find_floor(fit_context *d, double reached, salvo_error *err)
{
    const value_question of = fit_question(d, &d->free);
    observations judged = {.memory = d->fit->memory};
    salvo_bounds above;
    salvo_status status = observations_add(&judged, &d->run, NULL, d->lists[SALVO_LIST_FITTED], err);

    if (status != SALVO_OK || judged.n < FIT_PAIRS_LEAST)
        return status;
    d->time.fits--;
    status = price_floor_distance(&above, &d->model, &of, &d->seen, &judged, err);
    d->fit->has_floor = status == SALVO_OK;
    d->fit->floor = (salvo_bounds){reached - above.value, reached - above.high, reached - above.low};
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
static bool exists(const fit_context *d, salvo_list list)
{
    return list == SALVO_LIST_FORMULA     ? d->formula.exists
           : list == SALVO_LIST_RULES     ? d->rules.n > 0
           : list == SALVO_LIST_UNLIMITED ? d->limits.exist
                                          : true;
}

static salvo_status judge_list(fit_context *d, salvo_list list, salvo_error *err)
{
    salvo_judgement *j = &d->fit->judged[list];
    const army_rules *rules = list == SALVO_LIST_RULES ? &d->rules : NULL;
    salvo_status status = fit_run_held_out(d, d->lists[list], rules, fit_model_of(d, list), NULL, err);

    /* A single pair has no interval. */
    j->judged = status == SALVO_OK && d->run.n >= 2;
    if (!j->judged)
        return status;
    status = imbalance_measure(&j->imbalance, &d->run, d->fit->memory, err);
    /* Within limits the fitted list differs from the model's. */
    return status == SALVO_OK && list == SALVO_LIST_FITTED && !d->limits.exist
               ? find_floor(d, j->imbalance.plain.value, err)
               : status;
}

/* The fitted list is first: if time is short, it matters most. */
salvo_status lists_judge(fit_context *d, salvo_error *err)
{
    static const salvo_list ORDER[SALVO_N_LISTS] = {SALVO_LIST_FITTED, SALVO_LIST_PUBLISHED, SALVO_LIST_ROUNDED,
                                                    SALVO_LIST_RULES,  SALVO_LIST_UNLIMITED, SALVO_LIST_FORMULA};

    d->time.sets = 1 + (int)(2 * d->fit->n_separate); /* the prediction, and each separate list beside the common one */
    for (int i = 0; i < SALVO_N_LISTS; i++)
        d->time.sets += exists(d, ORDER[i]);
    for (int i = 0; i < SALVO_N_LISTS && !d->stopped; i++) {
        salvo_status status = exists(d, ORDER[i]) ? judge_list(d, ORDER[i], err) : SALVO_OK;

        if (status != SALVO_OK)
            return status;
    }
    bound_floor(d->fit);
    return SALVO_OK;
}

static void predict(fit_context *d, salvo_list list, predicted_pair *pairs)
{
    const pair_run *run = &d->run;
    salvo_prediction *to = &d->fit->judged[list].prediction;
    const army_rules *rules = list == SALVO_LIST_RULES ? &d->rules : NULL;
    /* All lists use the same pairs, so that differences between lists are not luck. */
    const size_t n = predicted_pairs_of(pairs, run, d->lists[list], rules);

    if (n >= FIT_PAIRS_LEAST)
        prediction_judge(to, pairs, n);
    to->spread = SPREAD_JUDGED;
}

salvo_status lists_predict(fit_context *d, salvo_error *err)
{
    /* Each list overwrites them. */
    const bool hurry = d->m.plan->time_s > 0;
    const size_t most = d->m.plan->pairs * (hurry ? d->m.n_ranges : 1);
    predicted_pair *pairs = salvo_arena_array(d->fit->memory, most, sizeof *pairs);
    const army_set set = {.prices = d->published,
                          .odds = d->odds,
                          .stream = STREAM_UNEQUAL,
                          .spread = SPREAD_JUDGED,
                          .pairs = most,
                          .one_range = hurry};
    salvo_status status = SALVO_OK;

    if (d->stopped || fit_time_is_over(&d->time))
        return SALVO_OK;
    fit_time_for_set(&d->time, FIT_PAIRS_LEAST);
    status = pairs ? fit_run_set(d, &set, err) : salvo_fail_memory(err);
    for (int list = 0; list < SALVO_N_LISTS && status == SALVO_OK && d->run.n >= FIT_PAIRS_LEAST; list++)
        if (exists(d, (salvo_list)list))
            predict(d, (salvo_list)list, pairs);
    return status;
}
