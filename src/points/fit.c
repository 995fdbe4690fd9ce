/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit in rounds: draw armies of about equal cost, fight them, fit worths to all rounds together, and take the worths
 * as prices. A pair of a round meets at one range in every scenario, because other pairs say more than other ranges of
 * the same pair. At the end every list is judged on armies that no fit has used, which meet in all conditions. A stop
 * ends the rounds, and the results so far are reported. */
#include <salvo/points.h>

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/attack_odds.h"
#include "points/claims.h"
#include "points/fit_context.h"
#include "points/judged_lists.h"
#include "points/new_prices.h"
#include "points/own_lists.h"
#include "points/price_parts.h"
#include "points/reasons.h"
#include "rules/fault.h"
#include "share/share.h"

const char *const SALVO_LISTS[SALVO_N_LISTS] = {"published", "fitted", "rounded", "formula", "army-rules", "unlimited"};

const char *const SALVO_PERS[SALVO_N_PERS] = {"nothing", "scenario", "range", "targets", "setting"};

const char *const SALVO_BINDINGS[SALVO_N_BINDINGS] = {"", "kept", "least", "greatest", "order"};

/* The maximal ratio of the costs of armies that are fitted. */
static const double SPREAD_FITTED = 1.3;

/* PAIRS: the number of pairs of armies in every set, unless the plan sets it. A round has as many for every range, the
 * second round twice and later rounds three times as many. If the plan limits the time, rounds end by the clock. */
enum { PAIRS = 400, ROUNDS_MAX = 1000, GROWING = 3, RULE_FITS = 2 };

/* Fits the model to the battles of all rounds so far, and takes its worths as the list's prices. */
static salvo_status fit_list(fit_context *fit, value_model *model, const value_question *of, salvo_list list,
                             salvo_error *err)
{
    value_model_free(model); /* the earlier fit is dropped; the first time there is none */
    TRY(fit_values(fit, model, of, err));
    fit_read_prices(fit, model, fit->lists[list]);
    return SALVO_OK;
}

/* Returns how far the fitted prices are from the earlier ones: the root mean square of the logarithm of their ratio. */
static double way_of(const fit_context *fit)
{
    double sum = 0;

    for (size_t u = 0; u < fit->pool.n; u++) {
        const double way = log(fit->lists[SALVO_LIST_FITTED][u] / fit->published[u]);

        sum += way * way;
    }
    return sqrt(sum / (double)fit->pool.n);
}

/* Decides whether the next armies are drawn at the prices found so far. If there were no prices, or they are far off,
 * armies of equal cost say little, and the answer is yes. Otherwise it is no: the luck of earlier armies would select
 * later ones. Then prices of two seeds would differ more than their intervals say. On M.A.D., the root mean square of z
 * between seeds is 1.21 with armies drawn anew and 1.09 without (docs/architecture.md). */
static bool draws_anew(const fit_context *fit, int round)
{
    static const double FAR = 0.25; /* for M.A.D.'s published prices it is 0.10 */

    return round > 0 && (!fit->pool.priced || way_of(fit) > FAR);
}

/* Runs one round. Armies of equal or nearly equal cost say most about prices, because a battle with a certain winner
 * says little. */
static salvo_status fit_round(fit_context *fit, int round, size_t pairs, salvo_error *err)
{
    const bool anew = draws_anew(fit, round);
    const double *prices = anew ? fit->lists[SALVO_LIST_FITTED] : fit->published;
    army_set set = {.prices = prices,
                    .stream = (uint32_t)(STREAM_ROUND + round),
                    .spread = SPREAD_FITTED,
                    .pairs = pairs,
                    .one_range = true};

    set.odds = fit_odds(fit, anew ? &fit->model : NULL);
    if (!set.odds)
        return salvo_fail_memory(err);
    TRY(fit_run_set(fit, &set, err));
    return observations_add(&fit->seen, &fit->run, &fit->candidates, prices, err);
}

/* Makes one fit, and measures its effect on scenarios. */
static salvo_status fit_once(fit_context *fit, fairness *fair, salvo_error *err)
{
    const value_question of = fit_question(fit, &fit->free);

    TRY(fit_list(fit, &fit->model, &of, SALVO_LIST_FITTED, err));
    return emphasis_measure(fair, &fit->model, &of, &fit->pool, fit->model.memory, err);
}

