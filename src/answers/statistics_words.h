/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sentence on the meaning of each statistic of points tests, in terms that the author of a rulebook knows. */
#ifndef SALVO_ANSWERS_STATISTICS_WORDS_H
#define SALVO_ANSWERS_STATISTICS_WORDS_H

#include "document/page.h"

/* Explains the share of correct predictions, and log loss. */
void add_scores_explained(page *p);

/* Explains the curve 1 / (1 + exp(-k log(cost of a / cost of b))). `steepness` is k; `armies` names the armies that it
 * holds for ("" for all). */
void add_logistic_explained(page *p, double steepness, const char *armies);

/* Explains the share of squares that the best prices explain. */
void add_squares_explained(page *p);

#endif
