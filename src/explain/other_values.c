/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values are: one more, one less; far more, for numbers that are only compared; the question's own numbers, with
 * which ranges and limits are compared; and the other values of the column. */
#include "explain/other_values.h"

#include <stdint.h>
#include <string.h>

#include "sensitivity/cells.h"

enum { WHOLE_MAX = 64 }; /* if the column's range is this short, all its whole numbers are tried */

typedef struct lister {
    tried_cell *to;
    const salvo_table *table;
    number_cell number; /* of a numeric cell */
    bool is_number;
    size_t capacity;
    salvo_arena *memory;
    bool failed;
} lister;

static const char *text_of(const salvo_table *t, size_t row, size_t column)
{
    return t->cells[row * t->n_columns + column].text;
}

/* Adds each value once, and never the cell's own. */
static void add_value(lister *l, const char *text)
{
    l->failed = l->failed || !text;
    if (l->failed || strcmp(text, text_of(l->table, l->to->row, l->to->column)) == 0)
        return;
    for (size_t i = 0; i < l->to->n; i++)
        if (strcmp(l->to->values[i], text) == 0)
            return;
    if (l->to->n < l->capacity)
        l->to->values[l->to->n++] = text;
}

static void add_number(lister *l, int64_t units)
{
    add_value(l, number_cell_text(&l->number, units, l->memory));
}

/* Adds a number of the question in the cell's own decimal places. */
static void add_asked(lister *l, const char *text)
{
    int64_t units;
    int decimals;

    if (!number_cell_parse(text, &units, &decimals) || decimals > l->number.decimals)
        return;
    for (; decimals < l->number.decimals; decimals++)
        units *= 10;
    add_number(l, units - 1);
    add_number(l, units);
    add_number(l, units + 1);
}

/* The next rows are first, because they are often of the same kind. */
static void add_column(lister *l)
{
    for (size_t i = 1; i < l->table->n_rows; i++)
        add_value(l, text_of(l->table, (l->to->row + i) % l->table->n_rows, l->to->column));
}

/* The nearest are first. */
static void add_between(lister *l)
{
    int64_t least = INT64_MAX, most = INT64_MIN, units;
    int decimals;

    for (size_t i = 0; i < l->table->n_rows; i++) {
        if (!number_cell_parse(text_of(l->table, i, l->to->column), &units, &decimals) || decimals)
            continue;
        least = units < least ? units : least;
        most = units > most ? units : most;
    }
    if (l->number.decimals || most < least || most - least > WHOLE_MAX)
        return;
    for (int64_t by = 1; by <= WHOLE_MAX; by++) {
        if (l->number.units - by >= least)
            add_number(l, l->number.units - by);
        if (l->number.units + by <= most)
            add_number(l, l->number.units + by);
    }
}

/* A column in which all rows say yes still has another word. */
static void add_flag(lister *l)
{
    const char *text = text_of(l->table, l->to->row, l->to->column);

    if (strcmp(text, "yes") == 0)
        add_value(l, "no");
    if (strcmp(text, "no") == 0)
        add_value(l, "yes");
}

bool other_values_list(tried_cell *cell, const salvo_table *table, const char *const *numbers, size_t n_numbers,
                       salvo_arena *memory)
{
    lister l = {
        .to = cell, .table = table, .capacity = 3 + 3 * n_numbers + table->n_rows + WHOLE_MAX + 1, .memory = memory};

    cell->n = 0;
    cell->values = salvo_arena_array(memory, l.capacity, sizeof *cell->values);
    if (!cell->values)
        return false;
    l.is_number = number_cell_parse(text_of(table, cell->row, cell->column), &l.number.units, &l.number.decimals);
    if (l.is_number) {
        add_number(&l, l.number.units + 1);
        add_number(&l, l.number.units - 1);
        add_number(&l, 2 * l.number.units + 20);
        for (size_t i = 0; i < n_numbers; i++)
            add_asked(&l, numbers[i]);
    }
    add_flag(&l);
    add_column(&l);
    if (l.is_number)
        add_between(&l);
    return !l.failed;
}
