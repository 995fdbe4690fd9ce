/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rulebook's own formula as a design of worths. It has a factor for every different item of its breakdowns, and one
 * for every word that qualifies items ("Class D Cannon, fixed": the item, and "fixed"). */
#ifndef SALVO_POINTS_FORMULA_H
#define SALVO_POINTS_FORMULA_H

#include "points/value_model.h"

typedef struct formula {
    worth_design design;
    salvo_formula_item *items; /* by factor; their factors are not set yet */
    bool exists;               /* every unit has a breakdown with items above 0 points */
} formula;

/* Memory is the arena's. */
salvo_status formula_read(formula *f, const unit_pool *pool, salvo_arena *memory, salvo_error *err);

#endif
