/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which set of the lost tables a question uses: the two included ones, loaded with the ruleset, or a user's file, read
 * for the question. */
#include "rules/rookie/data.h"

#include <stdarg.h>
#include <stdio.h>

#include "data/lines.h"
#include "data/names.h"

/* K13: the proved cells are the default, and an unknown one is an error, never a guess. A reconstruction is used only
 * by name. Only morale, leaders and duels have it as their default, because the text proves too little of them. */
enum { PROVED, RECONSTRUCTION, N_DATA };

const char *const ROOKIE_DATA_CHOICES[] = {[PROVED] = "proved", [RECONSTRUCTION] = "reconstruction", NULL};

/* A file that cannot be opened may be a mistyped choice, so the message names both. */
static salvo_status read_lines(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err)
{
    salvo_error why;
    salvo_status status = salvo_lines_read(table, path, memory, &why);

    if (status == SALVO_IO)
        salvo_fail_at(err, status, path, 0, 0, "%s; data must be proved, reconstruction or the path of a file",
                      why.text);
    else if (status != SALVO_OK && err)
        *err = why;
    return status;
}

/* The file's memory is freed at once, because a set keeps no pointers into it. */
static salvo_status read_file(const struct rookie_tables *t, const char *path, bool allow, struct rookie_set *set,
                              salvo_error *err)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_table table = {0};
    salvo_status status = memory ? read_lines(&table, path, memory, err) : salvo_fail_memory(err);

    status = status == SALVO_OK ? rookie_set_read(set, &table, &t->proved, allow, path, err) : status;
    salvo_arena_free(memory);
    return status;
}

/* Any text that is not the name of an included set is a path. */
salvo_status rookie_data_of(const struct rookie_tables *t, const struct rookie_asked *asked, struct rookie_set *set,
                            salvo_error *err)
{
    switch (salvo_name_among(ROOKIE_DATA_CHOICES, N_DATA, asked->data)) {
    case PROVED:
        *set = t->proved;
        return SALVO_OK;
    case RECONSTRUCTION:
        *set = t->reconstruction;
        return SALVO_OK;
    default:
        break;
    }
    return read_file(t, asked->data, asked->allow_contradiction, set, err);
}

/* An empty remark becomes none, and not an empty line under the answer. */
const char *rookie_data_remark(const struct rookie_set *set)
{
    return *set->remark ? set->remark : NULL;
}

/* The message says what would help, because the text itself cannot answer. */
salvo_status rookie_unknown(const struct rookie_set *set, salvo_error *err, const char *format, ...)
{
    char cell[128];
    va_list values;

    va_start(values, format);
    vsnprintf(cell, sizeof cell, format, values);
    va_end(values);
    return salvo_fail(err, SALVO_BAD_INPUT,
                      "unknown cell: %s; it is lost in the data '%s'; use data=reconstruction or a file of your own",
                      cell, set->name);
}
