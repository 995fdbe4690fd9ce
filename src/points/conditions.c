/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions of one setting are adjacent, and within these those of one range. Reports rely on this. */
#include "points/pool_steps.h"

#include "base/try.h"
#include "rules/brackets.h"

/* Collects the brackets of all elements of the pool without repetition, in any setting, defending or not. */
static salvo_status collect_brackets(const unit_pool *pool, salvo_stops *stops, salvo_error *err)
{
    const void **elements = salvo_arena_array(pool->memory, pool->n, sizeof *elements);
    salvo_status status = elements ? SALVO_OK : salvo_fail_memory(err);

    for (size_t in = 0; in < 2 * pool->n_settings && status == SALVO_OK; in++) {
        const setting *s = &pool->settings[in / 2];

        if (in % 2 && s->of->n_defender == 0) /* a defender is like any other element */
            continue;
        for (size_t u = 0; u < pool->n; u++)
            elements[u] = pool->units[u].in[in].element;
        status = salvo_stops_of_battle(stops, pool->book, elements, pool->n, s->field.situation, pool->memory, err);
    }
    return status;
}

/* Of the ruleset's brackets some are left out if there are too many. */
salvo_status pool_list_ranges(unit_pool *pool, salvo_error *err)
{
    enum { MOST = 8 }; /* ranges: each adds a battle for every pair in every scenario */
    const size_t most = pool->plan->brackets_max ? pool->plan->brackets_max : MOST;
    salvo_stops stops = {0};
    size_t n;

    if (pool->plan->ranges) {
        pool->ranges = (double *)pool->plan->ranges; /* borrowed; never written to */
        pool->n_ranges = pool->plan->n_ranges;
        return SALVO_OK;
    }
    TRY(collect_brackets(pool, &stops, err));
    if (stops.count == 0)
        stops.count = 1; /* a rulebook without ranges has 0 alone */
    n = stops.count < most ? stops.count : most;
    pool->ranges = salvo_arena_array(pool->memory, n, sizeof *pool->ranges);
    if (!pool->ranges)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++) /* left out evenly, but the last one is kept */
        pool->ranges[i] = stops.upto[(i + 1) * stops.count / n - 1];
    pool->n_ranges = n;
    return SALVO_OK;
}

/* Adds one target policy in one scenario at one range in one setting; nothing if its weight in the plan is 0. */
static void put_condition(unit_pool *pool, size_t in, size_t range, salvo_scenario scenario, salvo_targets targets,
                          double weight)
{
    const salvo_points_plan *plan = pool->plan;
    /* Each kind is in front equally often: the rotation differs between ranges, scenarios and sides. */
    const int a = plan->rotate_lists ? (int)range + (int)scenario + (int)targets : 0;
    const int b = plan->rotate_lists ? a + (int)range / 3 + (int)scenario : 0;

    if (weight > 0)
        pool->conditions[pool->n_conditions++] =
            (pool_condition){.range = pool->ranges[range],
                             .range_at = range,
                             .scenario = scenario,
                             .targets = targets,
                             .setting = in,
                             .weight = weight,
                             .odds = scenario == SALVO_ADVANCE ? plan->attack_odds : 1,
                             .first_kind = {a, b}};
}

static void share_weights(unit_pool *pool)
{
    double sum = 0;

    for (size_t at = 0; at < pool->n_conditions; at++)
        sum += pool->conditions[at].weight;
    for (size_t at = 0; at < pool->n_conditions; at++)
        pool->conditions[at].weight /= sum;
}

/* Adds every range in every scenario of the plan under each of its target policies. */
static void put_setting(unit_pool *pool, size_t in, bool one_policy)
{
    const salvo_points_plan *plan = pool->plan;

    for (size_t r = 0; r < pool->n_ranges; r++)
        for (int s = 0; s < SALVO_N_SCENARIOS; s++)
            for (int t = 0; t < SALVO_N_TARGETS; t++) {
                const double of_range = plan->range_weights && plan->ranges ? plan->range_weights[r] : 1;
                const double of_targets = one_policy ? t == (int)plan->battle.army[0].targets : plan->targets[t];

                put_condition(pool, in, r, (salvo_scenario)s, (salvo_targets)t,
                              of_range * plan->scenarios[s] * of_targets * pool->settings[in].share);
            }
}

salvo_status pool_list_conditions(unit_pool *pool, salvo_error *err)
{
    const size_t most = pool->n_settings * pool->n_ranges * SALVO_N_SCENARIOS * SALVO_N_TARGETS;
    bool one_policy = true;

    for (int t = 0; t < SALVO_N_TARGETS; t++)
        one_policy = one_policy && !(pool->plan->targets[t] > 0);
    pool->conditions = salvo_arena_array(pool->memory, most, sizeof *pool->conditions);
    if (!pool->conditions)
        return salvo_fail_memory(err);
    for (size_t in = 0; in < pool->n_settings; in++)
        put_setting(pool, in, one_policy);
    share_weights(pool);
    return SALVO_OK;
}
