/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "points/worth_design.h"

#include <math.h>

salvo_status worth_design_fixed(worth_design *d, const double *prices, size_t n_classes, salvo_arena *memory,
                                salvo_error *err)
{
    *d = (worth_design){.n_classes = n_classes};
    d->terms = salvo_arena_array(memory, n_classes, sizeof *d->terms);
    d->first_term = salvo_arena_array(memory, n_classes + 1, sizeof *d->first_term);
    if (!d->terms || !d->first_term)
        return salvo_fail_memory(err);
    for (size_t c = 0; c < n_classes; c++) {
        d->terms[c] = (worth_term){.base = prices[c], .factor = {NO_FACTOR, NO_FACTOR}};
        d->first_term[c + 1] = c + 1;
    }
    return SALVO_OK;
}

/* The base is today's price, so that the prior draws worths towards it. */
salvo_status worth_design_unconstrained(worth_design *d, const double *prices, size_t n_classes, salvo_arena *memory,
                                        salvo_error *err)
{
    salvo_status status = worth_design_fixed(d, prices, n_classes, memory, err);

    d->n_factors = n_classes;
    for (size_t c = 0; status == SALVO_OK && c < n_classes; c++)
        d->terms[c].factor[0] = (int)c;
    return status;
}

salvo_status worth_design_of_pool(worth_design *d, const unit_pool *pool, const double *prices, salvo_arena *memory,
                                  salvo_error *err)
{
    double *by_class = salvo_arena_array(memory, pool->n_classes, sizeof *by_class);

    if (!by_class)
        return salvo_fail_memory(err);
    for (size_t c = 0; c < pool->n_classes; c++)
        by_class[c] = prices[pool->first_of[c]];
    return worth_design_unconstrained(d, by_class, pool->n_classes, memory, err);
}

bool worths_make(worths *w, const worth_design *d, salvo_arena *memory)
{
    *w = (worths){d, salvo_arena_array(memory, d->n_classes, sizeof *w->of),
                  salvo_arena_array(memory, d->first_term[d->n_classes] + 1, sizeof *w->term)};
    return w->of && w->term;
}

double worth_of_term(const worth_term *t, const double *parameters)
{
    double log_factor = 0;

    for (int f = 0; f < TERM_FACTORS; f++) /* factors are parameters as logarithms: always above 0 */
        log_factor += t->factor[f] == NO_FACTOR ? 0 : parameters[t->factor[f]];
    return t->base * exp(log_factor);
}

double worth_of_class(const worth_design *d, const double *parameters, size_t class)
{
    double sum = 0;

    for (size_t t = d->first_term[class]; t < d->first_term[class + 1]; t++)
        sum += worth_of_term(&d->terms[t], parameters);
    return sum;
}

/* Worths are computed once for all pairs, because a class is in many armies. */
void worths_read(worths *w, const double *parameters)
{
    const worth_design *d = w->design;

    for (size_t c = 0; c < d->n_classes; c++) {
        w->of[c] = 0;
        for (size_t t = d->first_term[c]; t < d->first_term[c + 1]; t++)
            w->of[c] += w->term[t] = worth_of_term(&d->terms[t], parameters);
    }
}
