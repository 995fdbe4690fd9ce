/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit in rounds: draw armies of about equal cost, fight them, fit worths to all rounds together, and take the worths
 * as prices. A pair of a round meets at one range in every scenario, because other pairs say more than other ranges of
 * the same pair. At the end every list is judged on armies that no fit has used, which meet in all conditions. A stop
 * ends the rounds, and the results so far are reported. */
#include <salvo/points.h>

#include <math.h>
#include <string.h>

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
static salvo_status fit_list(fit_context *d, value_model *model, const value_question *of, salvo_list list,
                             salvo_error *err)
{
    salvo_status status;

    value_model_free(model); /* the earlier fit is dropped; the first time there is none */
    status = fit_values(d, model, of, err);
    if (status != SALVO_OK)
        return status;
    fit_read_prices(d, model, d->lists[list]);
    return SALVO_OK;
}

/* Returns how far the fitted prices are from the earlier ones: the root mean square of the logarithm of their ratio. */
static double way_of(const fit_context *d)
{
    double sum = 0;

    for (size_t u = 0; u < d->m.n; u++) {
        const double way = log(d->lists[SALVO_LIST_FITTED][u] / d->published[u]);

        sum += way * way;
    }
    return sqrt(sum / (double)d->m.n);
}

/* Decides whether the next armies are drawn at the prices found so far. If there were no prices, or they are far off,
 * armies of equal cost say little, and the answer is yes. Otherwise it is no: the luck of earlier armies would select
 * later ones. Then prices of two seeds would differ more than their intervals say. On M.A.D., the root mean square of z
 * between seeds is 1.21 with armies drawn anew and 1.09 without (docs/architecture.md). */
static bool draws_anew(const fit_context *d, int round)
{
    static const double FAR = 0.25; /* for M.A.D.'s published prices it is 0.10 */

    return round > 0 && (!d->m.priced || way_of(d) > FAR);
}

/* Runs one round. Armies of equal or nearly equal cost say most about prices, because a battle with a certain winner
 * says little. */
static salvo_status fit_round(fit_context *d, int round, size_t pairs, salvo_error *err)
{
    const bool anew = draws_anew(d, round);
    const double *prices = anew ? d->lists[SALVO_LIST_FITTED] : d->published;
    army_set set = {.prices = prices,
                    .stream = (uint32_t)(STREAM_ROUND + round),
                    .spread = SPREAD_FITTED,
                    .pairs = pairs,
                    .one_range = true};
    salvo_status status;

    set.odds = fit_odds(d, anew ? &d->model : NULL);
    if (!set.odds)
        return salvo_fail_memory(err);
    status = fit_run_set(d, &set, err);
    return status == SALVO_OK ? observations_add(&d->seen, &d->run, &d->candidates, prices, err) : status;
}

/* Makes one fit, and measures its effect on scenarios. */
static salvo_status fit_once(fit_context *d, fairness *fair, salvo_error *err)
{
    const value_question of = fit_question(d, &d->free);
    salvo_status status = fit_list(d, &d->model, &of, SALVO_LIST_FITTED, err);

    return status == SALVO_OK ? emphasis_measure(fair, &d->model, &of, &d->m, d->model.memory, err) : status;
}

/* Raises the emphasis until no scenario loses, or none can be raised any more. Of all that was tried, takes the
 * emphasis with the smallest greatest loss (minimax). *loses: that loss. */
static salvo_status find_emphasis(fit_context *d, double *loses, salvo_error *err)
{
    const size_t bytes = d->m.n_conditions * sizeof *d->emphasis;
    double *best = salvo_arena_array(d->fit->memory, d->m.n_conditions, sizeof *best), least = INFINITY;
    bool again = true;

    for (size_t at = 0; best && at < d->m.n_conditions; at++)
        d->emphasis[at] = 1;
    while (best && again) {
        salvo_status status = fit_once(d, &d->fair, err);

        if (status != SALVO_OK)
            return status;
        *loses = emphasis_excess(&d->fair);
        if (*loses < least) {
            least = *loses;
            memcpy(best, d->emphasis, bytes);
        }
        again = emphasis_raise(d->emphasis, &d->fair, &d->m);
    }
    if (!best)
        return salvo_fail_memory(err);
    if (memcmp(best, d->emphasis, bytes) == 0)
        return SALVO_OK;
    memcpy(d->emphasis, best, bytes);
    *loses = least;
    return fit_once(d, &d->fair, err);
}

