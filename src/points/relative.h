/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well worths are known relative to the list's mean: no price list says what a point is worth in itself. */
#ifndef SALVO_POINTS_RELATIVE_H
#define SALVO_POINTS_RELATIVE_H

#include "points/value_model.h"

typedef struct relative {
    const value_model *v;
    double *mean, *gradient; /* the mean gradient of all units' log worths; scratch */
} relative;

/* Memory is the arena's; the model must outlive it. */
salvo_status relative_make(relative *r, const value_model *v, const unit_pool *m, salvo_arena *memory,
                           salvo_error *err);

/* r->gradient becomes that of the class's log worth less the mean; its standard error is returned. */
double relative_error(relative *r, size_t class);

/* The value, and 95 % about it for that standard error of its logarithm. */
salvo_bounds bounds_of_logarithm(double value, double error);

#endif
