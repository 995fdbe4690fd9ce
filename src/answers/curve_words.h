/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sweeps of a curve in words and numbers, for its picture. A sweep is an index into the curve's sweeps; a point has
 * one value of each. */
#ifndef SALVO_ANSWERS_CURVE_WORDS_H
#define SALVO_ANSWERS_CURVE_WORDS_H

#include <salvo/simulate.h>

#include "chart/chart.h"

int curve_place(const salvo_curve *curve, size_t sweep); /* of its parameter */
const salvo_value *curve_value(const salvo_curve *curve, size_t point, size_t sweep);
double curve_number(const salvo_curve *curve, size_t point, size_t sweep);

/* Returns whether every value of the sweep is a number. A word may replace a number. */
bool curve_has_numbers(const salvo_curve *curve, size_t sweep);

bool curve_is_duel(const salvo_curve *curve);

/* Returns "range (m)", or the meaning of the parameter. */
const char *curve_axis_title(chart *c, const salvo_curve *curve, size_t sweep);

/* Returns the name of the value, or its text if two values of the sweep have the same name. */
const char *curve_swept_name(const salvo_curve *curve, size_t point, size_t sweep);

/* Puts the title and the subtitle; puts the captions. */
void curve_titles(chart *c, const salvo_curve *curve);
void curve_captions(chart *c, const salvo_curve *curve);

#endif
