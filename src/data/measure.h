/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances with their unit, "500m" or 20", as people write them. */
#ifndef SALVO_DATA_MEASURE_H
#define SALVO_DATA_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/data.h>

/* How distances are measured. */
typedef struct salvo_scale {
    const char *unit;  /* as in ruleset.yaml */
    double unit_in_mm; /* on the table: of a unit on the ground; 0: unknown, or the unit is one on the table */
} salvo_scale;

salvo_scale salvo_scale_of(const salvo_store *store);

/* Reads a distance on that scale: a number, or one with a unit that can be converted. Metres on the ground and inches on
 * the table can if the scale is known. */
bool salvo_measure_parse(double *distance, const char *text, const salvo_scale *scale);

/* Whether the unit is one on the ground that salvo can convert. */
bool salvo_measure_is_on_ground(const char *unit);

/* Returns "centimetres on the table", for messages. `unit` is as in ruleset.yaml; it is returned unchanged if salvo
 * does not convert it. */
const char *salvo_measure_words(const char *unit);

#endif
