/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements about prices beyond the figures. They are computed once from the figures, and every format prints them. */
#ifndef SALVO_POINTS_CLAIMS_H
#define SALVO_POINTS_CLAIMS_H

#include <salvo/points.h>

/* Fills the claims of an answer whose figures are complete. */
void claims_of_test(salvo_points_test *test);
void claims_of_comparison(salvo_points_comparison *comparison);
void claims_of_fit(salvo_points_fit *fit);

#endif
