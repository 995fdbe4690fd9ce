/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the report of a matrix and its picture both tell. */
#ifndef SALVO_ANSWERS_MATRIX_REPORT_H
#define SALVO_ANSWERS_MATRIX_REPORT_H

#include <salvo/matrix.h>

/* What a reader takes for a figure of the match: the exact value where there is one. */
double match_figure(const salvo_match *match, const salvo_figure *figure);

/* The chance that a wins. */
double match_p_win(const salvo_match *match);

/* The mean of what `value` gives over the ranges, by their weights; ranges where it gives NAN are left out. NAN where a
 * pair has not met. */
double matrix_mean(const salvo_matrix *matrix, size_t a, size_t b, double (*value)(const salvo_match *match));

#endif