/* Raises the emphasis until no scenario loses, or none can be raised any more. Of all that was tried, takes the
 * emphasis with the smallest greatest loss (minimax). *loses: that loss. */
static salvo_status find_emphasis(fit_context *fit, double *loses, salvo_error *err)
{
    const size_t bytes = fit->pool.n_conditions * sizeof *fit->emphasis;
    double *best = salvo_arena_array(fit->report->memory, fit->pool.n_conditions, sizeof *best), least = INFINITY;
    bool again = true;

    for (size_t at = 0; best && at < fit->pool.n_conditions; at++)
        fit->emphasis[at] = 1;
    while (best && again) {
        salvo_status status = fit_once(fit, &fit->fair, err);

        if (status != SALVO_OK)
            return status;
        *loses = emphasis_excess(&fit->fair);
        if (*loses < least) {
            least = *loses;
            memcpy(best, fit->emphasis, bytes);
        }
        again = emphasis_raise(fit->emphasis, &fit->fair, &fit->pool);
    }
    if (!best)
        return salvo_fail_memory(err);
    if (memcmp(best, fit->emphasis, bytes) == 0)
        return SALVO_OK;
    memcpy(fit->emphasis, best, bytes);
    *loses = least;
    return fit_once(fit, &fit->fair, err);
}

/* Makes the model from all rounds so far. The emphasis is found anew each time, because that of a few battles might be
 * too great. */
static salvo_status fit_worths(fit_context *fit, salvo_error *err)
{
    const value_question of = fit_question(fit, &fit->free);
    const double before = fit_time_passed(&fit->time);
    double loses = 0;
    salvo_status status;

    fit->report->pairs += fit->run.n;
    fit->report->trials = fit->run.trials;
    fit->report->part = 1;
    status = find_emphasis(fit, &loses, err);
    /* Without earlier prices there is no way back. */
    if (status == SALVO_OK && fit->pool.priced && loses > EMPHASIS_TOLERANCE)
        status = emphasis_draw_back(&fit->model, &fit->report->part, &of, &fit->pool, fit->model.memory, err);
    if (status != SALVO_OK)
        return status;
    fit_read_prices(fit, &fit->model, fit->lists[SALVO_LIST_FITTED]);
    for (size_t at = 0; at < fit->pool.n_conditions; at++)
        fit->report->emphasis[fit->pool.conditions[at].scenario] = fit->emphasis[at];
    fit->time.round_s = fit_time_passed(&fit->time) - before;
    return SALVO_OK;
}

/* Rounds begin small and grow, so that there is an early list. If the plan limits the time, they begin smaller. */
static size_t pairs_of_round(const fit_context *fit, int round)
{
    const size_t all = fit->pool.plan->pairs * fit->pool.n_ranges;

    if (fit->pool.plan->time_s == 0)
        return all * (size_t)(round < GROWING ? round + 1 : GROWING);
    return round >= 3 ? all : all >> (3 - round) > FIT_PAIRS_LEAST ? all >> (3 - round) : FIT_PAIRS_LEAST;
}

/* Returns the text on the progress so far. NULL if memory is out, which is no reason to end. */
static const char *so_far(const fit_context *fit)
{
    double was = 0, is = 0, weights = 0;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++) {
        was += fit->pool.plan->scenarios[s] * fit->fair.was[s];
        is += fit->pool.plan->scenarios[s] * fit->fair.is[s];
        weights += fit->pool.plan->scenarios[s];
    }
    return salvo_arena_printf(fit->report->memory,
                              "a first list is ready, from %zu pairs of armies: imbalance about %.3f, before %.3f",
                              fit->report->pairs, is / weights, was / weights);
}

static salvo_status broken_off(salvo_error *err)
{
    return salvo_fail(err, SALVO_STOPPED, "the fit was interrupted before it had prices");
}

/* Fights the battles of a round, and makes the list from all battles so far. If the clock ends a round before a list is
 * possible, the next round continues it. Otherwise a busy machine would find no prices. */
static salvo_status fight_and_fit(fit_context *fit, int round, size_t pairs, salvo_error *err)
{
    TRY(fit_round(fit, round, pairs, err));
    if (fit->seen.n >= FIT_PAIRS_LEAST)
        return fit_worths(fit, err);
    if (fit->stopped)
        return broken_off(err);
    fit->report->pairs += fit->run.n;
    if (fit->run.n == pairs)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "too few battles have a winner to find prices: of %zu pairs of armies, %zu have one",
                          fit->report->pairs, fit->seen.n);
    return SALVO_OK;
}

