/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that a name can mean: the rows of one table, of two tables counted one after the other, or only those that
 * say yes in a column. */
#ifndef SALVO_RULES_ROSTER_H
#define SALVO_RULES_ROSTER_H

#include <salvo/arena.h>
#include <salvo/data.h>

typedef struct salvo_roster {
    const salvo_table *first, *second; /* second may be NULL */
    const char *only;                  /* the column, or NULL */
    const char *noun;                  /* the word for one row: "weapon", "direct weapon", "troop or vehicle" */
    salvo_arena *memory;

    /* The combined rows, set once a caller needs all of them. */
    const salvo_table *table; /* the rows; its columns are those of the first table, or only id, name and nation */
    const size_t *row;        /* by row of `table`: the original row; NULL: the same */
    const char **ids;         /* by row of `table`; NULL where `row` is */
} salvo_roster;

/* Makes a roster in `memory`. `more` and `only` may be NULL. A second table without a column `only` contributes all its
 * rows. Fails if a table is missing. */
salvo_status salvo_roster_make(salvo_roster *roster, const salvo_store *store, const char *table, const char *more,
                               const char *only, salvo_arena *memory, salvo_error *err);

/* The same with all rows combined. */
salvo_status salvo_roster_list(salvo_roster *roster, const salvo_store *store, const char *table, const char *more,
                               const char *only, salvo_arena *memory, salvo_error *err);

/* Finds the row that a user means by `text`, as salvo_table_find does, and its id. A name that means a row that is not
 * taken is refused, even if it is part of the name of one that is taken. */
salvo_status salvo_roster_find(salvo_roster *roster, const char *text, size_t *row, const char **id, salvo_error *err);

#endif
