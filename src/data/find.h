/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds tables, columns and rows by the names that people type. */
#ifndef SALVO_DATA_FIND_H
#define SALVO_DATA_FIND_H

#include <salvo/data.h>

/* The column of other names of a row, separated by semicolons: "King Tiger; Koenigstiger". */
#define SALVO_NICKNAMES "nicknames"

/* Returns the place of the table, or of the column, that a user means: the one with exactly that spelling, else the
 * only one that salvo_name_matches; -1 for none or several. */
int salvo_store_table_named(const salvo_store *store, const char *name);
int salvo_table_column_named(const salvo_table *table, const char *heading);

/* Makes the index of the table's names in `memory`. A table without a column "name" stays unchanged. */
salvo_status salvo_table_index_names(salvo_table *table, salvo_arena *memory, salvo_error *err);

/* Searches as salvo_table_find does, in two tables as if they were one: rows of the second are numbered after those of
 * the first, and a name in both is ambiguous. `more` may be NULL. */
salvo_status salvo_tables_find(const salvo_table *table, const salvo_table *more, const char *noun, const char *text,
                               size_t *row, salvo_error *err);

#endif
