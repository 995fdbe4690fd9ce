/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The range brackets of questions whose brackets depend on what is asked. */
#ifndef SALVO_RULES_BRACKETS_H
#define SALVO_RULES_BRACKETS_H

#include <salvo/rules.h>

enum { SALVO_STOPS_MAX = 256 };

/* Upper ends of brackets, ascending, each once. */
typedef struct salvo_stops {
    size_t count;
    double upto[SALVO_STOPS_MAX + 1]; /* one more, so that too many can be told */
} salvo_stops;

/* Puts the end in its place among n ascending ones, unless it stands there. Returns how many there are now. */
size_t salvo_bracket_insert(double *upto, size_t n, double end);

/* Asks the schema with the n `words` and adds the brackets that hold there. The schema has brackets. */
salvo_status salvo_stops_add(salvo_stops *stops, const salvo_rulebook *book, const salvo_schema *schema,
                             const char *const *words, size_t n, salvo_error *err);

/* Where the elements of a battle come into or out of each other's reach: their own brackets, those of the field, or where
 * neither has any those that head columns of the weapons table. A book without brackets adds none. `elements` and `field`
 * are situations of the ruleset's battle adapter. */
salvo_status salvo_stops_of_battle(salvo_stops *stops, const salvo_rulebook *book, const void *const *elements,
                                   size_t n, const void *field, salvo_arena *memory, salvo_error *err);

#endif
