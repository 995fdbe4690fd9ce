/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the report of a matrix that its picture shows, too. */
#ifndef SALVO_ANSWERS_MATRIX_REPORT_H
#define SALVO_ANSWERS_MATRIX_REPORT_H

#include <salvo/matrix.h>

/* Returns the reported value of a figure of the match: the exact one if there is one. */
double match_figure(const salvo_match *match, const salvo_figure *figure);

/* Returns the chance that a wins. */
double match_p_win(const salvo_match *match);

/* Returns the weighted mean of `value` over the ranges. Ranges where `value` is NAN are left out. Returns NAN for a
 * pair that has not met. */
double matrix_mean(const salvo_matrix *matrix, size_t a, size_t b, double (*value)(const salvo_match *match));

#endif
