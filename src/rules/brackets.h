/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Range brackets of questions whose brackets depend on what is asked. */
#ifndef SALVO_RULES_BRACKETS_H
#define SALVO_RULES_BRACKETS_H

#include <salvo/rules.h>

enum { SALVO_STOPS_MAX = 256 };

/* The upper ends of brackets, ascending, each of them once. */
typedef struct salvo_stops {
    size_t count;
    double upto[SALVO_STOPS_MAX + 1]; /* one more, so that an excess shows */
} salvo_stops;

/* Inserts the end among n ascending ones, unless it is there already. Returns their new number. */
size_t salvo_bracket_insert(double *upto, size_t n, double end);

/* Asks the schema with the n `words` and adds the brackets of that situation. The schema has brackets. */
salvo_status salvo_stops_add(salvo_stops *stops, const salvo_rulebook *book, const salvo_schema *schema,
                             const char *const *words, size_t n, salvo_error *err);

/* Adds the ranges at which the elements of a battle begin or cease to reach each other. These are the elements' own
 * brackets and those of the field. If neither has any, they are the brackets in the header of the weapons table. A book
 * without brackets adds none. `elements` and `field` are situations of the ruleset's battle adapter. */
salvo_status salvo_stops_of_battle(salvo_stops *stops, const salvo_rulebook *book, const void *const *elements,
                                   size_t n, const void *field, salvo_arena *memory, salvo_error *err);

#endif
