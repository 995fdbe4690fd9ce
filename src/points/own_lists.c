/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/own_lists.h"

#include <math.h>
#include <string.h>

#include "points/imbalance.h"
#include "points/new_prices.h"

static bool is_own(const salvo_separate_list *own, const fit_context *d, const pool_condition *at)
{
    switch (d->m.plan->per) {
    case SALVO_PER_SCENARIO:
        return at->scenario == own->scenario;
    case SALVO_PER_RANGE:
        return at->range == own->range;
    case SALVO_PER_TARGETS:
        return at->targets == own->targets;
    case SALVO_PER_SETTING:
        return strcmp(d->m.settings[at->setting].of->part, own->part) == 0;
    default:
        return true;
    }
}

/* NAN after a stop: the prices exist but have not been judged. */
static salvo_status judge_own(fit_context *d, salvo_bounds *to, const double *prices, const value_model *v,
                              salvo_error *err)
{
    salvo_imbalance imbalance;
    salvo_status status = d->stopped ? SALVO_OK : fit_run_held_out(d, prices, NULL, v, d->only, err);

    *to = (salvo_bounds){NAN, NAN, NAN};
    if (status != SALVO_OK || d->stopped || d->run.n < 2)
        return status;
    status = imbalance_measure(&imbalance, &d->run, d->fit->memory, err);
    *to = imbalance.plain;
    return status;
}

/* The battles are those of the common list, with other weights. */
static salvo_status fit_own_list(fit_context *d, salvo_separate_list *own, value_model *v, salvo_error *err)
{
    value_question of = fit_question(d, &d->free);
    double *weights = salvo_arena_array(d->fit->memory, d->m.n_conditions, sizeof *weights);
    double *prices = salvo_arena_array(d->fit->memory, d->m.n, sizeof *prices);
    salvo_status status;

    own->prices = salvo_arena_array(d->fit->memory, d->m.n, sizeof *own->prices);
    if (!weights || !prices || !own->prices)
        return salvo_fail_memory(err);
    /* d->only selects the conditions of the fit, and those in which the judging armies meet. */
    for (size_t at = 0; at < d->m.n_conditions; at++) {
        d->only[at] = is_own(own, d, &d->m.conditions[at]);
        weights[at] = d->only[at] ? d->weights[at] : 0;
    }
    of.weight = weights;
    status = fit_values(d, v, &of, err);
    d->time.fits--;
    if (status != SALVO_OK)
        return status;
    fit_read_prices(d, v, prices);
    status = new_prices_limit_own(d, v, prices, own->prices, err);
    if (status != SALVO_OK)
        return status;
    status = judge_own(d, &own->imbalance, prices, v, err);
    return status == SALVO_OK ? judge_own(d, &own->of_one_list, d->lists[SALVO_LIST_FITTED], &d->model, err) : status;
}

salvo_status own_lists_fit(fit_context *d, salvo_error *err)
{
    for (size_t i = 0; i < d->fit->n_separate; i++) {
        value_model v = {.n = 0};
        salvo_status status = fit_own_list(d, &d->fit->separate[i], &v, err);

        if (v.memory)
            value_model_free(&v);
        if (status != SALVO_OK)
            return status;
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

static void list_own(const unit_pool *m, salvo_points_fit *f)
{
    const salvo_points_plan *plan = m->plan;

    for (int s = 0; plan->per == SALVO_PER_SCENARIO && s < SALVO_N_SCENARIOS; s++)
        if (plan->scenarios[s] > 0)
            f->separate[f->n_separate++].scenario = (salvo_scenario)s;
    for (size_t r = 0; plan->per == SALVO_PER_RANGE && r < m->n_ranges; r++)
        f->separate[f->n_separate++].range = m->ranges[r];
    for (int t = 0; plan->per == SALVO_PER_TARGETS && t < SALVO_N_TARGETS; t++)
        if (plan->targets[t] > 0)
            f->separate[f->n_separate++].targets = (salvo_targets)t;
    for (size_t in = 0; plan->per == SALVO_PER_SETTING && in < plan->n_settings; in++)
        if (is_new_part(plan, in))
            f->separate[f->n_separate++].part = plan->settings[in].part;
}

salvo_status own_lists_list(fit_context *d, salvo_error *err)
{
    const size_t most = d->m.n_ranges + SALVO_N_SCENARIOS + SALVO_N_TARGETS + d->m.plan->n_settings;
    salvo_points_fit *f = d->fit;

    d->only = salvo_arena_array(f->memory, d->m.n_conditions, sizeof *d->only);
    f->separate = salvo_arena_array(f->memory, most, sizeof *f->separate);
    if (!d->only || !f->separate)
        return salvo_fail_memory(err);
    list_own(&d->m, f);
    return SALVO_OK;
}
