/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit in rounds (fit_rounds.c). At the end every list is judged on armies that no fit has used, which meet in all
 * conditions. A stop ends the rounds, and the results so far are reported. */
#include <salvo/points.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/fit_context.h"
#include "points/judge.h"
#include "points/points_plan.h"
#include "points/reasons.h"
#include "rules/fault.h"
#include "share/share.h"

const char *const SALVO_LISTS[SALVO_N_LISTS] = {"published", "fitted", "rounded", "formula", "army-rules", "unlimited"};

const char *const SALVO_PERS[SALVO_N_PERS] = {"nothing", "scenario", "range", "targets", "setting"};

const char *const SALVO_BINDINGS[SALVO_N_BINDINGS] = {"", "kept", "least", "greatest", "order"};

enum { PAIRS = 400 }; /* of armies in every set, unless the plan says */

static bool may_compare_units(const void *context)
{
    return fit_time_goes_on(context, 0);
}

/* Limits are read before all battles, so that impossible ones are reported at once. */
static salvo_status open_pool(fit_context *fit, salvo_error *err)
{
    const pool_patience patience = {may_compare_units, &fit->time};
    salvo_points_fit *report = fit->report;
    const unit_pool *pool = &fit->battles.pool;

    fit_time_for_opening(&fit->time);
    TRY(price_battles_open(&fit->battles, report->book, &report->plan, &patience, err));
    TRY(unit_pool_describe(pool, &report->unit_pool, report->memory, err));
    return price_limits_read(&fit->limits, pool, report->memory, err);
}

/* Allocates the lists, the prices by class, and the observations of all rounds. */
static salvo_status lay_out(fit_context *fit, salvo_error *err)
{
    salvo_arena *memory = fit->report->memory;
    const unit_pool *pool = &fit->battles.pool;
    double *members = salvo_arena_array(memory, pool->n_classes, sizeof *members);

    fit->published = fit->lists[SALVO_LIST_PUBLISHED] = fit->battles.prices;
    for (int list = SALVO_LIST_PUBLISHED + 1; list < SALVO_N_LISTS; list++)
        if (!(fit->lists[list] = salvo_arena_array(memory, pool->n, sizeof *fit->lists[list])))
            return salvo_fail_memory(err);
    fit->by_class = salvo_arena_array(memory, pool->n_classes, sizeof *fit->by_class);
    fit->emphasis = salvo_arena_array(memory, pool->n_conditions, sizeof *fit->emphasis);
    fit->seen.memory = memory;
    if (!fit->by_class || !members || !fit->emphasis)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < pool->n; u++) {
        /* This is a sum of logarithms, for the geometric mean below. */
        fit->by_class[pool->units[u].class] += log(pool->units[u].price);
        members[pool->units[u].class]++;
    }
    for (size_t c = 0; c < pool->n_classes; c++)
        fit->by_class[c] = exp(fit->by_class[c] / members[c]);
    return SALVO_OK;
}

static salvo_status read_designs(fit_context *fit, salvo_error *err)
{
    salvo_arena *memory = fit->report->memory;
    const unit_pool *pool = &fit->battles.pool;

    TRY(worth_design_unconstrained(&fit->free, fit->by_class, pool->n_classes, memory, err));
    TRY(pool->plan->army_rules > 0 ? army_rules_list(&fit->candidates, pool, memory, err) : SALVO_OK);
    TRY(formula_read(&fit->formula, pool, memory, err));
    return own_lists_list(fit, err);
}

static salvo_status find_odds(fit_context *fit, salvo_error *err)
{
    fit->report->opening_s = fit_time_passed(&fit->time);
    fit_time_for_odds(&fit->time, FIT_PAIRS_LEAST);
    TRY(price_battles_find_odds(&fit->battles, fit->published, 0, err));
    return fit_check_stop(fit, err);
}

/* Counts the models that are fitted after the rounds: the formula, a floor from two halves, separate lists, prices by
 * kind of condition, and army rules from two halves and once more. */
static salvo_status count_fits(fit_context *fit, salvo_error *err)
{
    const salvo_points_plan *plan = &fit->report->plan;
    price_parts parts = {.n = 0};

    TRY(plan->n_named ? price_parts_list(&parts, &fit->battles.pool, fit->report->memory, err) : SALVO_OK);
    fit->time.fits = fit->formula.exists + !fit->limits.exist + (int)fit->report->n_separate + (int)parts.n +
                     (plan->army_rules > 0 ? FIT_RULES_MODELS : 0);
    return SALVO_OK;
}

/* Finds the reasons for the units that the plan names. */
static salvo_status find_reasons(fit_context *fit, salvo_error *err)
{
    const value_question of = fit_question(fit, &fit->free);
    const reasons_from from = {.pool = &fit->battles.pool,
                               .question = &of,
                               .model = &fit->model,
                               .published = fit->published,
                               .fitted = fit->lists[SALVO_LIST_FITTED]};
    salvo_price_reasons *reasons = &fit->report->reasons;

    if (fit->report->plan.n_named == 0)
        return SALVO_OK;
    TRY(reasons_find(reasons, &from, fit->report->memory, err));
    fit->time.fits -= (int)reasons->n_parts;
    return SALVO_OK;
}

static salvo_status fit_prices(fit_context *fit, salvo_error *err)
{
    TRY(fit->report->memory ? open_pool(fit, err) : salvo_fail_memory(err));
    TRY(lay_out(fit, err));
    TRY(read_designs(fit, err));
    TRY(find_odds(fit, err));
    TRY(count_fits(fit, err));
    TRY(fit_rounds(fit, err));
    TRY(new_prices_limit(fit, err));
    TRY(fit_formula(fit, err));
    TRY(fit_rules(fit, err));
    TRY(new_prices_report(fit, err));
    TRY(new_prices_compare(fit, err));
    TRY(find_reasons(fit, err));
    TRY(lists_judge(fit, err));
    TRY(lists_predict(fit, err));
    return own_lists_fit(fit, err);
}

salvo_status fit_run_by(salvo_points_fit *report, const salvo_rulebook *book, const salvo_points_plan *plan,
                        const fit_clock *clock, salvo_error *err)
{
    fit_context fit = {.report = report};
    salvo_status status;

    *report = (salvo_points_fit){.book = book, .plan = points_plan_of(plan, PAIRS), .memory = salvo_arena_new()};
    fit_time_begin(&fit.time, clock, report->plan.time_s);
    fit.time.by_ranks = report->plan.share && share_has_ranks(report->plan.share);
    fit.on_time = (salvo_progress_callback){.report = fit_look_at_clock, .context = &fit};
    fit.battles.memory = report->memory;
    fit.battles.watch.watch = &fit.on_time;
    status = salvo_fault_or(fit_prices(&fit, err), book, err);
    report->interrupted = fit.stopped;
    report->seconds = fit_time_passed(&fit.time);
    if (status == SALVO_OK)
        claims_of_fit(report);
    value_model_free(&fit.model);
    value_model_free(&fit.rules_model);
    value_model_free(&fit.formula_model);
    pair_run_free(&fit.run);
    price_battles_close(&fit.battles);
    if (status != SALVO_OK)
        salvo_points_fit_free(report);
    return status;
}

salvo_status salvo_points_fit_run(salvo_points_fit *fit, const salvo_rulebook *book, const salvo_points_plan *plan,
                                  salvo_error *err)
{
    return fit_run_by(fit, book, plan, &FIT_CLOCK, err);
}

void salvo_points_fit_free(salvo_points_fit *fit)
{
    salvo_arena_free(fit->memory);
    memset(fit, 0, sizeof *fit);
}
