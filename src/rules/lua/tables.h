/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells of a book as values: by the kinds that its rules declare, and as text where they declare none. */
#ifndef SALVO_RULES_LUA_TABLES_H
#define SALVO_RULES_LUA_TABLES_H

#include <stdatomic.h>

#include "data/records.h"
#include "rules/lua/script.h"
#include "rules/lua/value.h"

typedef struct table_data {
    const salvo_table *table;
    const rule_value *cells; /* row by row */
    atomic_bool *is_read;    /* the same: a rule has looked at the cell */
    salvo_brackets brackets; /* count 0: none */
} table_data;

/* One for each table of the store. Complaints have file, line and column. */
salvo_status tables_load(const table_data **tables, const script *script, const salvo_store *store, salvo_arena *memory,
                         salvo_error *err);

/* Whether an answer may rest on the cell: a rule has looked at it, or what it holds (a text) may have been looked at by
 * others. Sets nothing. */
bool tables_has_read(const table_data *data, size_t row, size_t column);

#endif
