/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table can be written in many ways: with other line ends, a byte order mark, quotes around cells. Equal cells are
 * equal data, whichever program saved the file. */
#include "support.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "scratch.h"

static void with_line_ends(FILE *out, const char *text, const char *end)
{
    for (; *text; text++)
        fprintf(out, *text == '\n' ? "%s" : "%.1s", *text == '\n' ? end : text);
}

static void with_crlf(FILE *out, const char *text)
{
    with_line_ends(out, text, "\r\n");
}

static void with_cr(FILE *out, const char *text)
{
    with_line_ends(out, text, "\r");
}

static void with_blank_lines_between(FILE *out, const char *text)
{
    with_line_ends(out, text, "\n\n \t\n");
}

static void with_byte_order_mark(FILE *out, const char *text)
{
    fprintf(out, "\xEF\xBB\xBF%s", text);
}

static void with_blank_lines_at_the_end(FILE *out, const char *text)
{
    fprintf(out, "%s\n\r\n  \n\n", text);
}

static void without_the_last_line_end(FILE *out, const char *text)
{
    fprintf(out, "%.*s", (int)strlen(text) - 1, text);
}

/* Behind the cell that begins at `text`. */
static const char *cell_end(const char *text)
{
    bool quoted = false;

    for (; *text && (quoted || (*text != ',' && *text != '\n')); text++)
        quoted ^= *text == '"';
    return text;
}

/* A cell that has quotes already keeps them, unless new ones come around it. */
static void around_cells(FILE *out, const char *text, const char *before, const char *behind)
{
    while (*text) {
        const char *end = cell_end(text);
        int bare = *text == '"' && strchr(before, '"') != NULL;

        fprintf(out, "%s%.*s%s%c", before, (int)(end - text) - 2 * bare, text + bare, behind, *end);
        text = end + 1;
    }
}

static void with_quotes(FILE *out, const char *text)
{
    around_cells(out, text, "\"", "\"");
}

static void with_blanks_around_cells(FILE *out, const char *text)
{
    around_cells(out, text, " \t", "  ");
}

static void with_blanks_inside_quotes(FILE *out, const char *text)
{
    around_cells(out, text, "\"\t ", " \"");
}

static void with_blanks_around_quotes(FILE *out, const char *text)
{
    around_cells(out, text, "  \"", "\" ");
}

static const struct form {
    const char *name;
    void (*rewrite)(FILE *out, const char *text);
} FORMS[] = {
    {"CRLF line ends", with_crlf},
    {"CR line ends", with_cr},
    {"a byte order mark", with_byte_order_mark},
    {"blank lines between the rows", with_blank_lines_between},
    {"blank lines at the end", with_blank_lines_at_the_end},
    {"no line end at the end", without_the_last_line_end},
    {"every cell in quotes", with_quotes},
    {"blanks around cells", with_blanks_around_cells},
    {"blanks inside quotes", with_blanks_inside_quotes},
    {"blanks around quotes", with_blanks_around_quotes},
};

static salvo_store load(const char *directory)
{
    salvo_store store;
    salvo_error err = {0};
    salvo_status status = salvo_store_load(&store, directory, &err);

    assert_string_equal(err.text, "");
    assert_int_equal(status, SALVO_OK);
    return store;
}

static salvo_store load_shipped(void)
{
    char path[SCRATCH_PATH];

    assert_non_null(getenv("SALVO_DATA"));
    return load(scratch_path(path, getenv("SALVO_DATA"), "mad"));
}

static void is_the_same_data(void **state)
{
    const struct form *form = *state;
    char directory[SCRATCH_PATH];
    salvo_store store, shipped = load_shipped();

    scratch_make(directory);
    scratch_rewrite_tables(directory, form->rewrite);
    store = load(directory);
    scratch_remove(directory);
    assert_int_equal(store.n_tables, shipped.n_tables);
    for (size_t i = 0; i < store.n_tables; i++) {
        assert_int_equal(store.tables[i].n_columns, shipped.tables[i].n_columns);
        assert_int_equal(store.tables[i].n_rows, shipped.tables[i].n_rows);
    }
    assert_true(salvo_store_hash(&store) == salvo_store_hash(&shipped));
    salvo_store_free(&store);
    salvo_store_free(&shipped);
}

