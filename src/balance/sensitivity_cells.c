#include "balance/sensitivity_cells.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { DIGITS_MAX = 15 };

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
        *units = 10 * *units + (*text - '0');
        *decimals += point;
    }
    *units = negative ? -*units : *units;
    return digits > 0;
}

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

salvo_status number_cells_list(const salvo_store *store, salvo_arena *memory, number_cell **cells, size_t *n,
                               salvo_error *err)
{
    size_t most = 0;
    salvo_status status = SALVO_OK;

    for (size_t t = 0; t < store->n_tables; t++)
        most += store->tables[t].n_rows * store->tables[t].n_columns;
    *cells = salvo_arena_array(memory, most, sizeof **cells);
    *n = 0;
    if (!*cells)
        return salvo_fail_memory(err);
    for (size_t t = 0; t < store->n_tables; t++) {
        const salvo_table *table = &store->tables[t];

        for (size_t at = 0; at < table->n_rows * table->n_columns && status == SALVO_OK; at++) {
            number_cell *cell = &(*cells)[*n];

            if (at % table->n_columns == 0 || !number_cell_parse(table->cells[at].text, &cell->units, &cell->decimals))
                continue;
            status = add_cell(store, t, at, cell, memory, err);
            ++*n;
        }
    }
    return status;
}

const char *number_cell_text(const number_cell *cell, int64_t units, salvo_arena *memory)
{
    int64_t size = units < 0 ? -units : units, one = 1;

    for (int i = 0; i < cell->decimals; i++)
        one *= 10;
    if (cell->decimals == 0)
        return salvo_arena_printf(memory, "%" PRId64, units);
    return salvo_arena_printf(memory, "%s%" PRId64 ".%0*" PRId64, units < 0 ? "-" : "", size / one, cell->decimals,
                              size % one);
}

int64_t number_cell_step(const number_cell *cell, const salvo_stride *stride)
{
    int64_t part;

    if (!(stride->percent > 0))
        return stride->units;
    part = llround(fabs((double)cell->units) * stride->percent / 100);
    return part > 1 ? part : 1;
}

salvo_change number_cell_change(const number_cell *cell, const char *text)
{
    return (salvo_change){cell->table, cell->row, cell->column, text};
}
