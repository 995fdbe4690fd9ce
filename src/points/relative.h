/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The precision of worths relative to the list's mean: no price list defines the worth of a point itself. */
#ifndef SALVO_POINTS_RELATIVE_H
#define SALVO_POINTS_RELATIVE_H

#include "points/value_model.h"

typedef struct relative {
    const value_model *v;
    double *mean, *gradient; /* the mean gradient of all units' log worths; scratch */
} relative;

/* Memory is the arena's; the model must outlive it. */
salvo_status relative_make(relative *r, const value_model *v, const unit_pool *pool, salvo_arena *memory,
                           salvo_error *err);

/* Sets r->gradient to that of the class's log worth minus the mean, and returns its standard error. */
double relative_error(relative *r, size_t class);

#endif
