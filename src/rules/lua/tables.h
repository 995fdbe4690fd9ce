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
} table_data;

/* Makes one for each table of the store. Messages have file, line and column. */
salvo_status tables_load(const table_data **tables, const script *script, const salvo_store *store, salvo_arena *memory,
                         salvo_error *err);

/* Returns whether an answer may depend on the cell: a rule has looked at it, or it is a text that other code may have
 * read. Sets nothing. */
bool tables_has_read(const table_data *data, size_t row, size_t column);

#endif
