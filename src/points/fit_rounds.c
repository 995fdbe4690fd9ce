/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rounds of a fit: draw armies of about equal cost, fight them, fit worths to all rounds together, and take the
 * worths as prices. A pair of a round meets at one range in every scenario, because other pairs say more than other
 * ranges of the same pair. */
#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/fit_context.h"

/* The maximal ratio of the costs of armies that are fitted. */
static const double SPREAD_FITTED = 1.3;

/* A round has as many pairs as the plan for every range, the second round twice and later rounds three times as many.
 * If the plan limits the time, rounds end by the clock. */
enum { ROUNDS_MAX = 1000, GROWING = 3 };

/* Returns how far the fitted prices are from the earlier ones: the root mean square of the logarithm of their ratio. */
static double distance_moved(const fit_context *fit)
{
    double sum = 0;

    for (size_t u = 0; u < fit->battles.pool.n; u++) {
        const double way = log(fit->lists[SALVO_LIST_FITTED][u] / fit->published[u]);

        sum += way * way;
    }
    return sqrt(sum / (double)fit->battles.pool.n);
}

/* Decides whether the next armies are drawn at the prices found so far. If there were no prices, or they are far off,
 * armies of equal cost say little, and the answer is yes. Otherwise it is no: the luck of earlier armies would select
 * later ones. Then prices of two seeds would differ more than their intervals say. On M.A.D., the root mean square of z
 * between seeds is 1.21 with armies drawn anew and 1.09 without (docs/architecture.md). */
static bool draws_anew(const fit_context *fit, int round)
{
    static const double FAR = 0.25; /* for M.A.D.'s published prices it is 0.10 */

    return round > 0 && (!fit->battles.pool.priced || distance_moved(fit) > FAR);
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
    TRY(fit_run_set(fit, set, err));
    return observations_add(&fit->seen, &fit->run, &fit->candidates, prices, err);
}

/* Makes one fit, and measures its effect on scenarios. */
static salvo_status fit_once(fit_context *fit, salvo_error *err)
{
    const value_question of = fit_question(fit, &fit->free);

    TRY(fit_list(fit, &fit->model, &of, SALVO_LIST_FITTED, err));
    return emphasis_measure(&fit->fair, &fit->model, &of, &fit->battles.pool, fit->model.memory, err);
}

/* Raises the emphasis until no scenario loses, or none can be raised any more. Of all that was tried, takes the
 * emphasis with the smallest greatest loss (minimax). *loses: that loss. */
static salvo_status find_emphasis(fit_context *fit, double *loses, salvo_error *err)
{
    const unit_pool *pool = &fit->battles.pool;
    const size_t bytes = pool->n_conditions * sizeof *fit->emphasis;
    double *best = salvo_arena_array(fit->report->memory, pool->n_conditions, sizeof *best), least = INFINITY;
    bool again = true;

    for (size_t at = 0; best && at < pool->n_conditions; at++)
        fit->emphasis[at] = 1;
    while (best && again) {
        TRY(fit_once(fit, err));
        *loses = emphasis_excess(&fit->fair);
        if (*loses < least) {
            least = *loses;
            memcpy(best, fit->emphasis, bytes);
        }
        again = emphasis_raise(fit->emphasis, &fit->fair, pool);
    }
    if (!best)
        return salvo_fail_memory(err);
    if (memcmp(best, fit->emphasis, bytes) == 0)
        return SALVO_OK;
    memcpy(fit->emphasis, best, bytes);
    *loses = least;
    return fit_once(fit, err);
}

/* Makes the model from all rounds so far. The emphasis is found anew each time, because that of a few battles might be
 * too great. */
static salvo_status fit_worths(fit_context *fit, salvo_error *err)
{
    const unit_pool *pool = &fit->battles.pool;
    const value_question of = fit_question(fit, &fit->free);
    const double before = fit_time_passed(&fit->time);
    double loses = 0;

    fit->report->pairs += fit->run.n;
    fit->report->trials = fit->run.trials;
    fit->report->part = 1;
    TRY(find_emphasis(fit, &loses, err));
    /* Without earlier prices there is no way back. */
    if (pool->priced && loses > EMPHASIS_TOLERANCE)
        TRY(emphasis_draw_back(&fit->model, &fit->report->part, &of, pool, fit->model.memory, err));
    fit_read_prices(fit, &fit->model, fit->lists[SALVO_LIST_FITTED]);
    for (size_t at = 0; at < pool->n_conditions; at++)
        fit->report->emphasis[pool->conditions[at].scenario] = fit->emphasis[at];
    fit->time.round_s = fit_time_passed(&fit->time) - before;
    return SALVO_OK;
}

/* Rounds begin small and grow, so that there is an early list. If the plan limits the time, they begin smaller. */
static size_t pairs_of_round(const fit_context *fit, int round)
{
    const size_t all = fit->report->plan.pairs * fit->battles.pool.n_ranges;

    if (fit->report->plan.time_s == 0)
        return all * (size_t)(round < GROWING ? round + 1 : GROWING);
    return round >= 3 ? all : all >> (3 - round) > FIT_PAIRS_LEAST ? all >> (3 - round) : FIT_PAIRS_LEAST;
}

/* Returns the text on the progress so far. NULL if memory is out, which is no reason to end. */
static const char *describe_progress(const fit_context *fit)
{
    double was = 0, is = 0, weights = 0;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++) {
        was += fit->report->plan.scenarios[s] * fit->fair.was[s];
        is += fit->report->plan.scenarios[s] * fit->fair.is[s];
        weights += fit->report->plan.scenarios[s];
    }
    return salvo_arena_printf(fit->report->memory,
                              "a first list is ready, from %zu pairs of armies: imbalance about %.3f, before %.3f",
                              fit->report->pairs, is / weights, was / weights);
}

/* Fights the battles of a round, and makes the list from all battles so far. If the clock ends a round before a list is
 * possible, the next round continues it. Otherwise a busy machine would find no prices. */
static salvo_status fight_and_fit(fit_context *fit, int round, size_t pairs, salvo_error *err)
{
    TRY(fit_round(fit, round, pairs, err));
    if (fit->seen.n >= FIT_PAIRS_LEAST)
        return fit_worths(fit, err);
    TRY(fit_check_stop(fit, err));
    fit->report->pairs += fit->run.n;
    if (fit->run.n == pairs)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "too few battles have a winner to find prices: of %zu pairs of armies, %zu have one",
                          fit->report->pairs, fit->seen.n);
    return SALVO_OK;
}

salvo_status fit_rounds(fit_context *fit, salvo_error *err)
{
    const int rounds = fit->report->plan.time_s > 0 ? ROUNDS_MAX : fit->battles.pool.rounds;
    salvo_status status = SALVO_OK;

    /* Round 0 draws armies at the published prices. */
    memcpy(fit->lists[SALVO_LIST_FITTED], fit->published, fit->battles.pool.n * sizeof *fit->published);
    for (int round = 0; round < rounds && !fit->stopped && status == SALVO_OK; round++) {
        const size_t pairs = pairs_of_round(fit, round);
        const size_t least = fit->seen.n < FIT_PAIRS_LEAST ? FIT_PAIRS_LEAST : 0;

        if (!fit_time_for_round(&fit->time, fit->seen.n, pairs, least))
            break;
        status = fight_and_fit(fit, round, pairs, err);
        if (fit->time.by_ranks && fit->battles.watch.stopped && fit->seen.n >= FIT_PAIRS_LEAST)
            break;
        fit->so_far = status == SALVO_OK && fit->seen.n >= FIT_PAIRS_LEAST ? describe_progress(fit) : NULL;
    }
    return status;
}
