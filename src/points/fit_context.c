/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/fit_context.h"

#include <math.h>

/* An interval requires two pairs. */
enum { JUDGES_LEAST = 2 };

/* A fitted score is less precise than a judged one by this factor: more armies say more than more dice. */
static const double ROUGHER = 1.75;

/* A stop by the user is final; a deadline is set anew for each stage. */
bool fit_look_at_clock(void *context, const salvo_progress *progress)
{
    fit_context *d = context;
    const salvo_progress_callback *watch = d->m.plan->progress;
    salvo_progress told = *progress;

    told.if_stopped = d->so_far;
    d->stopped = d->stopped || (watch && !watch->report(watch->context, &told));
    return !d->stopped && fit_time_goes_on(&d->time, (size_t)progress->trials);
}

/* Returns the number of sets of armies: rounds, the prediction, lists, and separate lists with the lists that they are
 * compared with. */
static int stages_of(const fit_context *d)
{
    const int judged = 3 + d->formula.exists + d->limits.exist + (d->m.plan->army_rules > 0);

    return d->m.rounds + 1 + judged + (int)(2 * d->fit->n_separate);
}

/* Progress counts stages, because each takes about the same time. */
static void begin_stage(fit_context *d)
{
    const double stages = stages_of(d);

    d->watch.from = fmin(1, d->stage / stages);
    d->watch.to = fmin(1, ++d->stage / stages);
}

salvo_status fit_run_set(fit_context *d, const army_set *set, salvo_error *err)
{
    const salvo_points_plan *plan = d->m.plan;
    const army_lottery lottery = {.m = &d->m,
                                  .prices = set->prices,
                                  .seed = plan->seed,
                                  .stream = set->stream,
                                  .spread = log(set->spread),
                                  .rules = set->rules};
    /* Pairs of armies differ by far more than the error of so few battles. */
    const double precision = (set->one_range ? ROUGHER : 1) * plan->precision;
    salvo_status status;

    begin_stage(d);
    for (size_t at = 0; at < d->m.n_conditions; at++)
        d->m.conditions[at].odds = set->odds[at];
    /* A run holds all its scores in memory, so only one run is kept. */
    pair_run_free(&d->run);
    status = pair_run_init(&d->run, &d->m, set->pairs, pair_trials(precision), set->stream, err);
    d->run.one_range = set->one_range;
    d->run.only = set->only;
    return status == SALVO_OK ? pair_run_all(&d->run, &lottery, 0, set->pairs, &d->watch, err) : status;
}

void fit_read_prices(const fit_context *d, const value_model *v, double *prices)
{
    double sum = 0, published = 0;

    for (size_t u = 0; u < d->m.n; u++) {
        prices[u] = value_model_worth(v, d->m.units[u].class);
        sum += prices[u];
        published += d->published[u];
    }
    for (size_t u = 0; u < d->m.n; u++)
        prices[u] *= published / sum;
}

/* The fit minimises what a player notices; see value_loss.c. */
value_question fit_question(const fit_context *d, const worth_design *design)
{
    return (value_question){.design = design,
                            .seen = d->seen.of,
                            .n_seen = d->seen.n,
                            .n_conditions = d->m.n_conditions,
                            .weight = d->weights,
                            .emphasis = d->emphasis,
                            .odds = d->odds,
                            .prior_sd = d->m.prior_sd,
                            .battles = d->fit->trials,
                            .is_even = true};
}

/* Odds belong to a list: with other prices an attacker needs another share for an even fight. */
const double *fit_odds(const fit_context *d, const value_model *v)
{
    double *odds = v ? salvo_arena_array(d->fit->memory, d->m.n_conditions, sizeof *odds) : NULL;

    for (size_t at = 0; odds && at < d->m.n_conditions; at++)
        odds[at] = d->odds[at] == 1 ? 1 : exp(v->parameters[v->odds + at]);
    return v ? odds : d->odds;
}

const value_model *fit_model_of(const fit_context *d, salvo_list list)
{
    return list == SALVO_LIST_PUBLISHED ? NULL
           : list == SALVO_LIST_FORMULA ? &d->formula_model
           : list == SALVO_LIST_RULES   ? &d->rules_model
                                        : &d->model;
}

salvo_status fit_values(fit_context *d, value_model *model, const value_question *of, salvo_error *err)
{
    const double before = fit_time_passed(&d->time);
    const salvo_status status = value_model_fit(model, of, err);

    d->time.fit_s = fit_time_passed(&d->time) - before;
    d->time.fit_pairs = of->n_seen;
    return status;
}

/* Every list uses the same stream, so armies differ only if the lists do. All battles of one pair are alike. So if time
 * is short, the same number of battles with more pairs says more. */
salvo_status fit_run_held_out(fit_context *d, const double *prices, const army_rules *rules, const value_model *v,
                              const bool *only, salvo_error *err)
{
    const bool hurry = d->m.plan->time_s > 0;
    const army_set set = {.prices = prices,
                          .rules = rules,
                          .odds = fit_odds(d, v),
                          .stream = STREAM_HELD_OUT,
                          .spread = 1,
                          .pairs = d->m.plan->pairs * (hurry ? d->m.n_ranges : 1),
                          .one_range = hurry,
                          .only = only};

    fit_time_for_set(&d->time, JUDGES_LEAST);
    return set.odds ? fit_run_set(d, &set, err) : salvo_fail_memory(err);
}
