/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions of one setting are adjacent, and within these those of one range. Reports rely on this. */
#include "points/conditions.h"

#include "rules/brackets.h"

/* Collects the brackets of all elements of the pool without repetition, in any setting, defending or not. */
static salvo_status collect(const unit_pool *m, salvo_stops *stops, salvo_error *err)
{
    const void **elements = salvo_arena_array(m->memory, m->n, sizeof *elements);
    salvo_status status = elements ? SALVO_OK : salvo_fail_memory(err);

    for (size_t in = 0; in < 2 * m->n_settings && status == SALVO_OK; in++) {
        const setting *s = &m->settings[in / 2];

        if (in % 2 && s->of->n_defender == 0) /* a defender is like any other element */
            continue;
        for (size_t u = 0; u < m->n; u++)
            elements[u] = m->units[u].in[in].element;
        status = salvo_stops_of_battle(stops, m->book, elements, m->n, s->field.situation, m->memory, err);
    }
    return status;
}

/* Lists the plan's ranges, else the ruleset's brackets, of which some are left out if there are too many. */
salvo_status conditions_list_ranges(unit_pool *m, salvo_error *err)
{
    enum { MOST = 8 }; /* ranges: each adds a battle for every pair in every scenario */
    const size_t most = m->plan->brackets_max ? m->plan->brackets_max : MOST;
    salvo_stops stops = {0};
    salvo_status status;
    size_t n;

    if (m->plan->ranges) {
        m->ranges = (double *)m->plan->ranges; /* borrowed; never written to */
        m->n_ranges = m->plan->n_ranges;
        return SALVO_OK;
    }
    status = collect(m, &stops, err);
    if (status != SALVO_OK)
        return status;
    if (stops.count == 0)
        stops.count = 1; /* a rulebook without ranges has 0 alone */
    n = stops.count < most ? stops.count : most;
    m->ranges = salvo_arena_array(m->memory, n, sizeof *m->ranges);
    if (!m->ranges)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++) /* left out evenly, but the last one is kept */
        m->ranges[i] = stops.upto[(i + 1) * stops.count / n - 1];
    m->n_ranges = n;
    return SALVO_OK;
}

/* Adds one target policy in one scenario at one range in one setting; nothing if its weight in the plan is 0. */
static void put_condition(unit_pool *m, size_t in, size_t range, salvo_scenario scenario, salvo_targets targets,
                          double weight)
{
    const salvo_points_plan *plan = m->plan;
    /* Each kind is in front equally often: the rotation differs between ranges, scenarios and sides. */
    const int a = plan->rotate_lists ? (int)range + (int)scenario + (int)targets : 0;
    const int b = plan->rotate_lists ? a + (int)range / 3 + (int)scenario : 0;

    if (weight > 0)
        m->conditions[m->n_conditions++] = (pool_condition){.range = m->ranges[range],
                                                            .range_at = range,
                                                            .scenario = scenario,
                                                            .targets = targets,
                                                            .setting = in,
                                                            .weight = weight,
                                                            .odds = scenario == SALVO_ADVANCE ? plan->attack_odds : 1,
                                                            .turned = {a, b}};
}

static void share_weights(unit_pool *m)
{
    double sum = 0;

    for (size_t at = 0; at < m->n_conditions; at++)
        sum += m->conditions[at].weight;
    for (size_t at = 0; at < m->n_conditions; at++)
        m->conditions[at].weight /= sum;
}

/* Adds every range in every scenario of the plan under each of its target policies. */
static void put_setting(unit_pool *m, size_t in, bool one_policy)
{
    const salvo_points_plan *plan = m->plan;

    for (size_t r = 0; r < m->n_ranges; r++)
        for (int s = 0; s < SALVO_N_SCENARIOS; s++)
            for (int t = 0; t < SALVO_N_TARGETS; t++) {
                const double of_range = plan->range_weights && plan->ranges ? plan->range_weights[r] : 1;
                const double of_targets = one_policy ? t == (int)plan->battle.army[0].targets : plan->targets[t];

                put_condition(m, in, r, (salvo_scenario)s, (salvo_targets)t,
                              of_range * plan->scenarios[s] * of_targets * m->settings[in].share);
            }
}

salvo_status conditions_list(unit_pool *m, salvo_error *err)
{
    const size_t most = m->n_settings * m->n_ranges * SALVO_N_SCENARIOS * SALVO_N_TARGETS;
    bool one_policy = true;

    for (int t = 0; t < SALVO_N_TARGETS; t++)
        one_policy = one_policy && !(m->plan->targets[t] > 0);
    m->conditions = salvo_arena_array(m->memory, most, sizeof *m->conditions);
    if (!m->conditions)
        return salvo_fail_memory(err);
    for (size_t in = 0; in < m->n_settings; in++)
        put_setting(m, in, one_policy);
    share_weights(m);
    return SALVO_OK;
}
