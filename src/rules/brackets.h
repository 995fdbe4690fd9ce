/* The range brackets of questions whose brackets depend on what is asked. */
#ifndef SALVO_RULES_BRACKETS_H
#define SALVO_RULES_BRACKETS_H

#include <salvo/rules.h>

enum { SALVO_STOPS_MAX = 256 };

/* Upper ends of brackets, ascending, each once. */
typedef struct salvo_stops {
    size_t count;
    double upto[SALVO_STOPS_MAX];
} salvo_stops;

salvo_status salvo_stops_insert(salvo_stops *stops, double upto, salvo_error *err);

/* Asks the schema with the n `words` and adds the brackets that hold there. The schema has brackets. */
salvo_status salvo_stops_add(salvo_stops *stops, const salvo_rulebook *book, const salvo_schema *schema,
                             const char *const *words, size_t n, salvo_error *err);

/* Where the elements of a battle come into or out of each other's reach: their own brackets, those of the field, or where
 * neither has any those that head columns of the weapons table. A book without brackets adds none. `elements` and `field`
 * are situations of the ruleset's battle adapter. */
salvo_status salvo_stops_of_battle(salvo_stops *stops, const salvo_rulebook *book, const void *const *elements,
                                   size_t n, const void *field, salvo_arena *memory, salvo_error *err);

#endif
