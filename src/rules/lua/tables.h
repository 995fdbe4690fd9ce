/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of a book as values, by the kinds that its rules declare, and as texts otherwise. */
#ifndef SALVO_RULES_LUA_TABLES_H
#define SALVO_RULES_LUA_TABLES_H

#include <stdatomic.h>

#include "data/records.h"
#include "rules/lua/script.h"
#include "rules/lua/value.h"

typedef struct table_data {
    const salvo_table *table;
    const rule_value *cells; /* row by row */
    atomic_bool *is_read;    /* the same order: a rule has looked at the cell */
    salvo_brackets brackets; /* count 0: none */
    bool *is_checked;      /* the same order: `check` of the rulebook has looked at the cell; NULL: it was not called */
    const bool *is_salvos; /* by column: salvo itself reads it */
    bool is_asked;         /* questions choose its rows: a parameter is a row of it */
    const uint32_t *marks; /* the same order, of such a table: equal for equal texts of a column; or NULL */
} table_data;

/* Makes one for each table of the store. Messages have file, line and column. */
salvo_status tables_load(const table_data **tables, const script *script, const salvo_store *store, salvo_arena *memory,
                         salvo_error *err);

/* Returns whether the typed text is the name, or the name with underscores for hyphens, as Lua needs it. */
bool tables_is_name(const char *name, const char *typed);

/* Returns whether the rules declare the column, and the table need not have it. */
bool tables_may_lack(const script *script, const char *table, const char *column);

/* Returns who has read the cell. Sets nothing. */
salvo_reading tables_reading(const table_data *data, size_t row, size_t column);

/* Makes the marks of all tables that are asked. Returns false if memory is out. Only one thread may call it, and before
 * others call tables_mark. */
bool tables_make_marks(const table_data *tables, size_t n, salvo_arena *memory);

/* Returns a number that is equal for equal cells of the same kind in a column, and differs for others. The marks are
 * made, and the table is asked. */
uint64_t tables_mark(const table_data *data, size_t row, size_t column);

/* Notes that a rule has looked at the cell. Any thread may call it. */
static inline void tables_note_read(const table_data *data, size_t row, size_t column)
{
    atomic_bool *is_read = &data->is_read[row * data->table->n_columns + column];

    if (!atomic_load_explicit(is_read, memory_order_relaxed)) /* spares the other threads' caches */
        atomic_store_explicit(is_read, true, memory_order_relaxed);
}

#endif
