/* The cells of a book as values: by the kinds that its rules declare, and as text where they declare none. */
#ifndef SALVO_RULES_LUA_TABLES_H
#define SALVO_RULES_LUA_TABLES_H

#include "data/records.h"
#include "rules/lua/script.h"
#include "rules/lua/value.h"

typedef struct table_data {
    const salvo_table *table;
    const rule_value *cells; /* row by row */
    salvo_brackets brackets; /* count 0: none */
} table_data;

/* One for each table of the store. Complaints have file, line and column. */
salvo_status tables_load(const table_data **tables, const script *script, const salvo_store *store, salvo_arena *memory,
                         salvo_error *err);

#endif
