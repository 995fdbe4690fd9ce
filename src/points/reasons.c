/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices by part are separate fits. The effect of one condition alone is a first-order estimate: one step of Fisher's
 * scoring from the fitted prices as if only that condition counted. So the weighted steps of all conditions average to
 * 0. */
#include "points/reasons.h"

#include <math.h>
#include <string.h>

#include "base/try.h"
#include "points/bounds.h"

/* A move below this share is not reported. */
static const double TOLD = 0.01;

typedef struct reasoning {
    salvo_price_reasons *to;
    const reasons_from *from;
    salvo_arena *memory;
    salvo_error *err;
} reasoning;

static bool is_named(const salvo_points_plan *plan, const char *id)
{
    for (size_t i = 0; i < plan->n_named; i++)
        if (strcmp(plan->named[i], id) == 0)
            return true;
    return false;
}

/* There is room for every unit, because --why all names them all. */
static salvo_status list_named_units(reasoning *r)
{
    const unit_pool *pool = r->from->pool;
    price_parts parts;

    TRY(price_parts_list(&parts, pool, r->memory, r->err));
    *r->to = (salvo_price_reasons){.units = salvo_arena_array(r->memory, pool->n, sizeof *r->to->units)};
    if (!r->to->units)
        return salvo_fail_memory(r->err);
    r->to->parts = parts.parts;
    r->to->n_parts = parts.n;
    for (size_t u = 0; u < pool->n; u++)
        if (is_named(pool->plan, pool->units[u].id)) {
            salvo_price_reason *reason = &r->to->units[r->to->n_units++];

            *reason = (salvo_price_reason){.unit = u, .by_numbers = NAN};
            reason->parts = salvo_arena_array(r->memory, parts.n, sizeof *reason->parts);
            if (!reason->parts)
                return salvo_fail_memory(r->err);
        }
    return SALVO_OK;
}

/* Prices of a part have the mean of the published ones, as the fit's have. */
static salvo_status read_part(reasoning *r, const value_model *v, size_t part)
{
    const unit_pool *pool = r->from->pool;
    double sum = 0, published = 0;
    relative errors;

    TRY(relative_make(&errors, v, pool, r->memory, r->err));
    for (size_t u = 0; u < pool->n; u++) {
        sum += value_model_worth(v, pool->units[u].class);
        published += r->from->published[u];
    }
    for (size_t k = 0; k < r->to->n_units; k++) {
        const size_t class = pool->units[r->to->units[k].unit].class;

        r->to->units[k].parts[part] =
            bounds_of_logarithm(value_model_worth(v, class) * published / sum, relative_error(&errors, class));
    }
    return SALVO_OK;
}

static salvo_status fit_parts(reasoning *r)
{
    for (size_t part = 0; part < r->to->n_parts; part++) {
        value_model v;
        salvo_status status;

        TRY(price_part_fit(&v, r->from->question, &r->to->parts[part], r->from->pool, r->err));
        status = read_part(r, &v, part);
        value_model_free(&v);
        TRY(status);
    }
    return SALVO_OK;
}

/* Moves. */

/* Returns the step of the logarithm of a worth, relative to the list's. */
static double step_of(const value_model *v, size_t condition, const double *g)
{
    double sum = 0;

    for (size_t i = 0; i < v->n; i++)
        sum += g[i] * v->pulls[condition * v->n + i];
    return sum;
}

/* Inserts the move into the list sorted by size, and drops the smallest. */
static void insert_move(salvo_price_reason *of, salvo_price_effect move)
{
    size_t at = of->n_effects;

    while (at > 0 && fabs(log(1 + of->effects[at - 1].change)) < fabs(log(1 + move.change)))
        at--;
    if (at == SALVO_PRICE_EFFECTS_MAX)
        return;
    of->n_effects += of->n_effects < SALVO_PRICE_EFFECTS_MAX;
    memmove(&of->effects[at + 1], &of->effects[at], (of->n_effects - 1 - at) * sizeof *of->effects);
    of->effects[at] = move;
}

/* Moves begin at the published price, because a reader asks what moved it from there. */
static void read_moves(const reasons_from *from, salvo_price_reason *of, relative *errors)
{
    const unit_pool *pool = from->pool;
    const double moved = log(from->fitted[of->unit] / from->published[of->unit]);

    relative_error(errors, pool->units[of->unit].class); /* for its gradient */
    for (size_t at = 0; at < pool->n_conditions; at++) {
        const double step = moved + step_of(from->model, at, errors->gradient);

        if (fabs(step) >= TOLD)
            insert_move(of, (salvo_price_effect){.range = pool->conditions[at].range,
                                                 .scenario = pool->conditions[at].scenario,
                                                 .setting = pool->conditions[at].setting,
                                                 .change = exp(step) - 1});
    }
}

static salvo_status find_moves(reasoning *r)
{
    const reasons_from *from = r->from;
    relative errors;

    TRY(relative_make(&errors, from->model, from->pool, r->memory, r->err));
    /* A single condition would explain every move. */
    for (size_t k = 0; k < r->to->n_units && from->pool->n_conditions > 1; k++)
        read_moves(from, &r->to->units[k], &errors);
    return SALVO_OK;
}

static salvo_status find_numbers(reasoning *r)
{
    const reasons_from *from = r->from;
    double *predicted = salvo_arena_array(r->memory, from->pool->n, sizeof *predicted);
    price_numbers numbers;

    TRY(predicted ? price_numbers_read(&numbers, from->pool, r->memory, r->err) : salvo_fail_memory(r->err));
    TRY(price_numbers_correlate(r->to, &numbers, from->published, from->fitted, r->memory, r->err));
    TRY(price_numbers_predict(&numbers, from->fitted, predicted, r->memory, r->err));
    for (size_t k = 0; k < r->to->n_units; k++)
        r->to->units[k].by_numbers = predicted[r->to->units[k].unit];
    return SALVO_OK;
}

salvo_status reasons_find(salvo_price_reasons *to, const reasons_from *from, salvo_arena *memory, salvo_error *err)
{
    reasoning r = {to, from, memory, err};

    TRY(list_named_units(&r));
    TRY(fit_parts(&r));
    TRY(find_moves(&r));
    for (size_t k = 0; k < to->n_units; k++)
        likeness_find(&to->units[k], from->pool, NULL);
    return find_numbers(&r);
}
