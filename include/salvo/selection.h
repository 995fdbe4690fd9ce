/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selection for a table of many answers: the units, the ranges and the mix of targets. Everything is allocated
 * from the `memory` that is passed, and lives as long; texts point into the book. */
#ifndef SALVO_SELECTION_H
#define SALVO_SELECTION_H

#include <salvo/rules.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Units. */

/* Rows of a table, and of others whose rows follow them (NULL: none). */
typedef struct salvo_unit_set {
    const salvo_table *table, *more;
    const salvo_table *arms; /* weapons, which are selected only if a filter names them or their columns */
    const char *noun;        /* "unit" */
    const char *price;       /* the price column */
    const char *among;       /* rows that do not say yes in this column are selected only by name; NULL: all rows are */
    const char *option;      /* the option of the filter, for messages; NULL: --units */
} salvo_unit_set;

/* The units of a ruleset; and the firers of its fire adapter: units, with the weapons that may be named in their
 * place, or weapons if units have none of their own. SALVO_BAD_INPUT if there are none. */
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

/* Selects the rows that a filter names; NULL selects all of them. A filter is a list of items between commas; a row is
 * selected if one of them matches. An item is one or more conditions joined by "&", all of which must match:
 *     Tiger I            that unit, by id or name
 *     *sherman*          ids or names with that pattern: * for any letters, ? for one
 *     nation=german      the text in that column, or a pattern; nations by id or name
 *     points<=80         numbers in a column: <, <=, >, >= */
salvo_status salvo_unit_set_select(const salvo_unit_set *set, const char *filter, salvo_arena *memory,
                                   salvo_selection *selection, salvo_error *err);

/* Ranges. */

typedef struct salvo_ranges {
    const char *text; /* as the user wrote it, "all" for nothing */
    double *at;
    double *weight; /* the sum is 1; equal unless the user gave weights */
    size_t n;
    bool averaged; /* there are weights: one number for all ranges */
} salvo_ranges;

/* Reads "500", "250,500", "250:1,500:2,1000:1" (a mix), "all" or NULL. `all` selects the range brackets of the firers
 * in the ruleset's fire adapter, or those of its duel; SALVO_BAD_INPUT if there are none. */
salvo_status salvo_ranges_read(salvo_ranges *ranges, const char *text, const salvo_rulebook *book, salvo_arena *memory,
                               salvo_error *err);

/* Mixes of targets. */

typedef struct salvo_mix {
    const char *name;
    size_t *units;
    double *weights; /* above 0; the sum is 1 */
    size_t n;
} salvo_mix;

/* Finds a mix of units by name: a column of the ruleset's table "mixes", "everything" for all units with equal
 * weights, a YAML file ("FILE.yaml"), or else one unit. For an unknown name, the error proposes the nearest unit and
 * the names of the mixes. */
salvo_status salvo_mix_find(salvo_mix *mix, const salvo_rulebook *book, const salvo_unit_set *units, const char *name,
                            salvo_arena *memory, salvo_error *err);

/* Fire of many units. */

/* The firers and their target. */
typedef struct salvo_fire_plan {
    const char *list;         /* "4 Panther, 2 Tiger I (moving=yes)": counts, units or weapons, options of their fire */
    const char *target;       /* a unit */
    const char *range;        /* NULL: the procedure's own */
    const char *const *words; /* for all entries without words of their own */
    size_t n_words;
    const char *total; /* the total: an expectation, an outcome, "kills"; NULL: the damage */
} salvo_fire_plan;

/* One activation of each firer, added up. Damage beyond the strength of a target counts, too; each firer has a target
 * of its own. */
typedef struct salvo_fire_list {
    salvo_question *fires; /* of each entry */
    int *counts;
    const char **firers; /* their names */
    size_t n;
    const char *target;
    int targets;        /* one for each activation */
    const char *total;  /* the name of the total */
    salvo_question sum; /* the question whose outcomes are the totals */
    salvo_arena *memory;
} salvo_fire_list;

/* SALVO_BAD_INPUT if the ruleset has no fire adapter. On failure, *list is zeroed. */
salvo_status salvo_fire_list_ask(salvo_fire_list *list, const salvo_rulebook *book, const salvo_fire_plan *plan,
                                 salvo_error *err);
void salvo_fire_list_free(salvo_fire_list *list);

/* Gives the question of the total the plan's words as parameters: list, target, range and words. Two lists can then be
 * compared by them. */
salvo_status salvo_fire_list_describe(salvo_fire_list *list, const salvo_fire_plan *plan, salvo_error *err);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
