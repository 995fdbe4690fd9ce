/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spoilt tables of M.A.D. by rules in Lua (examples/rulebooks/mad-lua) and in C: both open the book, or both refuse it at
 * the same place for the same reason. SALVO_EVERY=1 spoils every cell; else a sample of them. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "example_book.h"
#include "scratch.h"
#include "spoiled.h"

static salvo_rulebook lua;
static char in_c[SCRATCH_PATH], in_lua[SCRATCH_PATH]; /* copies of both folders, whole between two cases */

static int open_both(void **state)
{
    char folder[EXAMPLE_PATH];

    example_open(&lua, "mad-lua");
    scratch_make(in_c);
    scratch_make_from(in_lua, example_path(folder, "mad-lua", ""));
    return mad_open(state);
}

static int close_both(void **state)
{
    scratch_remove(in_c);
    scratch_remove(in_lua);
    salvo_rulebook_close(&lua);
    return mad_close(state);
}

static size_t stride(size_t otherwise)
{
    return getenv("SALVO_EVERY") ? 1 : IS_SANITISED ? 5 * otherwise : otherwise;
}

static const char *file_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* In a table of brackets alone, Lua refuses a column that is none; in C it has no meaning. `what` is the case, for
 * messages. */
static void same_complaint(const char *what, const salvo_error *c, const salvo_error *by_lua)
{
    if (c->status == SALVO_OK && strstr(by_lua->text, " is not a bracket; "))
        return;
    if (c->status != by_lua->status || strcmp(file_of(c->path), file_of(by_lua->path)) != 0 ||
        c->line != by_lua->line || c->column != by_lua->column ||
        (c->status != SALVO_OK && !mistake_is_the_same(c->text, by_lua->text)))
        fail_msg("%s: C says %s:%d:%d: %s; Lua says %s:%d:%d: %s", what, c->path, c->line, c->column, c->text,
                 by_lua->path, by_lua->line, by_lua->column, by_lua->text);
}

static const char *const SPOILT[] = {"",      "x",   "-1", "99999999", "0",
                                     "a + b", "100", "-",  "yes",      "cannon-b + cannon-c*"};

/* Cells in turn; the ids cannot be changed. Returns false after the last. */
static bool next_cell(salvo_change *at, size_t step)
{
    const salvo_store *store = &mad()->store;

    for (; step; step--)
        for (bool is_cell = false; !is_cell;) {
            const salvo_table *table = &store->tables[at->table];

            if (++at->column >= table->n_columns) {
                at->column = 0;
                at->row++;
            }
            if (at->row >= table->n_rows) {
                *at = (salvo_change){.table = at->table + 1};
                if (at->table == store->n_tables)
                    return false;
                table = &store->tables[at->table];
            }
            is_cell = at->column > 0 && at->row < table->n_rows;
        }
    return true;
}

static const salvo_cell *cell_at(const salvo_change *at)
{
    const salvo_table *table = &mad()->store.tables[at->table];

    return &table->cells[at->row * table->n_columns + at->column];
}

static void name_case(char what[256], const salvo_change *at)
{
    const salvo_table *table = &mad()->store.tables[at->table];

    snprintf(what, 256, "%s.%s.%s=%s", table->name, table->cells[at->row * table->n_columns].text,
             table->header[at->column].text, at->text);
}

static salvo_error varied(const salvo_rulebook *book, const salvo_change *change)
{
    salvo_rulebook variant;
    salvo_error err = {.text = ""};

    if (salvo_rulebook_vary(&variant, book, change, &err) == SALVO_OK)
        salvo_rulebook_close(&variant);
    return err;
}

static void same_complaints_about(const salvo_change *change)
{
    const salvo_error c = varied(mad(), change), by_lua = varied(&lua, change);
    char what[256];

    name_case(what, change);
    same_complaint(what, &c, &by_lua);
}

static void every_table(void (*visit)(const salvo_table *table))
{
    for (size_t i = 0; i < mad()->store.n_tables; i++)
        visit(&mad()->store.tables[i]);
}

/* The complaint about a number that is far too large has both limits. */
static void limit_columns(const salvo_table *table)
{
    const size_t at = (size_t)(table - mad()->store.tables);

    for (size_t column = 1; column < table->n_columns; column++) {
        same_complaints_about(&(salvo_change){at, column % table->n_rows, column, "99999999"});
        same_complaints_about(&(salvo_change){at, column % table->n_rows, column, ""});
    }
}

static void columns_have_the_same_limits(void **state)
{
    (void)state;
    every_table(limit_columns);
}

/* As --set and sensitivity change them. */
static void changed_cells_are_refused_alike(void **state)
{
    salvo_change at = {.table = 0};

    (void)state;
    for (size_t i = 0; next_cell(&at, stride(47)); i++)
        for (size_t k = 0; k < COUNT_OF(SPOILT); k += stride(4)) {
            at.text = SPOILT[(k + i) % COUNT_OF(SPOILT)];
            same_complaints_about(&at);
        }
}

