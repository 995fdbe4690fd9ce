/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/value_model.h"

#include <math.h>

/* Every unit counts once: prices have the mean of the published ones, which is a mean over units. */
salvo_status relative_make(relative *r, const value_model *v, const unit_pool *pool, salvo_arena *memory,
                           salvo_error *err)
{
    *r = (relative){.v = v,
                    .mean = salvo_arena_array(memory, v->n, sizeof *r->mean),
                    .gradient = salvo_arena_array(memory, v->n, sizeof *r->gradient)};
    if (!r->mean || !r->gradient)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < pool->n; u++) {
        value_model_gradient(v, pool->units[u].class, r->gradient);
        for (size_t i = 0; i < v->n; i++)
            r->mean[i] += r->gradient[i] / (double)pool->n;
    }
    return SALVO_OK;
}

/* The errors of a worth and of the mean are correlated, so the difference has its own gradient. Otherwise an average
 * unit would look as uncertain as the level of the list, which nothing determines. */
double relative_error(relative *r, size_t class)
{
    value_model_gradient(r->v, class, r->gradient);
    for (size_t i = 0; i < r->v->n; i++)
        r->gradient[i] -= r->mean[i];
    return value_model_error(r->v, r->gradient);
}
