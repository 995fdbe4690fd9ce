/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that a name can mean: those of one table, of two counted one behind the other, or only those that say yes in
 * some column. */
#ifndef SALVO_RULES_ROSTER_H
#define SALVO_RULES_ROSTER_H

#include <salvo/arena.h>
#include <salvo/data.h>

typedef struct salvo_roster {
    const salvo_table *first, *second; /* second may be NULL */
    const char *only;                  /* the column, or NULL */
    const char *noun;                  /* what one of them is called: "weapon", "direct weapon", "troop or vehicle" */
    salvo_arena *memory;

    /* The rows put together, once somebody wants all of them. */
    const salvo_table *table; /* the rows; its columns are the first table's, or just id, name and nation */
    const size_t *row;        /* by row of `table`: the row that is meant; NULL: the same */
    const char **ids;         /* by row of `table`; NULL where `row` is */
} salvo_roster;

/* `more` and `only` may be NULL; a second table without a column `only` gives all its rows. Everything is allocated from
 * `memory`. Fails when a table is missing. */
salvo_status salvo_roster_make(salvo_roster *roster, const salvo_store *store, const char *table, const char *more,
                               const char *only, salvo_arena *memory, salvo_error *err);

/* The same with all rows put together. */
salvo_status salvo_roster_list(salvo_roster *roster, const salvo_store *store, const char *table, const char *more,
                               const char *only, salvo_arena *memory, salvo_error *err);

/* The row that a user means by `text`, found as by salvo_table_find, and its id. A name that means a row which is not
 * taken is refused, though part of a taken one's be like it. */
salvo_status salvo_roster_find(salvo_roster *roster, const char *text, size_t *row, const char **id, salvo_error *err);

#endif
