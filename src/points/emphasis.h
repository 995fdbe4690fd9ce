/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much a scenario counts in a fit beyond its weight, so that none becomes less fair than before. */
#ifndef SALVO_POINTS_EMPHASIS_H
#define SALVO_POINTS_EMPHASIS_H

#include "points/value_model.h"

/* The remaining imbalance in every scenario: by the prices of the design's bases with the attackers' odds of->odds, and
 * by the model's. */
typedef struct fairness {
    double was[SALVO_N_SCENARIOS], is[SALVO_N_SCENARIOS];
} fairness;

/* The share by which a scenario may become less fair. The error of the estimates is as large. */
extern const double EMPHASIS_TOLERANCE;

/* Memory is the arena's. */
salvo_status emphasis_measure(fairness *to, const value_model *v, const value_question *of, const unit_pool *pool,
                              salvo_arena *memory, salvo_error *err);

/* Returns by how much the scenario that loses most is less fair than before: a share, at least 0. */
double emphasis_excess(const fairness *of);

/* Triples the emphasis of every scenario that is less fair than before, by condition of the pool. Returns whether any
 * was tripled, so that a new fit is due. Returns false also if all scenarios are less fair, which no emphasis repairs,
 * or if they have the maximal emphasis. */
bool emphasis_raise(double *emphasis, const fairness *of, const unit_pool *pool);

/* Moves the model's prices, odds and errors back towards the earlier ones. It stops at about the farthest point at
 * which no scenario is less fair than before by more than the tolerance. of->odds is not NULL. */
salvo_status emphasis_draw_back(value_model *v, double *part, const value_question *of, const unit_pool *pool,
                                salvo_arena *memory, salvo_error *err);

#endif
