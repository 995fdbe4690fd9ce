/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells are read as decimal numbers and not as doubles: a step must change exactly the last printed digit, and the text
 * must be restored exactly. */
#include "sensitivity/cells.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/try.h"
#include "data/names.h"

enum { DIGITS_MAX = 15 }; /* fit int64_t with room for a step, and doubles exactly */

/* A text without a digit ("-", ".") is not a number. A plus sign is read but not written back. */
bool number_cell_parse(const char *text, int64_t *units, int *decimals)
{
    bool negative = *text == '-', point = false;
    int digits = 0;

    text += *text == '-' || *text == '+';
    *units = *decimals = 0;
    for (; *text; text++) {
        if (*text == '.' && !point) {
            point = true;
            continue;
        }
        if (*text < '0' || *text > '9' || ++digits > DIGITS_MAX)
            return false;
        *units = 10 * *units + (*text - '0'); /* the digits as a whole number of units of the last digit */
        *decimals += point;
    }
    *units = negative ? -*units : *units;
    return digits > 0;
}

/* The name is in the form for --set. */
static salvo_status add_cell(const salvo_store *store, size_t table, size_t at, number_cell *cell, salvo_arena *memory,
                             salvo_error *err)
{
    const salvo_table *t = &store->tables[table];

    cell->table = table;
    cell->row = at / t->n_columns;
    cell->column = at % t->n_columns;
    cell->text = t->cells[at].text;
    cell->name = salvo_arena_printf(memory, "%s.%s.%s", t->name, t->cells[cell->row * t->n_columns].text,
                                    t->header[cell->column].text);
    return cell->name ? SALVO_OK : salvo_fail_memory(err);
}

/* In a pattern: any row, or any column. */
static const size_t ANY = SIZE_MAX;

/* The part of the tables in --only: a table, and in it a row and a column, each of which may be ANY. */
typedef struct pattern {
    const char *text;
    size_t table, row, column;
    bool found; /* it selected a cell; selecting none is a mistake */
} pattern;

/* The search fills the list of names as it goes, so that the message of a miss has all of them. */
static salvo_status find_table(const salvo_store *store, const char *name, size_t *table, salvo_arena *memory,
                               salvo_error *err)
{
    const char **names = salvo_arena_array(memory, store->n_tables, sizeof *names);

    if (!names)
        return salvo_fail_memory(err);
    for (*table = 0; *table < store->n_tables; ++*table) {
        names[*table] = store->tables[*table].name;
        if (salvo_name_matches(names[*table], name))
            return SALVO_OK;
    }
    return salvo_names_fail(err, names, store->n_tables, name, "--only: unknown table '%s'", name);
}

static salvo_status find_column(const salvo_table *table, const char *name, size_t *column, salvo_arena *memory,
                                salvo_error *err)
{
    const char **names = salvo_arena_array(memory, table->n_columns, sizeof *names);

    if (!names)
        return salvo_fail_memory(err);
    for (*column = 1; *column < table->n_columns; ++*column) { /* column 0 is the id, which is never changed */
        names[*column - 1] = table->header[*column].text;
        if (salvo_name_matches(names[*column - 1], name))
            return SALVO_OK;
    }
    return salvo_names_fail(err, names, table->n_columns - 1, name, "--only: table '%s' has no column '%s'",
                            table->name, name);
}

/* Reads "TABLE", "TABLE.ROW" or "TABLE.ROW.COLUMN"; a row may be "*". A copy of the text is cut at the points; messages
 * use the original. */
static salvo_status read_pattern(const salvo_store *store, const char *text, pattern *p, salvo_arena *memory,
                                 salvo_error *err)
{
    char *table = salvo_arena_text(memory, text), *row = table ? strchr(table, '.') : NULL;
    char *column = row ? strchr(row + 1, '.') : NULL;
    salvo_status status = SALVO_OK;

    if (!table)
        return salvo_fail_memory(err);
    *p = (pattern){.text = text, .row = ANY, .column = ANY};
    if (row)
        *row++ = '\0';
    if (column)
        *column++ = '\0';
    TRY(find_table(store, table, &p->table, memory, err));
    if (row && strcmp(row, "*") != 0)
        status = salvo_table_find(&store->tables[p->table], "row", row, &p->row, err);
    if (status != SALVO_OK || !column || strcmp(column, "*") == 0)
        return status;
    return find_column(&store->tables[p->table], column, &p->column, memory, err);
}

