/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why units cost what a fit says: prices by kind of meeting, what moved them, what they are like, which numbers they
 * follow. */
#ifndef SALVO_POINTS_REASONS_H
#define SALVO_POINTS_REASONS_H

#include "points/price_parts.h"

/* What a fit knows. */
typedef struct reasons_from {
    const unit_pool *m;
    const value_question *question;   /* of all rounds; a factor for each class, over the published prices */
    const value_model *model;         /* its answer */
    const double *published, *fitted; /* by place in the unit pool */
} reasons_from;

/* Of the units that the plan names, in the order of the pool. Memory is the arena's. */
salvo_status reasons_find(salvo_price_reasons *to, const reasons_from *from, salvo_arena *memory, salvo_error *err);

#endif