static salvo_store load_edited(const char *file, const char *find, const char *replace)
{
    char directory[SCRATCH_PATH];
    salvo_store store;

    scratch_make(directory);
    scratch_edit(directory, file, find, replace);
    store = load(directory);
    scratch_remove(directory);
    return store;
}

static const struct other {
    const char *name, *file, *find, *replace;
} OTHERS[] = {
    {"one digit changes the hash", "weapons.csv", ",34,65", ",35,65"},
    {"one letter changes the hash", "weapons.csv", "Class B", "Class b"},
    {"one heading changes the hash", "movement.csv", ",mph,", ",Mph,"},
    {"a character that moves to the next cell changes the hash", "weapons.csv", ",34,65", ",3,465"},
    {"a row that moves changes the hash", "nations.csv", "us,United States,", "uk,United Kingdom,\nus,United States,"},
    {"a table that is renamed changes the hash", "ruleset.yaml", "name: artillery", "name: cannons"},
};

static void changes_the_hash(void **state)
{
    const struct other *o = *state;
    salvo_store store = load_edited(o->file, o->find, o->replace), shipped = load_shipped();

    assert_false(salvo_store_hash(&store) == salvo_store_hash(&shipped));
    salvo_store_free(&store);
    salvo_store_free(&shipped);
}

static const struct cell {
    const char *name, *written, *read;
    int line, column; /* of the cell behind it */
} CELLS[] = {
    {"a comma in quotes", "\"Cannon, Class B\"", "Cannon, Class B", 6, 28},
    {"quotes in quotes", "\"Class \"\"B\"\"\"", "Class \"B\"", 6, 24},
    {"a line break in quotes", "\"Class B\nCannon\"", "Class B\nCannon", 7, 9},
    {"a line break of two characters in quotes", "\"Class B\r\nCannon\"", "Class B\r\nCannon", 7, 9},
    {"letters of two, three and four bytes", "\u00C4\u20AC\U0001F3B2", "\u00C4\u20AC\U0001F3B2", 6, 14},
    {"nothing in quotes", "\"\"", "", 6, 13},
    {"an apostrophe", "Class 'B'", "Class 'B'", 6, 20},
};

static void is_read_as_written(void **state)
{
    const struct cell *c = *state;
    salvo_store store = load_edited("weapons.csv", "Class B Cannon", c->written);
    const salvo_table *weapons = salvo_store_table(&store, "weapons");
    const salvo_cell *row;

    assert_non_null(weapons);
    row = &weapons->cells[4 * weapons->n_columns];
    assert_string_equal(row[0].text, "cannon-b");
    assert_string_equal(row[1].text, c->read);
    assert_string_equal(row[2].text, "no");
    assert_int_equal(row[2].line, c->line);
    assert_int_equal(row[2].column, c->column);
    salvo_store_free(&store);
}

int main(void)
{
    struct CMUnitTest tests[COUNT_OF(FORMS) + COUNT_OF(OTHERS) + COUNT_OF(CELLS)];
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(FORMS); i++)
        tests[n++] = row_test(FORMS[i].name, is_the_same_data, &FORMS[i]);
    for (size_t i = 0; i < COUNT_OF(OTHERS); i++)
        tests[n++] = row_test(OTHERS[i].name, changes_the_hash, &OTHERS[i]);
    for (size_t i = 0; i < COUNT_OF(CELLS); i++)
        tests[n++] = row_test(CELLS[i].name, is_read_as_written, &CELLS[i]);
    return cmocka_run_group_tests_name("forms of a table", tests, NULL, NULL);
}
