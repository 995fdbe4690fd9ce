/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/price_battles.h"

#include <math.h>

#include "base/try.h"

salvo_status price_battles_open(price_battles *b, const salvo_rulebook *book, const salvo_points_plan *plan,
                                const pool_patience *patience, salvo_error *err)
{
    const salvo_status status = unit_pool_open_soon(&b->pool, book, plan, patience, err);

    b->pool.patience = NULL; /* it ends with this call */
    if (status != SALVO_OK)
        return status;
    b->prices = salvo_arena_array(b->memory, b->pool.n, sizeof *b->prices);
    if (!b->prices)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < b->pool.n; u++)
        b->prices[u] = b->pool.units[u].price;
    return SALVO_OK;
}

void price_battles_close(price_battles *b)
{
    unit_pool_close(&b->pool);
}

/* The odds are noted, because each list has its own: battles under another one change those of the conditions. */
salvo_status price_battles_find_odds(price_battles *b, const double *prices, double upto, salvo_error *err)
{
    const unit_pool *pool = &b->pool;

    b->watch.to = upto;
    TRY(attack_odds_find(&b->pool, prices, &b->watch, err));
    b->weights = salvo_arena_array(b->memory, pool->n_conditions, sizeof *b->weights);
    b->odds = salvo_arena_array(b->memory, pool->n_conditions, sizeof *b->odds);
    if (!b->weights || !b->odds)
        return salvo_fail_memory(err);
    for (size_t at = 0; at < pool->n_conditions; at++) {
        const pool_condition *m = &pool->conditions[at];

        /* The weight among the conditions of the setting: how many pairs meet in it is the setting's own weight. */
        b->weights[at] = m->weight / pool->settings[m->setting].share;
        b->odds[at] = m->odds;
    }
    return SALVO_OK;
}

/* A run holds all its scores in memory, so an earlier one is dropped first. */
salvo_status price_battles_prepare(const price_battles *b, pair_run *run, const army_set *set, salvo_error *err)
{
    const unit_pool *pool = set->pool ? set->pool : &b->pool;
    const double precision = set->precision > 0 ? set->precision : pool->plan->precision;

    pair_run_free(run);
    TRY(pair_run_init(run, pool, set->pairs, pair_trials(precision), set->stream, err));
    run->one_range = set->one_range;
    run->only = set->only;
    run->prints = set->prints;
    run->like = set->like;
    return set->keeps || set->prints ? pair_run_keep(run, set->pairs, err) : SALVO_OK;
}

salvo_status price_battles_fight_prepared(price_battles *b, pair_run *run, const army_set *set, salvo_error *err)
{
    const army_sampler sampler = {.pool = run->pool,
                                  .prices = set->prices,
                                  .seed = run->pool->plan->seed,
                                  .stream = set->stream,
                                  .spread = set->prices ? log(set->spread) : 0,
                                  .rules = set->rules};

    for (size_t at = 0; set->odds && at < b->pool.n_conditions; at++)
        b->pool.conditions[at].odds = set->odds[at];
    b->watch.from = b->watch.to;
    b->watch.to = set->upto;
    return pair_run_all(run, set->prices ? &sampler : NULL, 0, set->pairs, &b->watch, err);
}

salvo_status price_battles_fight(price_battles *b, pair_run *run, const army_set *set, salvo_error *err)
{
    TRY(price_battles_prepare(b, run, set, err));
    return price_battles_fight_prepared(b, run, set, err);
}

salvo_status price_battles_check_stop(const price_battles *b, const char *message, salvo_error *err)
{
    return b->watch.stopped ? salvo_fail(err, SALVO_STOPPED, "%s", message) : SALVO_OK;
}

value_question price_battles_question(const price_battles *b, const worth_design *design, const observations *seen)
{
    return (value_question){.design = design,
                            .seen = seen->of,
                            .n_seen = seen->n,
                            .n_conditions = b->pool.n_conditions,
                            .weight = b->weights,
                            .odds = b->odds,
                            .prior_sd = b->pool.prior_sd};
}
