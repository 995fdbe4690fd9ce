/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes cells in the bytes of the file, so that all other text keeps its author's spelling. */
#include "cli/units_export.h"

#include <string.h>

#include <salvo/selection.h>

#include "base/try.h"
#include "data/csv.h"
#include "data/csv_edit.h"
#include "data/lines.h"

static bool ends_in(const char *path, const char *end)
{
    const size_t n = strlen(path), m = strlen(end);

    return n > m && strcmp(path + n - m, end) == 0;
}

/* Finds the table of the units that fight, and the column of their prices. */
static salvo_status find_prices(const salvo_rulebook *book, const salvo_table **table, const char **heading,
                                salvo_error *err)
{
    salvo_unit_set set = {.price = "points"};

    *table = salvo_store_table(&book->store, book->ruleset->battle->element->parameters[0].table);
    if (book->ruleset->units && salvo_unit_set_units(&set, book, err) != SALVO_OK)
        return SALVO_BAD_INPUT;
    *heading = set.price;
    if (salvo_table_column(*table, *heading) < 0)
        return salvo_fail(
            err, SALVO_BAD_INPUT,
            "--export-units: the table '%s' has no column '%s' for prices; -o prices.csv writes a list that "
            "--prices reads",
            (*table)->name, *heading);
    if (salvo_lines_is_name((*table)->path))
        return salvo_fail_at(err, SALVO_BAD_INPUT, (*table)->path, 0, 0,
                             "--export-units changes CSV tables only; use -o "
                             "prices.csv");
    return SALVO_OK;
}

salvo_status units_export_check(const salvo_rulebook *book, salvo_error *err)
{
    const salvo_table *table;
    const char *heading;

    return book->ruleset->battle ? find_prices(book, &table, &heading, err) : SALVO_OK;
}

/* Writes the rounded price of every fitted unit into its row of the file. */
static salvo_status take_prices(csv_edit *edit, const salvo_table *file, const char *heading,
                                const salvo_points_fit *fit, salvo_arena *memory, salvo_error *err)
{
    const size_t column = (size_t)salvo_table_column(file, heading);

    *edit = (csv_edit){.path = file->path, .n_rows = file->n_rows, .n_columns = file->n_columns};
    edit->text = salvo_arena_array(memory, file->n_rows * file->n_columns, sizeof *edit->text);
    for (size_t i = 0; edit->text && i < fit->unit_pool.n_units; i++) {
        const char *id = fit->unit_pool.units[fit->prices[i].unit].id;
        const long row = salvo_table_row(file, id, strlen(id));
        const char *text = salvo_arena_printf(memory, "%.15g", fit->prices[i].rounded);

        if (!text)
            return salvo_fail_memory(err);
        if (row < 0)
            return salvo_fail_at(err, SALVO_BAD_INPUT, file->path, 0, 0,
                                 "--export-units: '%s' is in another table, and salvo writes only one; limit the "
                                 "units with --units",
                                 id);
        edit->text[(size_t)row * file->n_columns + column] = text;
    }
    return edit->text ? SALVO_OK : salvo_fail_memory(err);
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static salvo_status write_export(FILE *out, const char *path, const salvo_points_fit *fit, salvo_arena *memory,
                                 salvo_error *err)
{
    const salvo_table *table;
    const char *heading;
    salvo_table file = {.path = NULL};
    csv_edit edit;
    salvo_status status = find_prices(fit->book, &table, &heading, err);

    /* It reads the file again, because --set may have changed the rulebook in memory. */
    if (status != SALVO_OK)
        return status;
    TRY(salvo_csv_read(&file, table->path, memory, err));
    TRY(take_prices(&edit, &file, heading, fit, memory, err));
    if (ends_in(path, ".diff") || ends_in(path, ".patch"))
        return csv_edit_write_diff(out, &edit, file_name(table->path), err);
    return csv_edit_write(out, &edit, err);
}

/* Makes the table; its memory is freed afterwards. */
static salvo_status fill_export(outputs *own, const char *path, const salvo_points_fit *fit, salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_status status = memory ? write_export(own->at[0].stream, path, fit, memory, err) : salvo_fail_memory(err);

    salvo_arena_free(memory);
    return status == SALVO_OK ? outputs_close(own, err) : status;
}

salvo_status units_export(outputs *to, const char *path, const salvo_points_fit *fit, salvo_error *err)
{
    const salvo_format plain = {.kind = SALVO_CSV};
    outputs own = {.n = 0};
    salvo_status status = outputs_add(&own, path, plain, err);

    if (status == SALVO_OK)
        status = fill_export(&own, path, fit, err);
    if (status == SALVO_OK)
        status = outputs_take(to, &own.at[0], err);
    outputs_free(&own);
    return status;
}
