/* How well prices prediction who wins. */
#ifndef SALVO_POINTS_PREDICTION_H
#define SALVO_POINTS_PREDICTION_H

#include "points/pair_run.h"

/* One pair: the logarithm of the ratio of its costs, and the score that came. */
typedef struct foretelling {
    double log_ratio, score;
} foretelling;

/* Judges every pair by the k of the other half of the pairs (even and odd ones). At least four. */
salvo_status prediction_judge(salvo_predicted *to, const foretelling *pairs, size_t n, salvo_error *err);

/* The k of the greatest likelihood of scores under logistic(k log ratio), among numbers from 0 to 1000. `fold` 0 or 1: of
 * the even or the odd pairs; 2: of all. */
double prediction_k(const foretelling *pairs, size_t n, int fold);

#endif
