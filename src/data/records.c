/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells become numbers, choices and rows. Every message has the cell, its content and what is permitted. Fields are
 * read column by column, so that a missing column is reported once. */
#include "data/records.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/try.h"
#include "data/names.h"

salvo_status salvo_cell_refuse(const salvo_cell *cell, salvo_error *err, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    salvo_vfail_at(err, SALVO_BAD_INPUT, cell->origin, cell->line, cell->column, format, values);
    va_end(values);
    return SALVO_BAD_INPUT;
}

/* Refuses a cell that is not a whole number, with the numbers that would do. */
static salvo_status refuse_number(const salvo_cell *cell, salvo_error *err, const char *what, int min, int max,
                                  const char *others)
{
    if (!*cell->text)
        return salvo_cell_refuse(cell, err, "the cell is empty; %s must be a whole number from %d to %d%s", what, min,
                                 max, others);
    return salvo_cell_refuse(cell, err, "'%s' is not a whole number; %s must be one from %d to %d%s", cell->text, what,
                             min, max, others);
}

/* There are two messages: not a whole number, or one outside the limits. */
salvo_status salvo_cell_integer(const salvo_cell *cell, const char *what, int min, int max, int *number,
                                salvo_error *err)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(cell->text, &end, 10);
    if (end == cell->text || *end)
        return refuse_number(cell, err, what, min, max, "");
    if (errno || value < min || value > max)
        return salvo_cell_refuse(cell, err, "%s is out of range; %s must be from %d to %d", cell->text, what, min, max);
    *number = (int)value;
    return SALVO_OK;
}

/* Reads a decimal number. strtod alone accepts more than people mean by a number: blanks, hexadecimals, "nan", "inf".
 * The comparison need not handle NaN, because these characters cannot make one. */
salvo_status salvo_cell_decimal(const salvo_cell *cell, const char *what, int min, int max, double *number,
                                salvo_error *err)
{
    char *end;
    double value = strtod(cell->text, &end);

    if (!*cell->text || strspn(cell->text, "+-.0123456789") != strlen(cell->text) || *end)
        return salvo_cell_refuse(cell, err, "'%s' is not a number; %s must be one from %d to %d", cell->text, what, min,
                                 max);
    if (value < min || value > max)
        return salvo_cell_refuse(cell, err, "%s is out of range; %s must be from %d to %d", cell->text, what, min, max);
    *number = value;
    return SALVO_OK;
}

/* Refuses a name at the cell's place, and proposes the nearest permitted ones. */
static salvo_status refuse_name(const salvo_cell *cell, const char *const *names, size_t n, const char *typed,
                                const char *what, salvo_error *err)
{
    salvo_error inner;

    salvo_names_fail(&inner, names, n, typed, "%s", what);
    return salvo_cell_refuse(cell, err, "%s", inner.text);
}

/* The ids of the table are permitted. */
static salvo_status unknown_reference(const salvo_cell *cell, const char *typed, const salvo_table *table,
                                      const char *noun, salvo_error *err)
{
    const char **ids = calloc(table->n_rows + 1, sizeof *ids);
    char what[256];
    salvo_status status;

    if (!ids)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < table->n_rows; i++)
        ids[i] = table->cells[i * table->n_columns].text;
    snprintf(what, sizeof what, "unknown %s '%s'", noun, typed);
    status = refuse_name(cell, ids, table->n_rows, typed, what, err);
    free(ids);
    return status;
}

salvo_status salvo_cell_reference(const salvo_cell *cell, const char *text, size_t length, const salvo_table *table,
                                  const char *noun, int *row, salvo_error *err)
{
    char typed[128];

    *row = (int)salvo_table_row(table, text, length);
    if (*row >= 0)
        return SALVO_OK;
    /* The name is cut for the message only. */
    snprintf(typed, sizeof typed, "%.*s", (int)(length < sizeof typed ? length : sizeof typed - 1), text);
    return unknown_reference(cell, typed, table, noun, err);
}

/* The message is about the folder and not a line of its manifest, because a missing thing has no place. */
salvo_status salvo_records_table(const salvo_store *store, const char *name, const salvo_table **table,
                                 salvo_error *err)
{
    *table = salvo_store_table(store, name);
    if (*table)
        return SALVO_OK;
    return salvo_fail_at(err, SALVO_BAD_INPUT, store->directory, 0, 0,
                         "ruleset.yaml lists no table '%s'; the ruleset '%s' needs one", name, store->id);
}

/* A row that no rule uses is mostly a misspelt id, so ids are proposed. */
static salvo_status refuse_id(const salvo_cell *cell, const char *const *ids, size_t n, salvo_error *err)
{
    char what[256];

    snprintf(what, sizeof what, "salvo does not use a row '%s'", cell->text);
    return refuse_name(cell, ids, n, cell->text, what, err);
}

