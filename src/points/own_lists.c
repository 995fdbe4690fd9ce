#include "points/own_lists.h"

#include <math.h>

#include "points/imbalance.h"
#include "points/new_prices.h"

/* Into d->only, which says both what is fitted and where armies meet that judge. */
static void mark_own(fit_context *d, const salvo_own_list *own)
{
    for (size_t at = 0; at < d->m.n_meetings; at++)
        d->only[at] = d->m.plan->per == SALVO_PER_SCENARIO ? d->m.meetings[at].scenario == own->scenario
                                                           : d->m.meetings[at].range == own->range;
}

/* NAN after a stop: prices are there, and nobody has judged them. */
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

/* The battles are those of the one list: what is weighed is other. */
static salvo_status fit_own_list(fit_context *d, salvo_own_list *own, value_model *v, salvo_error *err)
{
    value_question of = fit_question(d, &d->free);
    double *weights = salvo_arena_array(d->fit->memory, d->m.n_meetings, sizeof *weights);
    double *prices = salvo_arena_array(d->fit->memory, d->m.n, sizeof *prices);
    salvo_status status;

    own->prices = salvo_arena_array(d->fit->memory, d->m.n, sizeof *own->prices);
    if (!weights || !prices || !own->prices)
        return salvo_fail_memory(err);
    mark_own(d, own);
    for (size_t at = 0; at < d->m.n_meetings; at++)
        weights[at] = d->only[at] ? d->weights[at] : 0;
    of.weight = weights;
    status = value_model_fit(v, &of, err);
    if (status != SALVO_OK)
        return status;
    fit_read_prices(d, v, prices);
    status = new_prices_bounds(d, v, prices, own->prices, err);
    if (status != SALVO_OK)
        return status;
    status = judge_own(d, &own->imbalance, prices, v, err);
    return status == SALVO_OK ? judge_own(d, &own->of_one_list, d->lists[SALVO_LIST_FITTED], &d->model, err) : status;
}

salvo_status own_lists_fit(fit_context *d, salvo_error *err)
{
    for (size_t i = 0; i < d->fit->n_own; i++) {
        value_model v = {.n = 0};
        salvo_status status = fit_own_list(d, &d->fit->own[i], &v, err);

        if (v.memory)
            value_model_free(&v);
        if (status != SALVO_OK)
            return status;
    }
    return SALVO_OK;
}

salvo_status own_lists_list(fit_context *d, salvo_error *err)
{
    const salvo_points_plan *plan = d->m.plan;
    salvo_points_fit *f = d->fit;

    d->only = salvo_arena_array(f->memory, d->m.n_meetings, sizeof *d->only);
    f->own = salvo_arena_array(f->memory, d->m.n_ranges + SALVO_N_SCENARIOS, sizeof *f->own);
    if (!d->only || !f->own)
        return salvo_fail_memory(err);
    for (int s = 0; plan->per == SALVO_PER_SCENARIO && s < SALVO_N_SCENARIOS; s++)
        if (plan->scenarios[s] > 0)
            f->own[f->n_own++].scenario = (salvo_scenario)s;
    for (size_t r = 0; plan->per == SALVO_PER_RANGE && r < d->m.n_ranges; r++)
        f->own[f->n_own++].range = d->m.ranges[r];
    return SALVO_OK;
}