/* Makes the model from all rounds so far. The emphasis is found anew each time, because that of a few battles might be
 * too great. */
static salvo_status fit_worths(fit_context *d, salvo_error *err)
{
    const value_question of = fit_question(d, &d->free);
    const double before = fit_time_passed(&d->time);
    double loses = 0;
    salvo_status status;

    d->fit->pairs += d->run.n;
    d->fit->trials = d->run.trials;
    d->fit->part = 1;
    status = find_emphasis(d, &loses, err);
    /* Without earlier prices there is no way back. */
    if (status == SALVO_OK && d->m.priced && loses > EMPHASIS_TOLERANCE)
        status = emphasis_draw_back(&d->model, &d->fit->part, &of, &d->m, d->model.memory, err);
    if (status != SALVO_OK)
        return status;
    fit_read_prices(d, &d->model, d->lists[SALVO_LIST_FITTED]);
    for (size_t at = 0; at < d->m.n_conditions; at++)
        d->fit->emphasis[d->m.conditions[at].scenario] = d->emphasis[at];
    d->time.round_s = fit_time_passed(&d->time) - before;
    return SALVO_OK;
}

/* Rounds begin small and grow, so that there is an early list. If the plan limits the time, they begin smaller. */
static size_t pairs_of_round(const fit_context *d, int round)
{
    const size_t all = d->m.plan->pairs * d->m.n_ranges;

    if (d->m.plan->time_s == 0)
        return all * (size_t)(round < GROWING ? round + 1 : GROWING);
    return round >= 3 ? all : all >> (3 - round) > FIT_PAIRS_LEAST ? all >> (3 - round) : FIT_PAIRS_LEAST;
}

/* Returns the text on the progress so far. NULL if memory is out, which is no reason to end. */
static const char *so_far(const fit_context *d)
{
    double was = 0, is = 0, weights = 0;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++) {
        was += d->m.plan->scenarios[s] * d->fair.was[s];
        is += d->m.plan->scenarios[s] * d->fair.is[s];
        weights += d->m.plan->scenarios[s];
    }
    return salvo_arena_printf(d->fit->memory,
                              "a first list is ready, from %zu pairs of armies: imbalance about %.3f, before %.3f",
                              d->fit->pairs, is / weights, was / weights);
}

static salvo_status broken_off(salvo_error *err)
{
    return salvo_fail(err, SALVO_STOPPED, "the fit was interrupted before it had prices");
}

static salvo_status nobody_wins(const fit_context *d, salvo_error *err)
{
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "too few battles have a winner to find prices: of %zu pairs of armies, %zu have one",
                      d->fit->pairs + d->run.n, d->seen.n);
}

/* Fights the battles of a round, and makes the list from all battles so far. If the clock ends a round before a list is
 * possible, the next round continues it. Otherwise a busy machine would find no prices. */
static salvo_status fight_and_fit(fit_context *d, int round, size_t pairs, salvo_error *err)
{
    salvo_status status = fit_round(d, round, pairs, err);

    if (status != SALVO_OK)
        return status;
    if (d->seen.n >= FIT_PAIRS_LEAST)
        return fit_worths(d, err);
    if (d->stopped)
        return broken_off(err);
    if (d->run.n == pairs)
        return nobody_wins(d, err);
    d->fit->pairs += d->run.n;
    return SALVO_OK;
}

/* Counts the models that are fitted after the rounds: the formula, a floor from two halves, separate lists, prices by
 * kind of condition, and army rules from two halves and once more. */
