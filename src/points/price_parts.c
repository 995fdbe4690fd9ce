/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The armies and battles are those of the fit. Conditions outside the part have weight 0. */
#include "points/reasons.h"

static size_t count_scenarios(const unit_pool *pool)
{
    size_t n = 0;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        n += pool->plan->scenarios[s] > 0;
    return n;
}

/* This is the order of the reports. */
salvo_status price_parts_list(price_parts *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err)
{
    *to = (price_parts){
        .parts = salvo_arena_array(memory, SALVO_N_SCENARIOS + pool->n_settings + pool->n_ranges, sizeof *to->parts)};
    if (!to->parts)
        return salvo_fail_memory(err);
    for (int s = 0; s < SALVO_N_SCENARIOS && count_scenarios(pool) > 1; s++)
        if (pool->plan->scenarios[s] > 0)
            to->parts[to->n++] = (salvo_price_part){.of = SALVO_PART_SCENARIO, .scenario = (salvo_scenario)s};
    for (size_t in = 0; in < pool->n_settings && pool->n_settings > 1; in++)
        to->parts[to->n++] = (salvo_price_part){.of = SALVO_PART_SETTING, .setting = in};
    for (size_t r = 0; r < pool->n_ranges && pool->n_ranges > 1; r++)
        to->parts[to->n++] = (salvo_price_part){.of = SALVO_PART_RANGE, .range = pool->ranges[r]};
    return SALVO_OK;
}

static bool is_in_part(const pool_condition *at, const salvo_price_part *part)
{
    return part->of == SALVO_PART_RANGE     ? at->range == part->range
           : part->of == SALVO_PART_SETTING ? at->setting == part->setting
                                            : at->scenario == part->scenario;
}

salvo_status price_part_fit(value_model *v, const value_question *of, const salvo_price_part *part,
                            const unit_pool *pool, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    double *weights = memory ? salvo_arena_array(memory, pool->n_conditions, sizeof *weights) : NULL;
    value_question asked = *of;
    salvo_status status;

    /* Emphasis stays: among the conditions of a range it weighs scenarios as the common list does. */
    asked.weight = weights;
    for (size_t at = 0; weights && at < pool->n_conditions; at++)
        weights[at] = !part || is_in_part(&pool->conditions[at], part) ? of->weight[at] : 0;
    status = weights ? value_model_fit(v, &asked, err) : salvo_fail_memory(err);
    salvo_arena_free(memory);
    return status;
}
