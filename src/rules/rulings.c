/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the rulings of a procedure, "R-01 to R-11, R-49", in the ruleset's table and checks that all of them exist. A
 * table that a user has edited may lack some. */
#include "rules/rulings.h"

#include <string.h>

#include "base/try.h"
#include "data/records.h"

/* Finds the next word of a list, without its comma, and moves *at beyond it. Returns the word's length, 0 at the
 * end. */
static size_t next_word(const char **at, const char **word)
{
    size_t length;

    *at += strspn(*at, " ,");
    *word = *at;
    length = strcspn(*at, " ,");
    *at += length;
    return length;
}

static bool is_word(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && strncmp(word, text, length) == 0;
}

/* A range follows the order of the table, whatever the ids look like. So its end must be below its beginning in the
 * table. */
int salvo_rulings_of(const salvo_procedure *procedure, const salvo_table *rulings, size_t *rows, size_t max)
{
    const char *at = procedure->documentation.rulings ? procedure->documentation.rulings : "", *word;
    bool to = false; /* the previous word was "to" */
    size_t n = 0, length;

    while ((length = next_word(&at, &word)) > 0) {
        long found = salvo_table_row(rulings, word, length);
        size_t row = (size_t)found, first = row;

        if (!to && n && is_word(word, length, "to")) {
            to = true;
            continue;
        }
        if (to)
            first = rows[n - 1] + 1;
        to = false;
        if (found < 0 || row < first || n + (row - first + 1) > max)
            return -1;
        while (first <= row)
            rows[n++] = first++;
    }
    return to ? -1 : (int)n;
}

enum { QUOTED_MAX = 256 };

static salvo_status check_columns(const salvo_table *rulings, salvo_error *err)
{
    static const char *const COLUMNS[] = {"question", "ruling", "option"};

    for (size_t i = 0; i < sizeof COLUMNS / sizeof *COLUMNS; i++) {
        int column = salvo_table_column(rulings, COLUMNS[i]);

        if (column < 0)
            return salvo_cell_refuse(&rulings->header[0], err, "the column '%s' is missing from the header",
                                     COLUMNS[i]);
        for (size_t row = 0; row < rulings->n_rows && i < 2; row++) { /* not every ruling has an option */
            const salvo_cell *cell = &rulings->cells[row * rulings->n_columns + (size_t)column];

            if (!*cell->text)
                return salvo_cell_refuse(cell, err, "the cell is empty; it must hold the %s", COLUMNS[i]);
        }
    }
    return SALVO_OK;
}

/* A new rulebook has no rulings yet. */
static bool needs_none(const salvo_store *store, const salvo_ruleset *ruleset)
{
    bool quoted = false;

    for (size_t i = 0; i < ruleset->n_procedures; i++)
        quoted = quoted || ruleset->procedures[i]->documentation.rulings;
    return store->rules && !quoted && !salvo_store_table(store, "rulings");
}

/* The table itself is checked first, then each procedure's own list against it. */
salvo_status salvo_rulings_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err)
{
    const salvo_table *rulings;
    size_t rows[QUOTED_MAX];
    salvo_status status;

    if (needs_none(store, ruleset))
        return SALVO_OK;
    TRY(salvo_records_table(store, "rulings", &rulings, err));
    status = check_columns(rulings, err);
    for (size_t i = 0; i < ruleset->n_procedures && status == SALVO_OK; i++) {
        const salvo_procedure *p = ruleset->procedures[i];

        if (salvo_rulings_of(p, rulings, rows, QUOTED_MAX) < 0)
            status = salvo_cell_refuse(&rulings->header[0], err,
                                       "%s depends on the rulings %s; one of them is missing or in the wrong place",
                                       p->schema.name, p->documentation.rulings);
    }
    return status;
}
