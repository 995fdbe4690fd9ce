/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well prices predict the winner. */
#ifndef SALVO_POINTS_PREDICTION_H
#define SALVO_POINTS_PREDICTION_H

#include "points/pair_run.h"

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

#endif