/* There are few ids, so they are compared one by one, after the one that is mostly in this row. */
static salvo_status refuse_strangers(const salvo_table *table, const char *const *ids, size_t n, salvo_error *err)
{
    for (size_t row = 0; row < table->n_rows; row++) {
        const salvo_cell *cell = &table->cells[row * table->n_columns];
        size_t id = row < n && strcmp(ids[row], cell->text) == 0 ? row : 0;

        while (id < n && strcmp(ids[id], cell->text) != 0)
            id++;
        if (id == n)
            return refuse_id(cell, ids, n, err);
    }
    return SALVO_OK;
}

salvo_status salvo_records_row(const salvo_table *table, const char *id, int *row, salvo_error *err)
{
    *row = (int)salvo_table_row(table, id, strlen(id));
    if (*row < 0)
        return salvo_cell_refuse(&table->header[0], err, "the row '%s' is missing from the table", id);
    return SALVO_OK;
}

/* It checks both: no unknown id in the table, and no id missing. */
salvo_status salvo_records_known(const salvo_store *store, const char *name, const char *const *ids, size_t n,
                                 int *rows, salvo_error *err)
{
    const salvo_table *table;
    salvo_status status;

    TRY(salvo_records_table(store, name, &table, err));
    status = refuse_strangers(table, ids, n, err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = salvo_records_row(table, ids[i], &rows[i], err);
    return status;
}

/* Returns whether the cell holds a whole number of any size. */
static bool is_whole(const salvo_cell *cell)
{
    char *end;

    strtol(cell->text, &end, 10);
    return end != cell->text && !*end;
}

/* The words for a cell without a number are compared first, and proposed where there are some. */
salvo_status salvo_cell_number(const salvo_cell *cell, const char *what, const salvo_number_kind *kind, int *number,
                               salvo_error *err)
{
    if (kind->blank && strcmp(cell->text, kind->blank) == 0) {
        *number = SALVO_BLANK;
        return SALVO_OK;
    }
    if (kind->other && strcmp(cell->text, kind->other) == 0) {
        *number = SALVO_OTHER;
        return SALVO_OK;
    }
    if ((kind->blank || kind->other) && !is_whole(cell)) {
        char others[64];

        if (kind->blank && kind->other)
            snprintf(others, sizeof others, ", '%s' or '%s'", kind->blank, kind->other);
        else if (kind->other)
            snprintf(others, sizeof others, ", or '%s'", kind->other);
        else
            snprintf(others, sizeof others, ", or '%s' for none", kind->blank);
        return refuse_number(cell, err, what, kind->min, kind->max, others);
    }
    return salvo_cell_integer(cell, what, kind->min, kind->max, number, err);
}

/* Returns the range of a heading ("350m" is 350 if the unit is m), or -1. Only headings that begin with a digit can be
 * one. */
static double heading_range(const char *heading, const char *unit)
{
    char *end;
    double range = strtod(heading, &end);

    /* isfinite excludes "1e999m". */
    if (*heading < '0' || *heading > '9' || end == heading || strcmp(end, unit) != 0 || !isfinite(range))
        return -1;
    return range;
}

/* Brackets are columns. Their order is checked, because find takes the first that fits. */
salvo_status salvo_brackets_read(const salvo_store *store, const salvo_table *table, salvo_arena *memory,
                                 salvo_brackets *brackets, salvo_error *err)
{
    double *upto = salvo_arena_array(memory, table->n_columns, sizeof *upto);
    int *column = salvo_arena_array(memory, table->n_columns, sizeof *column);
    size_t n = 0;

    if (!upto || !column)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < table->n_columns; i++) {
        double range = heading_range(table->header[i].text, store->distance_unit);

        if (range < 0 && !isdigit((unsigned char)table->header[i].text[0])) /* "kind", "damage": not meant as a range */
            continue;
        if (range < 0) /* "100yd": meant as one */
            return salvo_cell_refuse(&table->header[i], err, "'%s' is not a range; write it as in '100%s'",
                                     table->header[i].text, store->distance_unit);
        if (n && range <= upto[n - 1])
            return salvo_cell_refuse(&table->header[i], err,
                                     "the range '%s' does not follow '%s'; ranges must ascend from left to right",
                                     table->header[i].text, table->header[column[n - 1]].text);
        upto[n] = range;
        column[n++] = (int)i;
    }
    if (!n)
        return salvo_cell_refuse(&table->header[0], err,
                                 "the table has no range column; add one, with a heading "
                                 "as in '100%s'",
                                 store->distance_unit);
    *brackets = (salvo_brackets){n, upto, column};
    return SALVO_OK;
}

/* There are few brackets, so the search is linear. A range that is exactly a bracket's end is in it; beyond the last
 * one there is none. */
int salvo_brackets_find(const salvo_brackets *brackets, double range)
{
    for (size_t i = 0; i < brackets->count; i++)
        if (range <= brackets->upto[i])
            return (int)i;
    return -1;
}
