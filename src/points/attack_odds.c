/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the attacker's odds. Armies of very different costs attack first, then armies with costs near those that seemed
 * even. The odds are where a logistic curve of the log ratio of costs crosses 1/2. */
#include "points/price_battles.h"

#include <math.h>

#include "base/try.h"
#include "rng/draws.h"

enum { PAIRS = 240, ROUNDS = 2, STEPS = 50 };
/* Log ratios: the start of the search, its width in each round, and its limits. */
static const double BEGIN = 0.6, WIDTH[ROUNDS] = {1.2, 0.5}, LOWEST = -0.69, HIGHEST = 2.08;
static const double PRECISION = 0.1; /* of a score; pairs differ by more */

/* Returns the zero of intercept + slope x, fitted to the scores by Newton's method. A weak prior keeps the slope
 * finite. */
static double even_at(const double *x, const double *score, size_t n, double centre)
{
    double a = 0, b = 2;

    for (int i = 0; i < STEPS; i++) {
        double ga = a / 9, gb = (b - 2) / 9, haa = 1.0 / 9, hab = 0, hbb = 1.0 / 9, det;

        for (size_t k = 0; k < n; k++) {
            const double d = x[k] - centre, p = 1 / (1 + exp(-(a + b * d))), q = p * (1 - p);

            ga += p - score[k];
            gb += (p - score[k]) * d;
            haa += q;
            hab += q * d;
            hbb += q * d * d;
        }
        det = haa * hbb - hab * hab;
        a -= fmin(1, fmax(-1, (hbb * ga - hab * gb) / det));
        b -= fmin(1, fmax(-1, (haa * gb - hab * ga) / det));
    }
    /* More expensive armies win more often, so a slope near 0 is bad luck. */
    return fmin(HIGHEST, fmax(LOWEST, centre - a / fmax(b, 0.25)));
}

/* Finds the log odds of every wanted condition from the scores of a run. */
static salvo_status read_odds(unit_pool *pool, const pair_run *run, const bool *wanted, salvo_error *err)
{
    double *x = salvo_arena_array(run->memory, run->n, sizeof *x);
    double *score = salvo_arena_array(run->memory, run->n, sizeof *score);

    if (!x || !score)
        return salvo_fail_memory(err);
    for (size_t at = 0; at < pool->n_conditions; at++) {
        size_t n = 0;

        for (size_t i = 0; i < run->n; i++)
            if (pair_is_won(run, i, at)) {
                const army_pair *p = pair_armies(run, i, at);

                x[n] = log(p->cost[0] / p->cost[1]);
                score[n++] = pair_score(run, i, at);
            }
        if (wanted[at] && n)
            pool->conditions[at].odds = exp(even_at(x, score, n, log(pool->conditions[at].odds)));
    }
    return SALVO_OK;
}

/* Runs one round of the search. */
static salvo_status fight_round(unit_pool *pool, const double *prices, const bool *wanted, int round, pair_run *run,
                                pair_progress *watch, salvo_error *err)
{
    const army_sampler sampler = {.pool = pool,
                                  .prices = prices,
                                  .seed = pool->plan->seed,
                                  .stream = (uint32_t)STREAM_PILOT,
                                  .spread = WIDTH[round]};
    const size_t pairs = PAIRS * pool->n_settings;

    TRY(pair_run_init(run, pool, pairs, pair_trials(PRECISION), STREAM_PILOT, err));
    run->only = wanted;
    TRY(pair_run_all(run, &sampler, (uint64_t)round * pairs, pairs, watch, err));
    return read_odds(pool, run, wanted, err);
}

salvo_status attack_odds_find(unit_pool *pool, const double *prices, pair_progress *watch, salvo_error *err)
{
    bool *wanted = salvo_arena_array(pool->memory, pool->n_conditions, sizeof *wanted), any = false;
    salvo_status status = SALVO_OK;

    if (!wanted)
        return salvo_fail_memory(err);
    for (size_t at = 0; at < pool->n_conditions; at++) {
        wanted[at] = pool->conditions[at].odds == 0;
        any = any || wanted[at];
        if (wanted[at])
            pool->conditions[at].odds = exp(BEGIN);
    }
    for (int round = 0; any && round < ROUNDS && status == SALVO_OK && !watch->stopped; round++) {
        pair_run run = {.n = 0};

        status = fight_round(pool, prices, wanted, round, &run, watch, err);
        pair_run_free(&run);
    }
    return status;
}
