/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table of many answers is about: which units, at which ranges, against what mix of targets. Everything is
 * allocated from the `memory` that is passed and lives as long; texts point into the book. */
#ifndef SALVO_SELECTION_H
#define SALVO_SELECTION_H

#include <salvo/rules.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Units. */

/* Rows of a table, and of others that are counted on behind it (NULL: none). */
typedef struct salvo_unit_set {
    const salvo_table *table, *more;
    const salvo_table *arms; /* weapons, which are picked only when a filter names them or their columns */
    const char *noun;        /* "unit" */
    const char *price;       /* the column that is the price */
    const char *among;       /* rows that do not say yes in this column are not picked unless named; NULL: all are */
    const char *option;      /* whose filter it is, for messages; NULL: --units */
} salvo_unit_set;

/* The units of a ruleset; and what fires in its fire adapter: units, with the weapons that may be named in their place,
 * or weapons where units carry none of their own. SALVO_BAD_INPUT when there are none. */
salvo_status salvo_unit_set_units(salvo_unit_set *set, const salvo_rulebook *book, salvo_error *err);
salvo_status salvo_unit_set_firers(salvo_unit_set *set, const salvo_rulebook *book, salvo_error *err);

size_t salvo_unit_set_size(const salvo_unit_set *set);
const char *salvo_unit_set_id(const salvo_unit_set *set, size_t row);
const char *salvo_unit_set_name(const salvo_unit_set *set, size_t row);                      /* or the id */
const char *salvo_unit_set_text(const salvo_unit_set *set, size_t row, const char *heading); /* NULL: no such column */
double salvo_unit_set_price(const salvo_unit_set *set, size_t row);                          /* -1: none is printed */

/* Which of the set's tables the row is in. */
const salvo_table *salvo_unit_set_table(const salvo_unit_set *set, size_t row);

/* The row with exactly that id, or -1. */
long salvo_unit_set_row(const salvo_unit_set *set, const char *id);

/* The row that a user means by `name`. */
salvo_status salvo_unit_set_find(const salvo_unit_set *set, const char *name, size_t *row, salvo_error *err);

typedef struct salvo_selection {
    size_t *rows; /* ascending, each once */
    size_t n;     /* at least 1 */
} salvo_selection;

/* The rows that a filter names; NULL is all of them. A filter is a list of items between commas, a row is picked that
 * one of them fits. An item is one or more conditions joined by "&", all of which must fit:
 *     Tiger I            that unit, by id or name
 *     *sherman*          ids or names of that pattern: * for any letters, ? for one
 *     nation=german      what stands in that column, a pattern too; nations by id or name
 *     points<=80         numbers in a column: <, <=, >, >= */
salvo_status salvo_unit_set_select(const salvo_unit_set *set, const char *filter, salvo_arena *memory,
                                   salvo_selection *selection, salvo_error *err);

/* Ranges. */

typedef struct salvo_ranges {
    const char *text; /* as the user wrote it, "all" for nothing */
    double *at;
    double *weight; /* sums to 1; equal where nobody said otherwise */
    size_t n;
    bool averaged; /* there are weights: one number for all ranges */
} salvo_ranges;

/* Reads "500", "250,500", "250:1,500:2,1000:1" (a mix), "all" or NULL. `all` stands for the range brackets of whatever
 * fires in the ruleset's fire adapter, or for those of its duel; SALVO_BAD_INPUT when there are none. */
salvo_status salvo_ranges_read(salvo_ranges *ranges, const char *text, const salvo_rulebook *book, salvo_arena *memory,
                               salvo_error *err);

/* Mixes of targets. */

typedef struct salvo_mix {
    const char *name;
    size_t *units;
    double *weights; /* above 0; sum to 1 */
    size_t n;
} salvo_mix;

/* Finds a mix of units by name: a column of the ruleset's table "mixes", "everything" for all units with equal weights,
 * a YAML file ("FILE.yaml"), or else one unit. A name that fits nothing fails with the nearest unit and the names of
 * the mixes. */
salvo_status salvo_mix_find(salvo_mix *mix, const salvo_rulebook *book, const salvo_unit_set *units, const char *name,
                            salvo_arena *memory, salvo_error *err);

/* Fire of many. */

/* Who fires at what. */
typedef struct salvo_fire_plan {
    const char *list;         /* "4 Panther, 2 Tiger I (moving=yes)": counts, units or weapons, options of their fire */
    const char *target;       /* a unit */
    const char *range;        /* NULL: the procedure's own */
    const char *const *words; /* of all entries that do not say otherwise */
    size_t n_words;
    const char *total; /* what is added up: an expectation, an outcome, "kills"; NULL: the damage */
} salvo_fire_plan;

/* One activation of each, added up: the damage beyond what a target has counts, too; each fires at a target of its own. */
typedef struct salvo_fire_list {
    salvo_question *fires; /* of each entry */
    int *counts;
    const char **firers; /* their names */
    size_t n;
    const char *target;
    int targets;        /* as many as there are activations */
    const char *total;  /* what is added up */
    salvo_question sum; /* whose outcomes are the totals */
    salvo_arena *memory;
} salvo_fire_list;

/* SALVO_BAD_INPUT when the ruleset has no fire adapter. On failure *list is zeroed. */
salvo_status salvo_fire_list_ask(salvo_fire_list *list, const salvo_rulebook *book, const salvo_fire_plan *plan,
                                 salvo_error *err);
void salvo_fire_list_free(salvo_fire_list *list);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
