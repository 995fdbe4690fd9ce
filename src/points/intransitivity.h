/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of the results between units a single price for each unit cannot explain. */
#ifndef SALVO_POINTS_INTRANSITIVITY_H
#define SALVO_POINTS_INTRANSITIVITY_H

#include "points/pair_run.h"

/* Pairs every class with every other, with one kind on each side, in the numbers with the nearest costs. matrix_pairs
 * returns the number of pairs, and matrix_draw fills that many. */
size_t matrix_pairs(const unit_pool *pool);
void matrix_draw(const unit_pool *pool, const double *prices, army_pair *pairs);

/* `run` must have fought all pairs of the matrix. */
salvo_status intransitivity_measure(salvo_intransitivity *to, const pair_run *run, const double *prices,
                                    salvo_error *err);

#endif
