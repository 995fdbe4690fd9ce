/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of mixes is checked when a rulebook is opened, so that reading a weight later cannot fail. */
#include "rules/mixes.h"

#include <stdlib.h>
#include <string.h>

#include "data/records.h"

/* Every column is a mix, except for the columns that every table may have. */
bool salvo_mixes_is_mix(const salvo_table *mixes, size_t column)
{
    const char *heading = mixes->header[column].text;

    return column > 0 && strcmp(heading, "name") != 0 && strcmp(heading, "notes") != 0;
}

/* "-" means that the unit is not in the mix. The cells were checked when the book was opened, so strtod cannot fail. */
double salvo_mixes_weight(const salvo_cell *cell)
{
    return strcmp(cell->text, "-") == 0 ? 0 : strtod(cell->text, NULL);
}

/* The first table of units is searched last, because its look-up makes the message. */
static salvo_status check_unit(const salvo_store *store, const salvo_ruleset *ruleset, const salvo_cell *id,
                               salvo_error *err)
{
    const salvo_table *units = salvo_store_table(store, ruleset->units);
    const salvo_table *more = ruleset->more_units ? salvo_store_table(store, ruleset->more_units) : NULL;
    int row;

    if (more && salvo_table_row(more, id->text, strlen(id->text)) >= 0)
        return SALVO_OK;
    return salvo_cell_reference(id, id->text, strlen(id->text), units, "unit", &row, err);
}

/* In a mix without any weight, the average would divide by 0. */
static salvo_status check_column(const salvo_table *mixes, size_t column, salvo_error *err)
{
    double sum = 0, weight;

    for (size_t i = 0; i < mixes->n_rows; i++) {
        const salvo_cell *cell = &mixes->cells[i * mixes->n_columns + column];
        salvo_status status = strcmp(cell->text, "-") == 0
                                  ? SALVO_OK
                                  : salvo_cell_decimal(cell, "a weight", 0, SALVO_WEIGHT_MAX, &weight, err);

        if (status != SALVO_OK)
            return status;
        sum += salvo_mixes_weight(cell);
    }
    if (sum > 0)
        return SALVO_OK;
    return salvo_cell_refuse(&mixes->header[column], err,
                             "the mix '%s' has no unit with a weight above 0; give "
                             "one a weight",
                             mixes->header[column].text);
}

/* A rulebook without mixes, or without units, has nothing to check. */
salvo_status salvo_mixes_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err)
{
    const salvo_table *mixes = salvo_store_table(store, "mixes");
    salvo_status status = SALVO_OK;

    if (!mixes || !ruleset->units)
        return SALVO_OK;
    for (size_t i = 0; i < mixes->n_rows && status == SALVO_OK; i++)
        status = check_unit(store, ruleset, &mixes->cells[i * mixes->n_columns], err);
    for (size_t c = 1; c < mixes->n_columns && status == SALVO_OK; c++)
        if (salvo_mixes_is_mix(mixes, c))
            status = check_column(mixes, c, err);
    return status;
}
