/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in C, before a Lua state makes its own of them. */
#ifndef SALVO_RULES_LUA_VALUE_H
#define SALVO_RULES_LUA_VALUE_H

#include <salvo/rules.h>

typedef struct row_value {
    int table; /* its place in the store */
    size_t row;
} row_value;

typedef struct rule_value {
    enum {
        VALUE_NONE,
        VALUE_YES_NO,
        VALUE_WHOLE,
        VALUE_DECIMAL,
        VALUE_TEXT,
        VALUE_ROW,
        VALUE_ROWS,
        VALUE_TABLE,
        VALUE_FILE
    } is;
    union {
        bool yes;
        int64_t whole;
        double decimal;
        const char *text;
        row_value row;
        struct {
            const row_value *row;
            const bool *is_suffixed; /* for each row; NULL: the list has no suffix */
            size_t n;
        } rows;
        int table; /* its place in the store */
        struct {
            const salvo_table *table;
            uint64_t hash; /* of its records */
        } file;
    } of;
} rule_value;

/* Makes the value of a parameter. Its texts and lists are copied into `memory`. Returns false if memory is out. Without
 * `memory` the text is that of `from`, and a list stays empty. */
bool value_of_parameter(rule_value *value, const salvo_parameter *parameter, const salvo_value *from,
                        const salvo_store *store, salvo_arena *memory);

/* Returns a number that is equal for equal values of the same kind, and differs for others. Texts and lists have
 * none. */
uint64_t value_mark(const rule_value *value);

/* Returns the row of two tables counted one after the other. */
row_value value_row(const salvo_store *store, const char *table, const char *more_table, size_t row);

/* Returns the place of the table in the store; -1: there is none. */
int value_table(const salvo_store *store, const char *name);

#endif