/* Returns whether any pattern selects the cell; without patterns all are selected. Every pattern is tried, to note
 * whether it selected anything. */
static bool is_chosen(pattern *patterns, size_t n, size_t table, size_t row, size_t column)
{
    bool chosen = n == 0;

    for (size_t i = 0; i < n; i++) {
        pattern *p = &patterns[i];
        bool fits = p->table == table && (p->row == ANY || p->row == row) && (p->column == ANY || p->column == column);

        p->found = p->found || fits;
        chosen = chosen || fits;
    }
    return chosen;
}

/* A pattern that selects nothing is a mistake and not an empty answer. */
static salvo_status check_found(const pattern *patterns, size_t n, salvo_error *err)
{
    for (size_t i = 0; i < n; i++)
        if (!patterns[i].found)
            return salvo_fail(err, SALVO_BAD_INPUT, "--only %s: there is no number", patterns[i].text);
    return SALVO_OK;
}

/* A cell is written to the next free place before it is selected. The next one overwrites a cell that is not
 * selected. */
static salvo_status list_table(const salvo_store *store, size_t table, pattern *patterns, size_t n_patterns,
                               salvo_arena *memory, number_cell *cells, size_t *n, salvo_error *err)
{
    const salvo_table *t = &store->tables[table];
    salvo_status status = SALVO_OK;

    for (size_t at = 0; at < t->n_rows * t->n_columns && status == SALVO_OK; at++) {
        number_cell *cell = &cells[*n];

        /* Ids and cells that are not numbers are left out. */
        if (at % t->n_columns == 0 || !number_cell_parse(t->cells[at].text, &cell->units, &cell->decimals) ||
            !is_chosen(patterns, n_patterns, table, at / t->n_columns, at % t->n_columns))
            continue;
        status = add_cell(store, table, at, cell, memory, err);
        ++*n;
    }
    return status;
}

salvo_status number_cells_list(const salvo_store *store, const salvo_subject *subject, salvo_arena *memory,
                               number_cell **cells, size_t *n, salvo_error *err)
{
    pattern *patterns = salvo_arena_array(memory, subject->n_only, sizeof *patterns);
    size_t most = 0;
    salvo_status status = SALVO_OK;

    for (size_t t = 0; t < store->n_tables; t++) /* at most all cells are numbers */
        most += store->tables[t].n_rows * store->tables[t].n_columns;
    *cells = salvo_arena_array(memory, most + 1, sizeof **cells);
    *n = 0;
    if (!*cells || !patterns)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < subject->n_only && status == SALVO_OK; i++)
        status = read_pattern(store, subject->only[i], &patterns[i], memory, err);
    for (size_t t = 0; t < store->n_tables && status == SALVO_OK; t++)
        status = list_table(store, t, patterns, subject->n_only, memory, *cells, n, err);
    return status == SALVO_OK ? check_found(patterns, subject->n_only, err) : status;
}

/* The sign is written separately: the whole part of -0.5 is 0, which has no sign. */
const char *number_cell_text(const number_cell *cell, int64_t units, salvo_arena *memory)
{
    int64_t size = units < 0 ? -units : units, one = 1;

    for (int i = 0; i < cell->decimals; i++)
        one *= 10;
    if (cell->decimals == 0)
        return salvo_arena_printf(memory, "%" PRId64, units);
    /* It has as many digits after the point as the cell. */
    return salvo_arena_printf(memory, "%s%" PRId64 ".%0*" PRId64, units < 0 ? "-" : "", size / one, cell->decimals,
                              size % one);
}

/* The sign of the cell does not matter: down is always less. */
int64_t number_cell_step(const number_cell *cell, const salvo_step_size *step_size)
{
    int64_t part;

    if (!(step_size->percent > 0)) /* in this form NaN means no percentage */
        return step_size->units;
    part = llround(fabs((double)cell->units) * step_size->percent / 100);
    return part > 1 ? part : 1; /* at least a unit, or nothing would change */
}

salvo_change number_cell_change(const number_cell *cell, const char *text)
{
    return (salvo_change){cell->table, cell->row, cell->column, text};
}
