/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweeps of a curve in words and numbers, for its picture. A sweep is one of the curve's, a point has a value of each. */
#ifndef SALVO_ANSWERS_CURVE_WORDS_H
#define SALVO_ANSWERS_CURVE_WORDS_H

#include <salvo/simulate.h>

#include "chart/chart.h"

int curve_place(const salvo_curve *curve, size_t sweep); /* of its parameter */
const salvo_value *curve_value(const salvo_curve *curve, size_t point, size_t sweep);
double curve_number(const salvo_curve *curve, size_t point, size_t sweep);

/* Whether every value of the sweep is a number, and not the word that may stand in place of one. */
bool curve_has_numbers(const salvo_curve *curve, size_t sweep);

bool curve_is_duel(const salvo_curve *curve);

/* "range (m)", or what the parameter is. */
const char *curve_axis_title(chart *c, const salvo_curve *curve, size_t sweep);

/* The value by its name, unless two of the sweep have the same one. */
const char *curve_swept_name(const salvo_curve *curve, size_t point, size_t sweep);

/* Puts the title and the subtitle; what stands below. */
void curve_titles(chart *c, const salvo_curve *curve);
void curve_captions(chart *c, const salvo_curve *curve);

#endif