static salvo_status count_fits(fit_context *d, salvo_error *err)
{
    price_parts parts = {.n = 0};
    salvo_status status = d->m.plan->n_named ? price_parts_list(&parts, &d->m, d->fit->memory, err) : SALVO_OK;

    d->time.fits = d->formula.exists + !d->limits.exist + (int)d->fit->n_separate + (int)parts.n +
                   (d->m.plan->army_rules > 0 ? RULE_FITS : 0);
    return status;
}

static salvo_status fit_all(fit_context *d, salvo_error *err)
{
    const int rounds = d->m.plan->time_s > 0 ? ROUNDS_MAX : d->m.rounds;
    salvo_status status = count_fits(d, err);

    /* Round 0 draws armies at the published prices. */
    memcpy(d->lists[SALVO_LIST_FITTED], d->published, d->m.n * sizeof *d->published);
    for (int round = 0; round < rounds && !d->stopped && status == SALVO_OK; round++) {
        const size_t pairs = pairs_of_round(d, round);
        const size_t least = d->seen.n < FIT_PAIRS_LEAST ? FIT_PAIRS_LEAST : 0;

        if (!fit_time_for_round(&d->time, d->seen.n, pairs, least))
            break;
        status = fight_and_fit(d, round, pairs, err);
        if (d->time.by_ranks && d->watch.stopped && d->seen.n >= FIT_PAIRS_LEAST)
            break;
        d->so_far = status == SALVO_OK && d->seen.n >= FIT_PAIRS_LEAST ? so_far(d) : NULL;
    }
    return status;
}

/* Fits the formula once, at the end, to the battles of all rounds. */
static salvo_status fit_formula(fit_context *d, salvo_error *err)
{
    const value_question of = fit_question(d, &d->formula.design);

    d->time.fits -= d->formula.exists;
    return d->formula.exists ? fit_list(d, &d->formula_model, &of, SALVO_LIST_FORMULA, err) : SALVO_OK;
}

static salvo_status choose_rules(fit_context *d, salvo_error *err)
{
    value_question of = fit_question(d, &d->free);
    salvo_status status;

    if (d->m.plan->army_rules == 0 || d->stopped)
        return SALVO_OK;
    of.n_rules = d->candidates.n;
    d->time.fits -= RULE_FITS;
    status = rule_choice_make(&d->choice, &of, &d->seen, (size_t)d->m.plan->army_rules, err);
    if (status != SALVO_OK || d->choice.n == 0)
        return status;
    of.is_open = d->choice.is_open;
    status = fit_list(d, &d->rules_model, &of, SALVO_LIST_RULES, err);
    if (status == SALVO_OK && d->limits.exist)
        status = new_prices_limit_rules(d, &of, err);
    return status == SALVO_OK ? new_prices_read_rules(d, err) : status;
}

/* Finds the reasons for the units that the plan names. */
static salvo_status find_reasons(fit_context *d, salvo_error *err)
{
    const value_question of = fit_question(d, &d->free);
    const reasons_from from = {
        .m = &d->m,
        .question = &of,
        .model = &d->model,
        .published = d->published,
        .fitted = d->lists[SALVO_LIST_FITTED],
    };
    salvo_status status;

    if (d->m.plan->n_named == 0)
        return SALVO_OK;
    status = reasons_find(&d->fit->reasons, &from, d->fit->memory, err);
    d->time.fits -= (int)d->fit->reasons.n_parts;
    return status;
}

