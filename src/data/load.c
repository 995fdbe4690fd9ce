/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a ruleset's list of steps. Members have several types: `to` points at the member, and the kind of the step
 * determines its type. */
#include "data/load.h"

#include <string.h>

/* Rows in the order of the table are copied to the order of the ids. */
static salvo_status load_known(const salvo_load *step, const salvo_loader *l, char *to)
{
    int *rows = salvo_arena_array(l->memory, step->n_ids, sizeof *rows);
    char *records;
    salvo_status status;

    if (!rows)
        return salvo_fail_memory(l->err);
    status = salvo_records_known(l->store, step->table, step->ids, step->n_ids, rows, l->err);
    if (status != SALVO_OK)
        return status;
    status = salvo_records_load(l->store, step->table, step->fields, step->n_fields, step->record_size, l->memory,
                                &records, l->err);
    for (size_t i = 0; i < step->n_ids && status == SALVO_OK; i++) /* from the order of the table to that of the ids */
        memcpy(to + i * step->record_size, records + (size_t)rows[i] * step->record_size, step->record_size);
    return status;
}

/* A count is an int or a size_t. */
static salvo_status load_count(const salvo_load *step, const salvo_table *table, void *to)
{
    if (step->size == sizeof(int)) /* the member's own size decides which of the two it is */
        *(int *)to = (int)table->n_rows;
    else
        *(size_t *)to = table->n_rows;
    return SALVO_OK;
}

/* Fills one member, or checks. The table is found here, so that every kind reports a missing one alike. */
static salvo_status take_step(const salvo_load *step, const salvo_loader *l, void *tables)
{
    void *to = (char *)tables + step->offset;
    const salvo_table *table = NULL;
    salvo_status status = step->table ? salvo_records_table(l->store, step->table, &table, l->err) : SALVO_OK;

    if (status != SALVO_OK)
        return status;
    switch (step->kind) {
    case LOAD_RECORDS:
        return salvo_records_load(l->store, step->table, step->fields, step->n_fields, step->record_size, l->memory, to,
                                  l->err);
    case LOAD_KNOWN:
        return load_known(step, l, to);
    case LOAD_ROWS:
        return salvo_records_known(l->store, step->table, step->ids, step->n_ids, to, l->err);
    case LOAD_ROW:
        return salvo_records_row(table, step->id, to, l->err);
    case LOAD_COUNT:
        return load_count(step, table, to);
    case LOAD_GRID:
        return salvo_grid_load(l->store, step->grid, to, l->err);
    case LOAD_DECIMALS:
        return salvo_grid_load_decimals(l->store, step->grid, to, l->err);
    case LOAD_NUMBERS:
        return salvo_numbers_load(l->store, step->numbers, to, l->err);
    case LOAD_BRACKETS:
        return salvo_brackets_read(l->store, table, l->memory, to, l->err);
    case LOAD_OWN: /* has no table */
        break;
    }
    return step->own(l, tables);
}

/* Stops at the first failure, because checks depend on what earlier steps have loaded. */
salvo_status salvo_load_tables(const salvo_load *steps, size_t n, const salvo_loader *l, void *tables)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = take_step(&steps[i], l, tables);
    return status;
}