static salvo_error opened(const char *ruleset, const char *directory)
{
    salvo_rulebook book;
    salvo_error err = {.text = ""};
    salvo_status status = ruleset ? folder_open(&book, ruleset, directory, &err)
                                  : salvo_rulebook_open(&book, NULL, directory, NULL, 0, &err);

    if (status == SALVO_OK)
        salvo_rulebook_close(&book);
    return err;
}

/* The text of the file up to the cell, `replace`, and the rest of it. NULL: the cell is quoted. */
static char *edited(const char *text, const salvo_cell *cell, const char *replace)
{
    const char *at = text;
    char *made = malloc(strlen(text) + strlen(replace) + 1);

    assert_non_null(made);
    for (int line = 1; line < cell->line; line++)
        at = strchr(at, '\n') + 1;
    at += cell->column - 1;
    if ((at > text && at[-1] == '"') || strncmp(at, cell->text, strlen(cell->text)) != 0) {
        free(made);
        return NULL;
    }
    sprintf(made, "%.*s%s%s", (int)(at - text), text, replace, at + strlen(cell->text));
    return made;
}

static char *text_of(const char *directory, const char *file)
{
    enum { ROOM = 1 << 16 };
    char path[SCRATCH_PATH], *text = calloc(1, ROOM);
    FILE *in = fopen(scratch_path(path, directory, file), "rb");

    assert_non_null(text);
    assert_non_null(in);
    assert_true(fread(text, 1, ROOM - 1, in) < ROOM - 1);
    fclose(in);
    return text;
}

/* Spoils a cell or a heading of a file in both folders. */
static void spoil(const salvo_table *table, const salvo_cell *cell, const char *replace)
{
    const char *file = file_of(table->path);
    char *text = text_of(in_c, file), *spoilt = edited(text, cell, replace), what[256];
    salvo_error c, by_lua;

    if (spoilt) {
        scratch_edit(in_c, file, NULL, spoilt);
        scratch_edit(in_lua, file, NULL, spoilt);
        c = opened("mad", in_c);
        by_lua = opened(NULL, in_lua);
        scratch_edit(in_c, file, NULL, text);
        scratch_edit(in_lua, file, NULL, text);
        snprintf(what, sizeof what, "%s:%d:%d, '%s' in place of '%s'", file, cell->line, cell->column, replace,
                 cell->text);
        same_complaint(what, &c, &by_lua);
    }
    free(spoilt);
    free(text);
}

static void spoilt_files_are_refused_alike(void **state)
{
    salvo_change at = {.table = 0};

    (void)state;
    for (size_t i = 0; next_cell(&at, stride(97)); i++)
        for (size_t k = 0; k < COUNT_OF(SPOILT); k += stride(4))
            spoil(&mad()->store.tables[at.table], cell_at(&at), SPOILT[(k + i) % COUNT_OF(SPOILT)]);
}

static void spoil_headings(const salvo_table *table)
{
    for (size_t column = 0; column < table->n_columns; column++)
        spoil(table, &table->header[column], "other");
}

static void missing_columns_are_refused_alike(void **state)
{
    (void)state;
    every_table(spoil_headings);
}

static void spoil_ids(const salvo_table *table)
{
    for (size_t row = 0; row < table->n_rows; row += stride(table->n_rows > 20 ? 19 : 5))
        spoil(table, &table->cells[row * table->n_columns], "other");
}

static void missing_rows_are_refused_alike(void **state)
{
    (void)state;
    every_table(spoil_ids);
}

static salvo_status renamed(const char *ruleset, const char *directory, const char *table)
{
    char name[64], *text = text_of(directory, "ruleset.yaml");
    salvo_error err;

    assert_true(snprintf(name, sizeof name, "name: %s\n", table) < (int)sizeof name);
    scratch_edit(directory, "ruleset.yaml", name, "name: other\n");
    err = opened(ruleset, directory);
    scratch_edit(directory, "ruleset.yaml", NULL, text);
    free(text);
    return err.status;
}

/* Messages differ: the rules in Lua name the line that needs the table. */
static void rename_table(const salvo_table *table)
{
    const salvo_status c = renamed("mad", in_c, table->name), by_lua = renamed(NULL, in_lua, table->name);

    if (c != by_lua)
        fail_msg("%s: C says %d, Lua %d", table->name, (int)c, (int)by_lua);
}

static void missing_tables_are_refused_alike(void **state)
{
    (void)state;
    every_table(rename_table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_have_the_same_limits),   cmocka_unit_test(changed_cells_are_refused_alike),
        cmocka_unit_test(spoilt_files_are_refused_alike), cmocka_unit_test(missing_columns_are_refused_alike),
        cmocka_unit_test(missing_rows_are_refused_alike), cmocka_unit_test(missing_tables_are_refused_alike),
    };

    return cmocka_run_group_tests(tests, open_both, close_both);
}
