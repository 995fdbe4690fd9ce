/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values between a question and Lua. They belong to no Lua state, because several threads make objects from the same
 * ones. */
#include "rules/lua/value.h"

#include <math.h>
#include <string.h>

#include "rules/lua/records.h"

/* The search is linear: a rulebook has a dozen tables. This runs for each row that a question is found by, and most names
 * differ in their first letter. */
int value_table(const salvo_store *store, const char *name)
{
    for (size_t i = 0; i < store->n_tables; i++)
        if (store->tables[i].name[0] == name[0] && strcmp(store->tables[i].name, name) == 0)
            return (int)i;
    return -1;
}

uint64_t value_mark(const rule_value *value)
{
    uint64_t mark = 0;

    switch (value->is) {
    case VALUE_YES_NO:
        return value->of.yes;
    case VALUE_WHOLE:
        return (uint64_t)value->of.whole;
    case VALUE_DECIMAL:
        memcpy(&mark, &value->of.decimal, sizeof mark);
        return mark;
    case VALUE_ROW:
        return (uint64_t)value->of.row.table << 40 | value->of.row.row;
    case VALUE_TABLE:
        return (uint64_t)value->of.table;
    case VALUE_FILE:
        return value->of.file.hash;
    case VALUE_NONE:
    case VALUE_TEXT:
    case VALUE_ROWS:
        break;
    }
    return mark;
}

/* A parameter that takes rows of two tables numbers those of the second after those of the first.
 * salvo_parameter_parse() returns such a number. */
row_value value_row(const salvo_store *store, const char *table, const char *more_table, size_t row)
{
    const int first = value_table(store, table);
    const size_t n = store->tables[first].n_rows;

    if (row < n || !more_table)
        return (row_value){first, row};
    return (row_value){value_table(store, more_table), row - n};
}

/* The list contains a thing as often as its count says. So rules treat a list of four machine guns as four weapons. */
static bool rows_of(rule_value *value, const salvo_parameter *p, const salvo_value *from, const salvo_store *store,
                    salvo_arena *memory)
{
    size_t n = 0;
    row_value *rows;
    bool *is_suffixed;

    *value = (rule_value){VALUE_ROWS, {.rows = {NULL, NULL, 0}}};
    if (!memory)
        return true;
    for (size_t i = 0; i < from->n_items; i++)
        n += (size_t)from->items[i].count;
    rows = salvo_arena_array(memory, n, sizeof *rows);
    is_suffixed = salvo_arena_array(memory, n, sizeof *is_suffixed);
    if (!rows || !is_suffixed)
        return false;
    *value = (rule_value){VALUE_ROWS, {.rows = {rows, p->suffix ? is_suffixed : NULL, n}}};
    for (size_t i = 0; i < from->n_items; i++)
        for (int64_t k = 0; k < from->items[i].count; k++) {
            *rows++ = value_row(store, p->sources[from->items[i].source].table, NULL, from->items[i].row);
            *is_suffixed++ = from->items[i].suffixed;
        }
    return true;
}

/* A table of the rulebook, or a user's file, which stays a text without memory. */
static bool records_of(rule_value *value, const salvo_value *from, const salvo_store *store, const char *const *names,
                       salvo_arena *memory)
{
    const int place = records_place(names, from->text);

    if (place >= 0) {
        *value = (rule_value){VALUE_TABLE, {.table = value_table(store, names[place])}};
        return true;
    }
    *value = (rule_value){VALUE_TEXT, {.text = from->text}};
    if (!memory)
        return true;
    *value = (rule_value){.is = VALUE_FILE};
    value->of.file.table = records_read(from->text, memory, &value->of.file.hash);
    return value->of.file.table != NULL;
}

/* Returns nothing for a missing value, or the value that the parameter defines for that case. */
static rule_value without(const salvo_parameter *p)
{
    if (isnan(p->without))
        return (rule_value){.is = VALUE_NONE};
    return (rule_value){VALUE_DECIMAL, {.decimal = p->without}};
}

bool value_of_parameter(rule_value *value, const salvo_parameter *p, const salvo_value *from, const salvo_store *store,
                        salvo_arena *memory)
{
    *value = without(p);
    if (!from || from->absent || from->word)
        return true;
    switch (p->kind) {
    case SALVO_FLAG:
        *value = (rule_value){VALUE_YES_NO, {.yes = from->integer != 0}};
        break;
    case SALVO_INTEGER:
        *value = p->table ? (rule_value){VALUE_ROW, {.row = value_row(store, p->table, NULL, from->items[0].row)}}
                          : (rule_value){VALUE_WHOLE, {.whole = from->integer}};
        break;
    case SALVO_DECIMAL:
        *value = (rule_value){VALUE_DECIMAL, {.decimal = from->decimal}};
        break;
    case SALVO_NAME:
        *value = (rule_value){VALUE_ROW, {.row = value_row(store, p->table, p->more_table, (size_t)from->integer)}};
        break;
    case SALVO_CHOICE:
    /* The text belongs to the question, and a content lives longer. */
    case SALVO_TEXT:
        if (p->kind == SALVO_TEXT && p->choices)
            return records_of(value, from, store, p->choices, memory);
        *value = (rule_value){VALUE_TEXT, {.text = memory ? salvo_arena_text(memory, from->text) : from->text}};
        return value->of.text != NULL;
    case SALVO_LIST:
        return rows_of(value, p, from, store, memory);
    }
    return true;
}
