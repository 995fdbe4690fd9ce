/* How much of who beats whom no single price per unit can explain. */
#ifndef SALVO_POINTS_INTRANSITIVITY_H
#define SALVO_POINTS_INTRANSITIVITY_H

#include "points/pair_run.h"

/* Every class against every other, one kind a side, in the numbers whose costs are nearest: pairs[0 .. *n-1] in the
 * memory of `run`. */
size_t matrix_pairs(const unit_pool *m);
void matrix_draw(const unit_pool *m, const double *prices, army_pair *pairs);

/* `run` has fought all pairs of the matrix. */
salvo_status intransitivity_measure(salvo_intransitivity *to, const pair_run *run, const double *prices,
                                    salvo_error *err);

#endif
