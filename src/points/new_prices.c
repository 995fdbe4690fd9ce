/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reported prices of a fit: those within the author's limits, with their intervals and their rounding, and which
 * units are indistinguishable. */
#include "points/fit_context.h"

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/bounds.h"
#include "points/price_limits.h"
#include "points/rounding.h"

/* Shares of the other prices and of the price (salvo_points.h: SALVO_LIMIT_*), and the 97.5 % quantile of a normal
 * distribution. */
static const double HALF_OF_ALL = 0.5, WIDE = 0.25;

/* Finds the covariance of the logarithms of prices, which defines near. Units of one class have one worth. The author
 * may still separate their prices, so each has a small variance of its own. Between classes the covariance is 0: armies
 * are random, so units are related only through the level of the list. Beyond that, the model only says which units
 * happened to meet. A kept price would move some units with it, and nobody could explain why. */
static salvo_status find_covariance(const fit_context *fit, const value_model *v, limited *to, salvo_error *err)
{
    static const double OWN = 1e-5;
    const unit_pool *pool = &fit->battles.pool;
    const size_t n = pool->n;
    salvo_arena *memory = fit->report->memory;
    relative errors;
    salvo_status status = relative_make(&errors, v, pool, memory, err);

    to->covariance = salvo_arena_array(memory, n * n, sizeof *to->covariance);
    to->holds = salvo_arena_array(memory, n, sizeof *to->holds);
    if (status != SALVO_OK || !to->covariance || !to->holds)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < n; u++) {
        const double error = relative_error(&errors, pool->units[u].class), variance = error * error;

        for (size_t k = 0; k < n; k++)
            if (pool->units[k].class == pool->units[u].class)
                to->covariance[u * n + k] = variance + (k == u ? OWN : 0);
    }
    return SALVO_OK;
}

salvo_status new_prices_within(const fit_context *fit, const value_model *v, double *prices, limited *to,
                               salvo_error *err)
{
    TRY(find_covariance(fit, v, to, err));
    return nearest_prices(prices, to->covariance, to->holds, &fit->limits, fit->report->memory, err);
}

salvo_status new_prices_limit(fit_context *fit, salvo_error *err)
{
    memcpy(fit->lists[SALVO_LIST_UNLIMITED], fit->lists[SALVO_LIST_FITTED],
           fit->battles.pool.n * sizeof *fit->published);
    return fit->limits.exist ? new_prices_within(fit, &fit->model, fit->lists[SALVO_LIST_FITTED], &fit->held, err)
                             : SALVO_OK;
}

/* Sets the intervals of the model's prices without limits. */
static salvo_status free_bounds(const fit_context *fit, const value_model *v, const double *prices, salvo_bounds *to,
                                salvo_error *err)
{
    const unit_pool *pool = &fit->battles.pool;
    relative errors;

    TRY(relative_make(&errors, v, pool, fit->report->memory, err));
    for (size_t u = 0; u < pool->n; u++)
        to[u] = bounds_of_logarithm(prices[u], relative_error(&errors, pool->units[u].class));
    return SALVO_OK;
}

/* Sets the intervals of a list that has every unit. */
static salvo_status read_bounds(fit_context *fit, salvo_list list, salvo_error *err)
{
    salvo_bounds *bounds = salvo_arena_array(fit->report->memory, fit->battles.pool.n, sizeof *bounds);

    TRY(bounds ? free_bounds(fit, fit_model_of(fit, list), fit->lists[list], bounds, err) : salvo_fail_memory(err));
    for (size_t u = 0; u < fit->battles.pool.n; u++) {
        salvo_new_price *p = &fit->report->prices[u];

        *(list == SALVO_LIST_FORMULA ? &p->formula
          : list == SALVO_LIST_RULES ? &p->with_rules
                                     : &p->fitted) = bounds[u];
    }
    return SALVO_OK;
}

static unsigned limits_of(const candidate *c, const salvo_bounds *fitted)
{
    return (c->harms < HALF_OF_ALL ? SALVO_LIMIT_HARMS : 0u) | (c->harmed < HALF_OF_ALL ? SALVO_LIMIT_HARMED : 0u) |
           (fitted->high > fitted->value * (1 + WIDE) ? SALVO_LIMIT_WIDE : 0u);
}

static salvo_bounds bounds_within(const fit_context *fit, const limited *held, const double *prices, size_t u)
{
    return bounds_of_logarithm(prices[u], sqrt(fmax(held->covariance[u * fit->battles.pool.n + u], 0)));
}

salvo_status new_prices_bounds_own(const fit_context *fit, const value_model *v, double *prices, salvo_bounds *to,
                                   salvo_error *err)
{
    limited held;

    if (!fit->limits.exist)
        return free_bounds(fit, v, prices, to, err);
    TRY(new_prices_within(fit, v, prices, &held, err));
    for (size_t u = 0; u < fit->battles.pool.n; u++)
        to[u] = bounds_within(fit, &held, prices, u);
    return SALVO_OK;
}

/* Under the author's limits, errors are those of the free part. */
static void take_limits(fit_context *fit)
{
    for (size_t u = 0; u < fit->battles.pool.n; u++) {
        salvo_new_price *p = &fit->report->prices[u];

        p->unlimited = fit->lists[SALVO_LIST_UNLIMITED][u];
        if (!fit->limits.exist)
            continue;
        p->binding = fit->held.holds[u];
        p->fitted = bounds_within(fit, &fit->held, fit->lists[SALVO_LIST_FITTED], u);
        if (fit->rules.n)
            p->with_rules = bounds_within(fit, &fit->held_rules, fit->lists[SALVO_LIST_RULES], u);
    }
}

