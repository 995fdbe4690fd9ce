/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Separate lists of prices for some of the conditions, beside the common list: a scenario, a range, a target policy, a
 * part of the settings. */
#include "points/fit_context.h"

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/judge.h"

static bool is_in_own_list(const salvo_separate_list *own, const fit_context *fit, const pool_condition *at)
{
    switch (fit->report->plan.per) {
    case SALVO_PER_SCENARIO:
        return at->scenario == own->scenario;
    case SALVO_PER_RANGE:
        return at->range == own->range;
    case SALVO_PER_TARGETS:
        return at->targets == own->targets;
    case SALVO_PER_SETTING:
        return strcmp(fit->battles.pool.settings[at->setting].of->part, own->part) == 0;
    default:
        return true;
    }
}

/* NAN after a stop: the prices exist but have not been judged. */
static salvo_status judge_own_list(fit_context *fit, salvo_bounds *to, const double *prices, const value_model *v,
                                   salvo_error *err)
{
    salvo_imbalance imbalance;
    salvo_status status = fit->stopped ? SALVO_OK : fit_run_held_out(fit, prices, NULL, v, fit->only, err);

    *to = (salvo_bounds){NAN, NAN, NAN};
    if (status != SALVO_OK || fit->stopped || fit->run.n < 2)
        return status;
    status = imbalance_measure(&imbalance, &fit->run, fit->report->memory, err);
    *to = imbalance.plain;
    return status;
}

/* The battles are those of the common list, with other weights. */
static salvo_status fit_own_list(fit_context *fit, salvo_separate_list *own, value_model *v, salvo_error *err)
{
    const unit_pool *pool = &fit->battles.pool;
    value_question of = fit_question(fit, &fit->free);
    double *weights = salvo_arena_array(fit->report->memory, pool->n_conditions, sizeof *weights);
    double *prices = salvo_arena_array(fit->report->memory, pool->n, sizeof *prices);
    salvo_status status;

    own->prices = salvo_arena_array(fit->report->memory, pool->n, sizeof *own->prices);
    if (!weights || !prices || !own->prices)
        return salvo_fail_memory(err);
    /* fit->only selects the conditions of the fit, and those in which the judging armies meet. */
    for (size_t at = 0; at < pool->n_conditions; at++) {
        fit->only[at] = is_in_own_list(own, fit, &pool->conditions[at]);
        weights[at] = fit->only[at] ? fit->battles.weights[at] : 0;
    }
    of.weight = weights;
    status = fit_values(fit, v, &of, err);
    fit->time.fits--;
    if (status != SALVO_OK)
        return status;
    fit_read_prices(fit, v, prices);
    TRY(new_prices_bounds_own(fit, v, prices, own->prices, err));
    TRY(judge_own_list(fit, &own->imbalance, prices, v, err));
    return judge_own_list(fit, &own->of_one_list, fit->lists[SALVO_LIST_FITTED], &fit->model, err);
}

salvo_status own_lists_fit(fit_context *fit, salvo_error *err)
{
    for (size_t i = 0; i < fit->report->n_separate; i++) {
        value_model v = {.n = 0};
        salvo_status status = fit_own_list(fit, &fit->report->separate[i], &v, err);

        value_model_free(&v);
        TRY(status);
    }
    return SALVO_OK;
}

/* If several settings have one part, the first counts. */
static bool is_new_part(const salvo_points_plan *plan, size_t in)
{
    for (size_t k = 0; k < in; k++)
        if (strcmp(plan->settings[k].part, plan->settings[in].part) == 0)
            return false;
    return true;
}

static void name_own_lists(const unit_pool *pool, salvo_points_fit *f)
{
    const salvo_points_plan *plan = pool->plan;

    for (int s = 0; plan->per == SALVO_PER_SCENARIO && s < SALVO_N_SCENARIOS; s++)
        if (plan->scenarios[s] > 0)
            f->separate[f->n_separate++].scenario = (salvo_scenario)s;
    for (size_t r = 0; plan->per == SALVO_PER_RANGE && r < pool->n_ranges; r++)
        f->separate[f->n_separate++].range = pool->ranges[r];
    for (int t = 0; plan->per == SALVO_PER_TARGETS && t < SALVO_N_TARGETS; t++)
        if (plan->targets[t] > 0)
            f->separate[f->n_separate++].targets = (salvo_targets)t;
    for (size_t in = 0; plan->per == SALVO_PER_SETTING && in < plan->n_settings; in++)
        if (is_new_part(plan, in))
            f->separate[f->n_separate++].part = plan->settings[in].part;
}

salvo_status own_lists_list(fit_context *fit, salvo_error *err)
{
    const unit_pool *pool = &fit->battles.pool;
    const size_t most = pool->n_ranges + SALVO_N_SCENARIOS + SALVO_N_TARGETS + fit->report->plan.n_settings;
    salvo_points_fit *f = fit->report;

    fit->only = salvo_arena_array(f->memory, pool->n_conditions, sizeof *fit->only);
    f->separate = salvo_arena_array(f->memory, most, sizeof *f->separate);
    if (!fit->only || !f->separate)
        return salvo_fail_memory(err);
    name_own_lists(pool, f);
    return SALVO_OK;
}
