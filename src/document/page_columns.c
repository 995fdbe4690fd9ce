/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns that a user wants to see. */
#include <string.h>

#include "data/names.h"
#include "document/page.h"

enum { LISTED_MAX = 4 * SHEET_COLUMNS_MAX };

/* "damage" is the column "E(damage)", too, and "win" is "P(win)". */
static bool has_name(const sheet *s, size_t column, const char *name)
{
    const char *heading = s->column[column].heading;
    const size_t length = strlen(heading), n = strlen(name);

    if (salvo_name_matches(heading, name))
        return true;
    return length == n + 3 && heading[1] == '(' && heading[length - 1] == ')' && strncmp(heading + 2, name, n) == 0;
}

static bool is_chosen(const sheet *s, size_t column, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (has_name(s, column, names[i]))
            return true;
    return false;
}

/* Returns the number of the column of texts that names the rows: the first one. */
static size_t naming_column(const sheet *s)
{
    size_t c = 0;

    while (c < s->n_columns && s->column[c].kind != COLUMN_TEXT)
        c++;
    return c;
}

/* Whether the column stays in any case. */
static bool names_rows(const sheet *s, size_t column)
{
    return column == 0 || column == naming_column(s);
}

/* Whether there is more to choose than the names of the rows. In a matrix their heading is that of the figures. */
static bool has_any(const sheet *s, const char *const *names, size_t n)
{
    for (size_t c = 0; c < s->n_columns; c++)
        if (!names_rows(s, c) && is_chosen(s, c, names, n))
            return true;
    return false;
}

/* From the last to the first, because dropping one moves the following ones, and none before it. */
static void choose(sheet *s, const char *const *names, size_t n)
{
    for (size_t c = s->n_columns; c-- > 0;)
        if (!names_rows(s, c) && !is_chosen(s, c, names, n))
            sheet_drop_column(s, c);
}

static bool is_listed(const char *const *headings, size_t n, const char *heading)
{
    for (size_t i = 0; i < n; i++)
        if (salvo_name_matches(headings[i], heading))
            return true;
    return false;
}

static salvo_status check_name(const page *p, const char *name, salvo_error *err)
{
    const char *headings[LISTED_MAX];
    size_t n = 0;

    for (const block *b = p->first; b; b = b->next)
        for (size_t c = 0; c < (b->kind == SHEET ? b->sheet.n_columns : 0); c++) {
            const char *heading = b->sheet.column[c].heading;

            if (has_name(&b->sheet, c, name))
                return SALVO_OK;
            if (*heading && n < LISTED_MAX && !is_listed(headings, n, heading))
                headings[n++] = heading;
        }
    return salvo_names_fail(err, headings, n, name, "--show %s: no table has a column of that name", name);
}

salvo_status page_choose_columns(page *p, const char *const *names, size_t n, salvo_error *err)
{
    salvo_status status = p->failed ? salvo_fail_memory(err) : SALVO_OK;

    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = check_name(p, names[i], err);
    for (block *b = p->first; b && status == SALVO_OK; b = b->next)
        if (b->kind == SHEET && has_any(&b->sheet, names, n))
            choose(&b->sheet, names, n);
    return status;
}
