/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan may come from outside: its numbers are checked against the available room. */
#include "points/points_plan.h"

#include "base/try.h"

const salvo_points_plan SALVO_POINTS_PLAN = {
    .seed = 1,
    .precision = 0.04, /* half-width of one score; there are hundreds of them */
    .elements_max = 12,
    .kinds_max = 3,
    .tolerance = 0.01,
    .scenarios = {[SALVO_HOLD] = 1, [SALVO_ADVANCE] = 1, [SALVO_MEETING] = 1},
    .attack_odds = 1,
    .battle = {.close_to = -1}, /* below 0: as near as the ruleset permits */
};

salvo_points_plan points_plan_of(const salvo_points_plan *plan, size_t pairs)
{
    salvo_points_plan settled = plan ? *plan : SALVO_POINTS_PLAN;

    settled.pairs = settled.pairs ? settled.pairs : pairs;
    return settled;
}

static salvo_status check_elements(int elements_max, salvo_error *err)
{
    if (elements_max >= 1 && elements_max <= SALVO_ELEMENTS_MAX)
        return SALVO_OK;
    return salvo_fail(err, SALVO_BAD_INPUT, "an army has 1 to %d elements, not %d", SALVO_ELEMENTS_MAX, elements_max);
}

static bool has_scenario(const salvo_points_plan *plan)
{
    bool has = false;

    for (int s = 0; s < SALVO_N_SCENARIOS; s++)
        has = has || plan->scenarios[s] > 0;
    return has;
}

/* In this form NaN is refused. */
salvo_status points_plan_check(const salvo_points_plan *plan, salvo_error *err)
{
    if (plan->kinds_max < 1 || plan->kinds_max > SALVO_ARMY_KINDS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "an army has 1 to %d kinds of elements, not %d", SALVO_ARMY_KINDS_MAX,
                          plan->kinds_max);
    if (!(plan->precision > 0 && plan->precision < 1))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the precision is not a half-width; give a number between 0 and 1, "
                          "as in 0.04");
    if (!has_scenario(plan))
        return salvo_fail(err, SALVO_BAD_INPUT, "no scenario has a weight above 0; give one a weight");
    if (plan->ranges && (plan->n_ranges < 1 || plan->n_ranges > SALVO_POINTS_RANGES_MAX))
        return salvo_fail(err, SALVO_BAD_INPUT, "armies meet at 1 to %d ranges, not %zu", SALVO_POINTS_RANGES_MAX,
                          plan->n_ranges);
    if (plan->n_settings > SALVO_POINTS_SETTINGS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "there are at most %d settings, not %zu", SALVO_POINTS_SETTINGS_MAX,
                          plan->n_settings);
    if (plan->n_settings == 0)
        return check_elements(plan->elements_max, err);
    for (size_t i = 0; i < plan->n_settings; i++)
        TRY(check_elements(plan->settings[i].elements_max, err));
    return SALVO_OK;
}