/* Counts the models that are fitted after the rounds: the formula, a floor from two halves, separate lists, prices by
 * kind of condition, and army rules from two halves and once more. */
static salvo_status count_fits(fit_context *fit, salvo_error *err)
{
    price_parts parts = {.n = 0};
    salvo_status status =
        fit->pool.plan->n_named ? price_parts_list(&parts, &fit->pool, fit->report->memory, err) : SALVO_OK;

    fit->time.fits = fit->formula.exists + !fit->limits.exist + (int)fit->report->n_separate + (int)parts.n +
                     (fit->pool.plan->army_rules > 0 ? RULE_FITS : 0);
    return status;
}

static salvo_status fit_all(fit_context *fit, salvo_error *err)
{
    const int rounds = fit->pool.plan->time_s > 0 ? ROUNDS_MAX : fit->pool.rounds;
    salvo_status status = count_fits(fit, err);

    /* Round 0 draws armies at the published prices. */
    memcpy(fit->lists[SALVO_LIST_FITTED], fit->published, fit->pool.n * sizeof *fit->published);
    for (int round = 0; round < rounds && !fit->stopped && status == SALVO_OK; round++) {
        const size_t pairs = pairs_of_round(fit, round);
        const size_t least = fit->seen.n < FIT_PAIRS_LEAST ? FIT_PAIRS_LEAST : 0;

        if (!fit_time_for_round(&fit->time, fit->seen.n, pairs, least))
            break;
        status = fight_and_fit(fit, round, pairs, err);
        if (fit->time.by_ranks && fit->watch.stopped && fit->seen.n >= FIT_PAIRS_LEAST)
            break;
        fit->so_far = status == SALVO_OK && fit->seen.n >= FIT_PAIRS_LEAST ? so_far(fit) : NULL;
    }
    return status;
}

/* Fits the formula once, at the end, to the battles of all rounds. */
static salvo_status fit_formula(fit_context *fit, salvo_error *err)
{
    const value_question of = fit_question(fit, &fit->formula.design);

    fit->time.fits -= fit->formula.exists;
    return fit->formula.exists ? fit_list(fit, &fit->formula_model, &of, SALVO_LIST_FORMULA, err) : SALVO_OK;
}

static salvo_status choose_rules(fit_context *fit, salvo_error *err)
{
    value_question of = fit_question(fit, &fit->free);
    salvo_status status;

    if (fit->pool.plan->army_rules == 0 || fit->stopped)
        return SALVO_OK;
    of.n_rules = fit->candidates.n;
    fit->time.fits -= RULE_FITS;
    status = rule_choice_make(&fit->choice, &of, &fit->seen, (size_t)fit->pool.plan->army_rules, err);
    if (status != SALVO_OK || fit->choice.n == 0)
        return status;
    of.is_open = fit->choice.is_open;
    status = fit_list(fit, &fit->rules_model, &of, SALVO_LIST_RULES, err);
    if (status == SALVO_OK && fit->limits.exist)
        status = new_prices_limit_rules(fit, &of, err);
    return status == SALVO_OK ? new_prices_read_rules(fit, err) : status;
}

/* Finds the reasons for the units that the plan names. */
static salvo_status find_reasons(fit_context *fit, salvo_error *err)
{
    const value_question of = fit_question(fit, &fit->free);
    const reasons_from from = {
        .pool = &fit->pool,
        .question = &of,
        .model = &fit->model,
        .published = fit->published,
        .fitted = fit->lists[SALVO_LIST_FITTED],
    };
    salvo_status status;

    if (fit->pool.plan->n_named == 0)
        return SALVO_OK;
    status = reasons_find(&fit->report->reasons, &from, fit->report->memory, err);
    fit->time.fits -= (int)fit->report->reasons.n_parts;
    return status;
}

