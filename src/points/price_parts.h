/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What prices would be if only some of the conditions counted: one scenario, one range, or one setting. */
#ifndef SALVO_POINTS_PRICE_PARTS_H
#define SALVO_POINTS_PRICE_PARTS_H

#include "points/value_model.h"

typedef struct price_parts {
    salvo_price_part *parts;
    size_t n; /* 0: all conditions are of one kind */
} price_parts;

/* Lists the scenarios of the pool, its settings, then its ranges; nothing for a kind that has only one. Memory is the
 * arena's. */
salvo_status price_parts_list(price_parts *to, const unit_pool *pool, salvo_arena *memory, salvo_error *err);

/* Fits the question to the conditions of one part; NULL: to all. Its conditions are those of the pool. Ends as
 * value_model_fit does. */
salvo_status price_part_fit(value_model *v, const value_question *of, const salvo_price_part *part,
                            const unit_pool *pool, salvo_error *err);

#endif
