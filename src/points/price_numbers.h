/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which numbers of the units' table prices follow. */
#ifndef SALVO_POINTS_PRICE_NUMBERS_H
#define SALVO_POINTS_PRICE_NUMBERS_H

#include "points/unit_pool.h"

/* Numbers of every unit of the pool: the columns of its table that hold numbers; those of a table whose rows a column
 * names ("gun: strike"); and the items of its price breakdown. Memory is the arena's. */
typedef struct price_numbers {
    size_t n, n_units;
    const char **words; /* n */
    double *of;         /* n x units; NAN: the unit has none */
} price_numbers;

salvo_status price_numbers_read(price_numbers *to, const unit_pool *m, salvo_arena *memory, salvo_error *err);

/* Rank correlations with both lists of prices, those of the fitted one in order of their size. */
salvo_status price_numbers_correlate(salvo_price_reasons *to, const price_numbers *numbers, const double *published,
                                     const double *fitted, salvo_arena *memory, salvo_error *err);

/* What a linear regression of the prices' logarithms on all numbers gives for every unit; with a ridge, because numbers
 * that say the same stand side by side. predicted[u] NAN: there are no numbers. */
salvo_status price_numbers_predict(const price_numbers *numbers, const double *prices, double *predicted,
                                   salvo_arena *memory, salvo_error *err);

#endif
