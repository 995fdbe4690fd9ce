/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "data/measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place of a distance: a rulebook measures on the table, or on the ground that the table represents. */
enum place { ON_TABLE, ON_GROUND };

/* A unit in all its spellings, separated by blanks, its words in a sentence, and its length in the place's own measure
 * (mm, m). */
static const struct measure {
    const char *spellings, *words;
    enum place place;
    double length;
} MEASURES[] = {
    {"mm millimetre millimetres millimeter millimeters", "millimetres on the table", ON_TABLE, 1},
    {"cm centimetre centimetres centimeter centimeters", "centimetres on the table", ON_TABLE, 10},
    {"in inch inches \" ''", "inches on the table", ON_TABLE, 25.4},
    {"ft foot feet '", "feet on the table", ON_TABLE, 304.8},
    {"m metre metres meter meters", "metres on the ground", ON_GROUND, 1},
    {"km kilometre kilometres kilometer kilometers", "kilometres on the ground", ON_GROUND, 1000},
    {"yd yard yards yds", "yards on the ground", ON_GROUND, 0.9144},
};
enum { N_MEASURES = sizeof MEASURES / sizeof *MEASURES, NUMBER_MAX = 64 };

/* The spelling must be exact: "M" is no metre, and "IN" no inch, because a mistyped unit could be another distance. */
static bool is_spelled(const char *spellings, const char *unit)
{
    for (size_t length; *spellings; spellings += length + (spellings[length] == ' ')) {
        length = strcspn(spellings, " ");
        if (strlen(unit) == length && strncmp(spellings, unit, length) == 0)
            return true;
    }
    return false;
}

static const struct measure *find(const char *unit)
{
    for (size_t i = 0; i < N_MEASURES; i++)
        if (is_spelled(MEASURES[i].spellings, unit))
            return &MEASURES[i];
    return NULL;
}

salvo_scale salvo_scale_of(const salvo_store *store)
{
    return (salvo_scale){store->distance_unit, store->unit_in_mm};
}

bool salvo_measure_is_on_ground(const char *unit)
{
    const struct measure *own = find(unit);

    return own && own->place == ON_GROUND;
}

/* Returns how many units of the scale one of the written unit is; 0: it cannot be converted. */
static double units_in(const char *written, const salvo_scale *scale)
{
    const struct measure *typed = find(written), *own = find(scale->unit);

    if (strcmp(written, scale->unit) == 0)
        return 1;
    if (!typed || !own)
        return 0;
    if (typed->place == own->place)
        return typed->length / own->length;
    return typed->place == ON_TABLE && scale->unit_in_mm > 0 ? typed->length / scale->unit_in_mm : 0;
}

/* It must be finite: strtod accepts "1e999". A blank before nothing is a slip. */
bool salvo_measure_parse(double *distance, const char *text, const salvo_scale *scale)
{
    const size_t length = strspn(text, "+-.0123456789eE");
    const char *written = text + length + strspn(text + length, " ");
    const double factor = *written ? units_in(written, scale) : 1;
    char number[NUMBER_MAX], *end;

    if (factor == 0 || length == 0 || length >= sizeof number || (!*written && text[length]))
        return false;
    snprintf(number, sizeof number, "%.*s", (int)length, text);
    *distance = strtod(number, &end) * factor;
    return !*end && isfinite(*distance);
}

const char *salvo_measure_words(const char *unit)
{
    const struct measure *own = find(unit);

    return own ? own->words : unit;
}
