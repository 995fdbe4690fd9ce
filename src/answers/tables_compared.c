/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differences between two sets of tables. Rows are matched by their ids, because an editor may add one anywhere. */
#include "answers/tables_compared.h"

#include <string.h>

#include "base/phrase.h"

enum { CELLS_LISTED = 20 };

typedef struct differences {
    sheet *to;
    size_t listed, cells, rows; /* cells that are not listed; rows and tables that only one has */
} differences;

/* The first column is the id, by which the rows were matched. */
static void compare_cells(differences *d, const salvo_table *table, const salvo_cell *first, const salvo_cell *second)
{
    for (size_t i = 1; i < table->n_columns; i++) {
        if (strcmp(first[i].text, second[i].text) == 0)
            continue;
        /* Further cells are only counted. */
        if (d->listed == CELLS_LISTED) {
            d->cells++;
            continue;
        }
        d->listed++;
        sheet_cell(d->to, "%s.%s.%s", table->name, first[0].text, table->header[i].text);
        sheet_cell(d->to, "%s", *first[i].text ? first[i].text : "(empty)");
        sheet_cell(d->to, "%s", *second[i].text ? second[i].text : "(empty)");
    }
}

/* Tables with different columns have no cells to compare. */
static bool same_headings(const salvo_table *a, const salvo_table *b)
{
    if (a->n_columns != b->n_columns)
        return false;
    for (size_t i = 0; i < a->n_columns; i++)
        if (strcmp(a->header[i].text, b->header[i].text) != 0)
            return false;
    return true;
}

/* Returns the second table's row with that id. It is usually in the same place, or after the last one that was
 * found. */
static const salvo_cell *find_row(const salvo_table *table, const char *id, size_t *from)
{
    for (size_t i = 0; i < table->n_rows; i++) {
        size_t row = (*from + i) % table->n_rows;
        const salvo_cell *cells = &table->cells[row * table->n_columns];

        if (strcmp(cells[0].text, id) == 0) {
            *from = row + 1;
            return cells;
        }
    }
    return NULL;
}

/* Each row is matched once, so the unmatched rows are those that only one table has. */
static void compare_tables(differences *d, const salvo_table *a, const salvo_table *b)
{
    size_t from = 0, shared = 0;

    if (!same_headings(a, b)) {
        d->rows += a->n_rows + b->n_rows;
        return;
    }
    for (size_t row = 0; row < a->n_rows; row++) {
        const salvo_cell *first = &a->cells[row * a->n_columns];
        const salvo_cell *second = find_row(b, first[0].text, &from);

        shared += second != NULL;
        if (second)
            compare_cells(d, a, first, second);
    }
    d->rows += a->n_rows + b->n_rows - 2 * shared;
}

/* A last row counts what is not listed, so that a short list does not look complete. */
void tables_compared(sheet *s, const salvo_store *first, const salvo_store *second)
{
    differences d = {.to = s};

    for (size_t i = 0; i < first->n_tables; i++) {
        const salvo_table *other = salvo_store_table(second, first->tables[i].name);

        if (other)
            compare_tables(&d, &first->tables[i], other);
        else
            d.rows += first->tables[i].n_rows;
    }
    for (size_t i = 0; i < second->n_tables; i++)
        if (!salvo_store_table(first, second->tables[i].name))
            d.rows += second->tables[i].n_rows;
    if (!d.cells && !d.rows)
        return;
    sheet_cell(s, "tables");
    sheet_cell(s, "%s %s", salvo_counted(d.cells, "more cell").text, salvo_agree(d.cells, "differs", "differ"));
    sheet_cell(s, "%s %s in only one", salvo_counted(d.rows, "row").text, salvo_agree(d.rows, "is", "are"));
}
