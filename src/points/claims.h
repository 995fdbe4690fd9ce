/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What answers about prices say beyond their figures: computed once from the figures, and told by every format. */
#ifndef SALVO_POINTS_CLAIMS_H
#define SALVO_POINTS_CLAIMS_H

#include <salvo/points.h>

/* Where the interval lies beside the number; unsure of one without ends. */
salvo_surely surely(const salvo_bounds *bounds, double number);

/* Of an answer whose figures are complete. */
void claims_of_test(salvo_points_test *test);
void claims_of_comparison(salvo_points_comparison *comparison);
void claims_of_fit(salvo_points_fit *fit);

#endif