/* Sets the intervals of the new prices, and of the formula's. */
static salvo_status read_all_bounds(fit_context *fit, salvo_error *err)
{
    salvo_points_fit *f = fit->report;

    f->prices = salvo_arena_array(f->memory, fit->battles.pool.n, sizeof *f->prices);
    if (!f->prices)
        return salvo_fail_memory(err);
    TRY(read_bounds(fit, SALVO_LIST_FITTED, err));
    if (fit->formula.exists)
        TRY(read_bounds(fit, SALVO_LIST_FORMULA, err));
    if (fit->rules.n)
        TRY(read_bounds(fit, SALVO_LIST_RULES, err));
    take_limits(fit);
    return SALVO_OK;
}

/* The errors of the prices decide on the rounding, unless the author does. */
static void settle_rounding(fit_context *fit)
{
    salvo_rounding *to = &fit->report->rounding;
    const salvo_points_plan *plan = &fit->report->plan;

    *to = (salvo_rounding){.preferred = plan->round_preferred, .step = fit->limits.step};
    if (plan->round_preferred || plan->step > 0)
        rounding_measure(to, &fit->limits, fit->report->prices);
    else
        rounding_choose(to, &fit->limits, fit->report->prices);
    fit->limits.step = to->step;
}

/* Reads what the fit found for every unit, and for the model itself. */
salvo_status new_prices_report(fit_context *fit, salvo_error *err)
{
    const unit_pool *pool = &fit->battles.pool;
    salvo_points_fit *f = fit->report;
    double *with_rules = salvo_arena_array(f->memory, pool->n, sizeof *with_rules);

    TRY(with_rules ? read_all_bounds(fit, err) : salvo_fail_memory(err));
    settle_rounding(fit);
    if (fit->rules.n)
        rounding_of_list(&fit->limits, fit->lists[SALVO_LIST_RULES], f->rounding.preferred, with_rules);
    rounding_of_list(&fit->limits, fit->lists[SALVO_LIST_FITTED], f->rounding.preferred,
                     fit->lists[SALVO_LIST_ROUNDED]);
    for (size_t u = 0; u < pool->n; u++) {
        salvo_new_price *p = &f->prices[u];

        p->unit = u;
        p->rounded = fit->lists[SALVO_LIST_ROUNDED][u];
        p->repeats = rounding_repeats(&fit->limits, u, &p->fitted, f->rounding.preferred);
        p->with_rules_rounded = fit->rules.n ? with_rules[u] : NAN;
        p->limits = limits_of(&pool->units[u], &p->fitted);
        if (!fit->formula.exists)
            p->formula = (salvo_bounds){NAN, NAN, NAN};
    }
    f->steepness = value_model_steepness(&fit->model, fit->battles.weights);
    f->growth = fit->model.parameters[fit->model.growth];
    f->dispersion = fit->model.dispersion;
    return SALVO_OK;
}

/* Inserts the pair into the sorted list, by the distance of the published prices. The last one is dropped if the list
 * is full. */
static void list_alike(salvo_points_fit *f, const salvo_indistinguishable *pair,
                       double (*apart)[SALVO_INDISTINGUISHABLE_MAX], double far)
{
    size_t at = f->n_indistinguishable;

    while (at > 0 && (*apart)[at - 1] < far)
        at--;
    if (at == SALVO_INDISTINGUISHABLE_MAX)
        return;
    f->n_indistinguishable += f->n_indistinguishable < SALVO_INDISTINGUISHABLE_MAX;
    for (size_t i = f->n_indistinguishable - 1; i > at; i--) {
        f->indistinguishable[i] = f->indistinguishable[i - 1];
        (*apart)[i] = (*apart)[i - 1];
    }
    f->indistinguishable[at] = *pair;
    (*apart)[at] = far;
}

/* Compares all pairs of classes: a pair whose ratio may be 1 is indistinguishable. */
salvo_status new_prices_compare(fit_context *fit, salvo_error *err)
{
    const unit_pool *pool = &fit->battles.pool;
    const value_model *v = &fit->model;
    salvo_points_fit *f = fit->report;
    double *g = salvo_arena_array(f->memory, v->n, sizeof *g), apart[SALVO_INDISTINGUISHABLE_MAX] = {0};

    if (!g)
        return salvo_fail_memory(err);
    /* It compares classes and not units, because units of one class are alike. */
    for (size_t a = 0; a < pool->n_classes; a++)
        for (size_t b = a + 1; b < pool->n_classes; b++) {
            salvo_indistinguishable pair = {pool->first_of[a], pool->first_of[b], {0, 0, 0}};

            memset(g, 0, v->n * sizeof *g);
            g[a] = 1; /* the gradient of log worth a minus log worth b: each class has its own factor */
            g[b] = -1;
            pair.ratio =
                bounds_of_logarithm(value_model_worth(v, a) / value_model_worth(v, b), value_model_error(v, g));
            f->n_compared++;
            if (pair.ratio.low > 1 || pair.ratio.high < 1) /* 1 outside the interval: they are distinguishable */
                continue;
            f->n_not_distinguished++;
            list_alike(f, &pair, &apart, fabs(log(fit->by_class[a] / fit->by_class[b])));
        }
    return SALVO_OK;
}
