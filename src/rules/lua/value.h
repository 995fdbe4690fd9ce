/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as salvo has them, before a Lua state makes them its own. */
#ifndef SALVO_RULES_LUA_VALUE_H
#define SALVO_RULES_LUA_VALUE_H

#include <salvo/rules.h>

typedef struct row_value {
    int table; /* of the store */
    size_t row;
} row_value;

typedef struct rule_value {
    enum { VALUE_NONE, VALUE_YES_NO, VALUE_WHOLE, VALUE_DECIMAL, VALUE_TEXT, VALUE_ROW, VALUE_ROWS } is;
    union {
        bool yes;
        int64_t whole;
        double decimal;
        const char *text;
        row_value row;
        struct {
            const row_value *row;
            size_t n;
        } rows;
    } of;
} rule_value;

/* The value of a parameter, its texts and lists copied into `memory`. false when memory is out. */
bool value_of_parameter(rule_value *value, const salvo_parameter *parameter, const salvo_value *from,
                        const salvo_store *store, salvo_arena *memory);

/* The row of two tables counted one behind the other. */
row_value value_row(const salvo_store *store, const char *table, const char *more_table, size_t row);

/* The place of the table in the store; -1: there is none. */
int value_table(const salvo_store *store, const char *name);

#endif
