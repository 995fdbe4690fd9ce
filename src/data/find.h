/* Tables, columns and rows by the names that people type. */
#ifndef SALVO_DATA_FIND_H
#define SALVO_DATA_FIND_H

#include <salvo/data.h>

/* The place of the table, or of the column, that a user means: the one that is spelled so, else the only one that
 * salvo_name_matches; or -1. */
int salvo_store_table_named(const salvo_store *store, const char *name);
int salvo_table_column_named(const salvo_table *table, const char *heading);

/* Makes the index of the table's names, in `memory`; a table that has none is left as it is. */
salvo_status salvo_table_index_names(salvo_table *table, struct salvo_arena *memory, salvo_error *err);

/* salvo_table_find in two tables as if they were one: rows of the second count on behind those of the first, and a name
 * that is in both is ambiguous. `more` may be NULL. */
salvo_status salvo_tables_find(const salvo_table *table, const salvo_table *more, const char *noun, const char *text,
                               size_t *row, salvo_error *err);

#endif
