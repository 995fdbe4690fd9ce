/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of who beats whom cannot be explained by a single price for each unit. */
#ifndef SALVO_POINTS_INTRANSITIVITY_H
#define SALVO_POINTS_INTRANSITIVITY_H

#include "points/pair_run.h"

/* Pairs every class with every other, one kind a side, in the numbers whose costs are nearest. matrix_pairs says how
 * many; matrix_draw fills so many. */
size_t matrix_pairs(const unit_pool *m);
void matrix_draw(const unit_pool *m, const double *prices, army_pair *pairs);

/* `run` must have fought all pairs of the matrix. */
salvo_status intransitivity_measure(salvo_intransitivity *to, const pair_run *run, const double *prices,
                                    salvo_error *err);

#endif