/* Allocates the lists, the prices by class, and the observations of all rounds. */
static salvo_status lay_out(fit_context *d, salvo_error *err)
{
    salvo_arena *memory = d->fit->memory;
    double *members;

    for (int list = 0; list < SALVO_N_LISTS; list++)
        if (!(d->lists[list] = salvo_arena_array(memory, d->m.n, sizeof *d->lists[list])))
            return salvo_fail_memory(err);
    d->published = d->lists[SALVO_LIST_PUBLISHED];
    d->by_class = salvo_arena_array(memory, d->m.n_classes, sizeof *d->by_class);
    members = salvo_arena_array(memory, d->m.n_classes, sizeof *members);
    d->seen.memory = memory;
    d->weights = observations_weights(&d->m, memory);
    d->emphasis = salvo_arena_array(memory, d->m.n_conditions, sizeof *d->emphasis);
    if (!d->by_class || !members || !d->weights || !d->emphasis)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < d->m.n; u++) {
        d->published[u] = d->m.units[u].price;
        /* This is a sum of logarithms, for the geometric mean below. */
        d->by_class[d->m.units[u].class] += log(d->m.units[u].price);
        members[d->m.units[u].class]++;
    }
    for (size_t c = 0; c < d->m.n_classes; c++)
        d->by_class[c] = exp(d->by_class[c] / members[c]);
    return SALVO_OK;
}

static bool may_compare_units(const void *context)
{
    return fit_time_goes_on(context, 0);
}

static salvo_status open_pool(fit_context *d, salvo_error *err)
{
    const pool_patience patience = {may_compare_units, &d->time};
    salvo_status status;

    fit_time_for_opening(&d->time);
    status = unit_pool_open_soon(&d->m, d->fit->book, &d->fit->plan, &patience, err);
    d->m.patience = NULL; /* it ends with this call */
    if (status != SALVO_OK)
        return status;
    status = unit_pool_describe(&d->m, &d->fit->unit_pool, d->fit->memory, err);
    /* This precedes all battles, so that impossible limits are reported at once. */
    return status == SALVO_OK ? price_limits_read(&d->limits, &d->m, d->fit->memory, err) : status;
}

static salvo_status read_designs(fit_context *d, salvo_error *err)
{
    salvo_arena *memory = d->fit->memory;
    salvo_status status = worth_design_unconstrained(&d->free, d->by_class, d->m.n_classes, memory, err);

    if (status != SALVO_OK)
        return status;
    status = d->m.plan->army_rules > 0 ? army_rules_list(&d->candidates, &d->m, memory, err) : SALVO_OK;
    return status == SALVO_OK ? formula_read(&d->formula, &d->m, memory, err) : status;
}

static salvo_status find_odds(fit_context *d, salvo_error *err)
{
    salvo_status status;

    d->fit->opening_s = fit_time_passed(&d->time);
    fit_time_for_odds(&d->time, FIT_PAIRS_LEAST);
    status = attack_odds_find(&d->m, d->published, &d->watch, err);
    if (status != SALVO_OK)
        return status;
    if (d->stopped)
        return broken_off(err);
    d->odds = observations_odds(&d->m, d->fit->memory);
    return d->odds ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status find_prices(fit_context *d, salvo_error *err)
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
        status = STEPS[i](d, err);
    return status;
}

salvo_status fit_run_by(salvo_points_fit *fit, const salvo_rulebook *book, const salvo_points_plan *plan,
                        const fit_clock *clock, salvo_error *err)
{
    fit_context d = {.fit = fit};
    salvo_status status;

    *fit = (salvo_points_fit){.book = book, .plan = plan ? *plan : SALVO_POINTS_PLAN, .memory = salvo_arena_new()};
    fit_time_begin(&d.time, clock, fit->plan.time_s);
    d.time.by_ranks = fit->plan.share && share_has_ranks(fit->plan.share);
    if (fit->plan.pairs == 0)
        fit->plan.pairs = PAIRS;
    d.on_time = (salvo_progress_callback){.report = fit_look_at_clock, .context = &d};
    d.watch.watch = &d.on_time;
    status = fit->memory ? find_prices(&d, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    fit->interrupted = d.stopped;
    fit->seconds = fit_time_passed(&d.time);
    if (status == SALVO_OK)
        claims_of_fit(fit);
    value_model_free(&d.model);
    value_model_free(&d.rules_model);
    value_model_free(&d.formula_model);
    pair_run_free(&d.run);
    unit_pool_close(&d.m);
    if (status != SALVO_OK)
        salvo_points_fit_free(fit);
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
