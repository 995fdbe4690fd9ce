/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why units have their prices: prices by kind of condition, what moved them, similar units, and the numbers that prices
 * depend on. */
#ifndef SALVO_POINTS_REASONS_H
#define SALVO_POINTS_REASONS_H

#include "points/value_model.h"

/* The data of a fit. */
typedef struct reasons_from {
    const unit_pool *pool;
    const value_question *question;   /* from all rounds; a factor for each class, over the published prices */
    const value_model *model;         /* its answer */
    const double *published, *fitted; /* by place in the unit pool */
} reasons_from;

/* Finds the reasons for the units that the plan names, in the order of the pool. Memory is the arena's, also below. */
salvo_status reasons_find(salvo_price_reasons *to, const reasons_from *from, salvo_arena *memory, salvo_error *err);

/* Prices by part: what they would be if only one scenario, one range, or one setting counted. */
typedef struct price_parts {
    salvo_price_part *parts;
    size_t n; /* 0: all conditions are of one kind */
} price_parts;

/* Lists the scenarios of the pool, its settings, then its ranges; nothing for a kind that has only one. */
salvo_status price_parts_list(price_parts *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err);

/* Fits the question to the conditions of one part; NULL: to all. Its conditions are those of the pool. Ends as
 * value_model_fit does. */
salvo_status price_part_fit(value_model *v, const value_question *of, const salvo_price_part *part,
                            const unit_pool *pool, salvo_error *err);

/* Lists the units most similar in battle to one of them, the most similar first: how often two fire alike, and are
 * fired at alike. `is_other` is NULL, or limits the candidates by unit. Indistinguishable units are first, and then only
 * they are listed. */
void likeness_find(salvo_price_reason *of, const unit_pool *pool, const bool *is_other);

/* The numbers of every unit of the pool: the numeric columns of its table, those of a table whose rows a column names
 * ("gun: strike"), and the items of its price breakdown. */
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
