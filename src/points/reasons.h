/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why units have their prices in a fit: prices by kind of condition, what moved them, similar units, and the numbers
 * that prices depend on. */
#ifndef SALVO_POINTS_REASONS_H
#define SALVO_POINTS_REASONS_H

#include "points/price_parts.h"

/* The data of a fit. */
typedef struct reasons_from {
    const unit_pool *pool;
    const value_question *question;   /* from all rounds; a factor for each class, over the published prices */
    const value_model *model;         /* its answer */
    const double *published, *fitted; /* by place in the unit pool */
} reasons_from;

/* Finds the reasons for the units that the plan names, in the order of the pool. Memory is the arena's. */
salvo_status reasons_find(salvo_price_reasons *to, const reasons_from *from, salvo_arena *memory, salvo_error *err);

#endif
