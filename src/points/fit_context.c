/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/fit_context.h"

#include <math.h>

#include "base/try.h"

/* An interval requires two pairs. */
enum { JUDGES_LEAST = 2 };

/* A fitted score is less precise than a judged one by this factor: more armies say more than more dice. */
static const double ROUGHER = 1.75;

/* A stop by the user is final; a deadline is set anew for each stage. */
bool fit_look_at_clock(void *context, const salvo_progress *progress)
{
    fit_context *fit = context;
    const salvo_progress_callback *watch = fit->report->plan.progress;
    salvo_progress told = *progress;

    told.if_stopped = fit->so_far;
    fit->stopped = fit->stopped || (watch && !watch->report(watch->context, &told));
    return !fit->stopped && fit_time_goes_on(&fit->time, (size_t)progress->trials);
}

/* Returns the number of sets of armies: rounds, the prediction, lists, and separate lists with the lists that they are
 * compared with. */
static int stages_of(const fit_context *fit)
{
    const int judged = 3 + fit->formula.exists + fit->limits.exist + (fit->report->plan.army_rules > 0);

    return fit->battles.pool.rounds + 1 + judged + (int)(2 * fit->report->n_separate);
}

salvo_status fit_check_stop(const fit_context *fit, salvo_error *err)
{
    return fit->stopped ? salvo_fail(err, SALVO_STOPPED, "the fit was interrupted before it had prices") : SALVO_OK;
}

/* Progress counts sets, because each takes about the same time. */
salvo_status fit_run_set(fit_context *fit, army_set set, salvo_error *err)
{
    set.upto = fmin(1, ++fit->stage / (double)stages_of(fit));
    /* Pairs of armies differ by far more than the error of so few battles. */
    set.precision = (set.one_range ? ROUGHER : 1) * fit->report->plan.precision;
    return price_battles_fight(&fit->battles, &fit->run, &set, err);
}

void fit_read_prices(const fit_context *fit, const value_model *v, double *prices)
{
    const unit_pool *pool = &fit->battles.pool;
    double sum = 0, published = 0;

    for (size_t u = 0; u < pool->n; u++) {
        prices[u] = value_model_worth(v, pool->units[u].class);
        sum += prices[u];
        published += fit->published[u];
    }
    for (size_t u = 0; u < pool->n; u++)
        prices[u] *= published / sum;
}

/* The fit minimises what a player notices; see value_loss.c. */
value_question fit_question(const fit_context *fit, const worth_design *design)
{
    value_question of = price_battles_question(&fit->battles, design, &fit->seen);

    of.emphasis = fit->emphasis;
    of.battles = fit->report->trials;
    of.is_even = true;
    return of;
}

/* Odds belong to a list: with other prices an attacker needs another share for an even fight. */
const double *fit_odds(const fit_context *fit, const value_model *v)
{
    double *odds = v ? salvo_arena_array(fit->report->memory, fit->battles.pool.n_conditions, sizeof *odds) : NULL;

    for (size_t at = 0; odds && at < fit->battles.pool.n_conditions; at++)
        odds[at] = fit->battles.odds[at] == 1 ? 1 : exp(v->parameters[v->odds + at]);
    return v ? odds : fit->battles.odds;
}

const value_model *fit_model_of(const fit_context *fit, salvo_list list)
{
    return list == SALVO_LIST_PUBLISHED ? NULL
           : list == SALVO_LIST_FORMULA ? &fit->formula_model
           : list == SALVO_LIST_RULES   ? &fit->rules_model
                                        : &fit->model;
}

salvo_status fit_values(fit_context *fit, value_model *model, const value_question *of, salvo_error *err)
{
    const double before = fit_time_passed(&fit->time);
    const salvo_status status = value_model_fit(model, of, err);

    fit->time.fit_s = fit_time_passed(&fit->time) - before;
    fit->time.fit_pairs = of->n_seen;
    return status;
}

salvo_status fit_list(fit_context *fit, value_model *model, const value_question *of, salvo_list list, salvo_error *err)
{
    value_model_free(model);
    TRY(fit_values(fit, model, of, err));
    fit_read_prices(fit, model, fit->lists[list]);
    return SALVO_OK;
}

/* Every list uses the same stream, so armies differ only if the lists do. All battles of one pair are alike. So if time
 * is short, the same number of battles with more pairs says more. */
salvo_status fit_run_held_out(fit_context *fit, const double *prices, const army_rules *rules, const value_model *v,
                              const bool *only, salvo_error *err)
{
    const bool hurry = fit->report->plan.time_s > 0;
    const army_set set = {.prices = prices,
                          .rules = rules,
                          .odds = fit_odds(fit, v),
                          .stream = STREAM_HELD_OUT,
                          .spread = 1,
                          .pairs = fit->report->plan.pairs * (hurry ? fit->battles.pool.n_ranges : 1),
                          .one_range = hurry,
                          .only = only};

    fit_time_for_set(&fit->time, JUDGES_LEAST);
    return set.odds ? fit_run_set(fit, set, err) : salvo_fail_memory(err);
}
