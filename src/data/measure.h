/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances with their unit, "500m" or 20", as people write them. */
#ifndef SALVO_DATA_MEASURE_H
#define SALVO_DATA_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/error.h>

/* Cuts the unit off `text`. The text before it goes to `number`, and *factor is how many of `unit` one of it is (1
 * without a unit). Returns false if the text ends in a unit that cannot be converted to `unit`: metres on the ground
 * and inches on the table have no common measure, because the scale is the rulebook's own. */
enum { SALVO_MEASURE_MAX = 64 };
bool salvo_measure_cut(char number[SALVO_MEASURE_MAX], double *factor, const char *text, const char *unit);

/* Reads a distance in `unit`: a number, or one with a unit that can be converted. */
bool salvo_measure_parse(double *distance, const char *text, const char *unit);

/* Returns "centimetres on the table", for messages. `unit` is as in ruleset.yaml; it is returned unchanged if salvo
 * does not convert it. */
const char *salvo_measure_words(const char *unit);

#endif
