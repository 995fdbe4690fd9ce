/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of the units' table that prices depend on. */
#ifndef SALVO_POINTS_PRICE_NUMBERS_H
#define SALVO_POINTS_PRICE_NUMBERS_H

#include "points/unit_pool.h"

/* The numbers of every unit of the pool: the numeric columns of its table, those of a table whose rows a column names
 * ("gun: strike"), and the items of its price breakdown. Memory is the arena's. */
typedef struct price_numbers {
    size_t n, n_units;
    const char **words; /* n */
    double *of;         /* n x units; NAN: the unit has none */
} price_numbers;

salvo_status price_numbers_read(price_numbers *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err);

/* Computes rank correlations with both lists of prices, sorted by the size of the fitted list's. */
salvo_status price_numbers_correlate(salvo_price_reasons *to, const price_numbers *numbers, const double *published,
                                     const double *fitted, salvo_arena *memory, salvo_error *err);

/* Predicts every unit's price by a linear regression of the prices' logarithms on all numbers. It has a ridge, because
 * some numbers say the same. predicted[u] NAN: there are no numbers. */
salvo_status price_numbers_predict(const price_numbers *numbers, const double *prices, double *predicted,
                                   salvo_arena *memory, salvo_error *err);

#endif
