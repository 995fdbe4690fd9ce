/* Throws that are the same from many states, and of each the results that differ. A chain may say which results lead on
 * alike wherever they are thrown (rules.h); then one of each kind is tried, with the ways of all. */
#ifndef SALVO_ODDS_THROW_KINDS_H
#define SALVO_ODDS_THROW_KINDS_H

#include <salvo/rules.h>

/* The first result of its kind, and the ways of all that are alike. */
typedef struct throw_kind {
    uint8_t faces[SALVO_DICE_MAX];
    int kind;
    uint64_t ways;
} throw_kind;

/* Where the kinds of a throw stand in the list. */
typedef struct throw_place {
    size_t first, n; /* n is 0 until they are known */
} throw_place;

/* A zeroed one is empty and ready. */
typedef struct throw_kinds {
    throw_kind *list; /* throw after throw, in the order of the dice */
    size_t n, capacity;
    throw_place *places; /* by number of the throw */
    size_t places_capacity;
} throw_kinds;

void throw_kinds_free(throw_kinds *t);

/* The kinds of the throw of that number, which throws `dice`; found when it is asked for the first time. NULL when memory
 * is out. They stay where they are until the next throw is asked for. */
const throw_kind *throw_kinds_of(throw_kinds *t, const salvo_question *question, int number, const salvo_dice *dice,
                                 size_t *n);

#endif
