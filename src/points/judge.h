/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a list of prices is judged by battles: how even they are, how well prices predict who wins, what no price
 * explains, how fair prices could be, and what follows from the figures. */
#ifndef SALVO_POINTS_JUDGE_H
#define SALVO_POINTS_JUDGE_H

#include "points/observations.h"

/* Imbalance: how far from even the battles between armies of equal cost are. */

/* Memory is the arena's. `run` has at least one pair. */
salvo_status imbalance_measure(salvo_imbalance *to, const pair_run *run, salvo_arena *memory, salvo_error *err);

/* Returns the imbalance of one pair, averaged over its conditions; NAN: nobody won in any. */
double pair_imbalance(const pair_run *run, size_t pair);

/* The same over its conditions in one scenario; NAN: it has none, or nobody won. */
double pair_imbalance_in(const pair_run *run, size_t pair, salvo_scenario scenario);

/* Prediction: how well prices predict the winner. */

/* One pair: the logarithm of the ratio of its costs, and the score of its battles. */
typedef struct predicted_pair {
    double log_ratio, score;
} predicted_pair;

/* Returns a pair of the run at these prices; `rules` is NULL, or part of them. If all attack at odds, the ratio is the
 * attacker's excess over the odds, on average over the conditions. NAN: nobody won. */
predicted_pair predicted_pair_of(const pair_run *run, size_t pair, const double *prices, const army_rules *rules);

/* Fills the same for all pairs of the run that somebody won, and returns their number. */
size_t predicted_pairs_of(predicted_pair *pairs, const pair_run *run, const double *prices, const army_rules *rules);

/* Judges every pair with the k of the other half of the pairs (even and odd ones). n is at least 4. */
void prediction_judge(salvo_prediction *to, const predicted_pair *pairs, size_t n);

/* Intransitivity: how much of the results between units a single price for each unit cannot explain. */

/* Pairs every class with every other, with one kind on each side, in the numbers with the nearest costs. matrix_pairs
 * returns the number of pairs, and matrix_draw fills that many. */
size_t matrix_pairs(const unit_pool *pool);
void matrix_draw(const unit_pool *pool, const double *prices, army_pair *pairs);

/* `run` must have fought all pairs of the matrix. */
salvo_status intransitivity_measure(salvo_intransitivity *to, const pair_run *run, const double *prices,
                                    salvo_error *err);

/* Floor: the least imbalance of any list of additive prices. */

/* Estimates how much fairer a list from unlimited battles would be than one from these, as an imbalance. A list's error
 * falls as 1 / pairs. So lists from halves of the observations are less fair than the list from all of them. By the
 * same amount that list is less fair than the unlimited one. All lists are judged on the same armies, `judged`, which
 * no fit has used. `of` is the question to which `whole` was fitted. */
salvo_status price_floor_distance(salvo_bounds *to, const value_model *whole, const value_question *of,
                                  const observations *seen, const observations *judged, salvo_error *err);

/* Claims: statements beyond the figures. They are computed once from the complete figures, and every format prints
 * them. */
void claims_of_test(salvo_points_test *test);
void claims_of_comparison(salvo_points_comparison *comparison);
void claims_of_fit(salvo_points_fit *fit);

#endif
