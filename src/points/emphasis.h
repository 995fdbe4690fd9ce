/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much a scenario counts in a fit beyond its weight, so that none becomes less fair than it was. */
#ifndef SALVO_POINTS_EMPHASIS_H
#define SALVO_POINTS_EMPHASIS_H

#include "points/value_model.h"

/* What is left of the imbalance in every scenario: by the prices of the design's bases, attackers having of->odds, and by the
 * model's. */
typedef struct fairness {
    double was[SALVO_N_SCENARIOS], is[SALVO_N_SCENARIOS];
} fairness;

/* By how much a scenario may become less fair: a share. Estimates err by as much. */
extern const double EMPHASIS_TOLERANCE;

/* Memory is the arena's. */
salvo_status emphasis_measure(fairness *to, const value_model *v, const value_question *of, const unit_pool *m,
                              salvo_arena *memory, salvo_error *err);

/* By how much the scenario that loses most is less fair than it was: a share, at least 0. */
double emphasis_excess(const fairness *of);

/* Triples the emphasis, by meeting of the pool, of every scenario that is less fair than it was. Whether any was tripled, so
 * that a new fit is due; false also where all scenarios are less fair, which no emphasis mends, or count as much as they
 * may. */
bool emphasis_raise(double *emphasis, const fairness *of, const unit_pool *m);

/* Moves the model's prices and odds, and with them their errors, back towards those before, to about the greatest part of
 * the way at which no scenario is less fair than it was by more than the tolerance. of->odds is not NULL. */
salvo_status emphasis_draw_back(value_model *v, double *part, const value_question *of, const unit_pool *m,
                                salvo_arena *memory, salvo_error *err);

#endif