/* Allocates the lists, the prices by class, and the observations of all rounds. */
static salvo_status lay_out(fit_context *fit, salvo_error *err)
{
    salvo_arena *memory = fit->report->memory;
    double *members;

    for (int list = 0; list < SALVO_N_LISTS; list++)
        if (!(fit->lists[list] = salvo_arena_array(memory, fit->pool.n, sizeof *fit->lists[list])))
            return salvo_fail_memory(err);
    fit->published = fit->lists[SALVO_LIST_PUBLISHED];
    fit->by_class = salvo_arena_array(memory, fit->pool.n_classes, sizeof *fit->by_class);
    members = salvo_arena_array(memory, fit->pool.n_classes, sizeof *members);
    fit->seen.memory = memory;
    fit->weights = observations_weights(&fit->pool, memory);
    fit->emphasis = salvo_arena_array(memory, fit->pool.n_conditions, sizeof *fit->emphasis);
    if (!fit->by_class || !members || !fit->weights || !fit->emphasis)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < fit->pool.n; u++) {
        fit->published[u] = fit->pool.units[u].price;
        /* This is a sum of logarithms, for the geometric mean below. */
        fit->by_class[fit->pool.units[u].class] += log(fit->pool.units[u].price);
        members[fit->pool.units[u].class]++;
    }
    for (size_t c = 0; c < fit->pool.n_classes; c++)
        fit->by_class[c] = exp(fit->by_class[c] / members[c]);
    return SALVO_OK;
}

static bool may_compare_units(const void *context)
{
    return fit_time_goes_on(context, 0);
}

static salvo_status open_pool(fit_context *fit, salvo_error *err)
{
    const pool_patience patience = {may_compare_units, &fit->time};
    salvo_status status;

    fit_time_for_opening(&fit->time);
    status = unit_pool_open_soon(&fit->pool, fit->report->book, &fit->report->plan, &patience, err);
    fit->pool.patience = NULL; /* it ends with this call */
    if (status != SALVO_OK)
        return status;
    status = unit_pool_describe(&fit->pool, &fit->report->unit_pool, fit->report->memory, err);
    /* This precedes all battles, so that impossible limits are reported at once. */
    return status == SALVO_OK ? price_limits_read(&fit->limits, &fit->pool, fit->report->memory, err) : status;
}

static salvo_status read_designs(fit_context *fit, salvo_error *err)
{
    salvo_arena *memory = fit->report->memory;

    TRY(worth_design_unconstrained(&fit->free, fit->by_class, fit->pool.n_classes, memory, err));
    TRY(fit->pool.plan->army_rules > 0 ? army_rules_list(&fit->candidates, &fit->pool, memory, err) : SALVO_OK);
    return formula_read(&fit->formula, &fit->pool, memory, err);
}

static salvo_status find_odds(fit_context *fit, salvo_error *err)
{
    fit->report->opening_s = fit_time_passed(&fit->time);
    fit_time_for_odds(&fit->time, FIT_PAIRS_LEAST);
    TRY(attack_odds_find(&fit->pool, fit->published, &fit->watch, err));
    if (fit->stopped)
        return broken_off(err);
    fit->odds = observations_odds(&fit->pool, fit->report->memory);
    return fit->odds ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status find_prices(fit_context *fit, salvo_error *err)
{
    static salvo_status (*const STEPS[])(fit_context *, salvo_error *) = {
        open_pool,
        lay_out,
        read_designs,
        own_lists_list,
        find_odds,
        fit_all,
        new_prices_limit,
        fit_formula,
        choose_rules,
        new_prices_read,
        new_prices_read_formula,
        new_prices_compare,
        find_reasons,
        lists_judge,
        lists_predict,
        own_lists_fit,
    };
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](fit, err);
    return status;
}

salvo_status fit_run_by(salvo_points_fit *report, const salvo_rulebook *book, const salvo_points_plan *plan,
                        const fit_clock *clock, salvo_error *err)
{
    fit_context fit = {.report = report};
    salvo_status status;

    *report = (salvo_points_fit){.book = book, .plan = plan ? *plan : SALVO_POINTS_PLAN, .memory = salvo_arena_new()};
    fit_time_begin(&fit.time, clock, report->plan.time_s);
    fit.time.by_ranks = report->plan.share && share_has_ranks(report->plan.share);
    if (report->plan.pairs == 0)
        report->plan.pairs = PAIRS;
    fit.on_time = (salvo_progress_callback){.report = fit_look_at_clock, .context = &fit};
    fit.watch.watch = &fit.on_time;
    status = report->memory ? find_prices(&fit, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    report->interrupted = fit.stopped;
    report->seconds = fit_time_passed(&fit.time);
    if (status == SALVO_OK)
        claims_of_fit(report);
    value_model_free(&fit.model);
    value_model_free(&fit.rules_model);
    value_model_free(&fit.formula_model);
    pair_run_free(&fit.run);
    unit_pool_close(&fit.pool);
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
