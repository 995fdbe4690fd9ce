/* How well prices predict who wins. */
#ifndef SALVO_POINTS_PREDICTION_H
#define SALVO_POINTS_PREDICTION_H

#include "points/pair_run.h"

/* One pair: the logarithm of the ratio of its costs, and the score of its battles. */
typedef struct predicted_pair {
    double log_ratio, score;
} predicted_pair;

/* Judges every pair with the k of the other half of the pairs (even and odd ones). n is at least 4. */
salvo_status prediction_judge(salvo_predicted *to, const predicted_pair *pairs, size_t n, salvo_error *err);

#endif
