/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the statistics of points tests mean: a sentence for each, in words that a rules author knows. */
#ifndef SALVO_ANSWERS_STATISTICS_WORDS_H
#define SALVO_ANSWERS_STATISTICS_WORDS_H

#include "document/page.h"

/* The share predicted right, and log loss. */
void add_scores_explained(page *p);

/* The curve 1 / (1 + exp(-k log(cost of a / cost of b))) for armies whose k is `steepness`; `armies` says which
 * ("" for all of them). */
void add_logistic_explained(page *p, double steepness, const char *armies);

/* The share of squares that the best prices explain. */
void add_squares_explained(page *p);

#endif
