/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store is all tables of a ruleset. After loading, only --set changes it. Variants share its rows (copy on write), so
 * that a sensitivity can have hundreds of them. */
#include <salvo/arena.h>
#include <salvo/data.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/lookup.h"
#include "base/try.h"
#include "base/utf8.h"
#include "data/csv.h"
#include "data/file.h"
#include "data/find.h"
#include "data/lines.h"
#include "data/manifest.h"
#include "data/names.h"
#include "data/records.h"

/* Hashes the text with its end, so that "ab", "c" and "a", "bc" differ. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return salvo_hash(hash, text, strlen(text) + 1);
}

/* Hashes everything that --set may change, and the folder's own rules: equal hashes mean equal answers. Nicknames are
 * left out, because they help to find a unit and change no answer. Only headings and texts count, without places: a
 * table with another layout is the same table. */
static uint64_t hash_table(uint64_t hash, const salvo_table *table)
{
    int passed_over = salvo_table_column(table, SALVO_NICKNAMES);

    hash = hash_text(hash, table->name);
    for (size_t i = 0; i < table->n_columns; i++)
        hash = (int)i == passed_over ? hash : hash_text(hash, table->header[i].text);
    for (size_t i = 0; i < table->n_rows * table->n_columns; i++)
        hash = (int)(i % table->n_columns) == passed_over ? hash : hash_text(hash, table->cells[i].text);
    return hash;
}

/* It is not kept in the store: a variant needs it seldom, and a sensitivity makes thousands of variants. */
uint64_t salvo_store_hash(const salvo_store *store)
{
    uint64_t hash = hash_text(SALVO_HASH, store->id);

    for (size_t i = 0; i < store->n_rules_files; i++) {
        /* A house rule is the same wherever its file lies, and is none of the files that others require. */
        if (i >= store->n_rules_files - store->n_house_rules)
            hash = hash_text(hash, "--rules");
        else if (i)
            hash = hash_text(hash, store->rules_files[i].name);
        hash = hash_text(hash, store->rules_files[i].text);
    }
    if (store->rules_of)
        hash = hash_text(hash, store->rules_of);
    for (size_t t = 0; t < store->n_tables; t++)
        hash = hash_table(hash, &store->tables[t]);
    return hash;
}

/* Each table points at its store, and one with a column "nation" at the table of nations. This is repeated after
 * copying, because tables have moved. */
static void link_nations(salvo_store *store)
{
    const salvo_table *nations = salvo_store_table(store, "nations");

    for (size_t i = 0; i < store->n_tables; i++) {
        store->tables[i].book = store->id;
        if (&store->tables[i] != nations && salvo_table_column(&store->tables[i], "nation") >= 0)
            store->tables[i].nations = nations;
    }
}

/* Texts quote the ids of rulings: "R-01". */
static const char QUOTED[] = "rulings";

/* The message proposes an id from the letters of the text. */
static salvo_status check_id(const salvo_cell *cell, salvo_error *err)
{
    char proposal[SALVO_ID_PROPOSAL];

    if (salvo_is_id(cell->text))
        return SALVO_OK;
    salvo_id_propose(proposal, cell->text);
    return salvo_cell_refuse(cell, err,
                             "the id '%s' is not valid; use the letters a to z, digits and single "
                             "hyphens%s%s%s",
                             cell->text, *proposal ? ", as in '" : "", proposal, *proposal ? "'" : "");
}

/* Ids of plain-text tables consist of their words, which may be anything. */
static salvo_status check_ids(const salvo_table *table, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    if (salvo_lines_is_name(table->path) || strcmp(table->name, QUOTED) == 0)
        return SALVO_OK;
    for (size_t row = 0; row < table->n_rows && status == SALVO_OK; row++)
        status = check_id(&table->cells[row * table->n_columns], err);
    return status;
}

/* The file's name decides on its reader. */
static salvo_status read_table(salvo_table *table, salvo_arena *memory, salvo_error *err)
{
    bool plain = salvo_lines_is_name(table->path);

    TRY((plain ? salvo_lines_read : salvo_csv_read)(table, table->path, memory, err));
    TRY(check_ids(table, err));
    return salvo_table_index_names(table, memory, err);
}

/* The texts are kept for the hash and for messages; salvo's own rules have none. */
static salvo_status read_rules(salvo_store *store, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < store->n_rules_files && status == SALVO_OK; i++) {
        salvo_rules_file *file = &store->rules_files[i];
        char *text;

        status = salvo_file_read(file->path, store->memory, &text, &file->length, err);
        if (status == SALVO_OK)
            file->text = text;
    }
    return status;
}

/* The manifest is read first, because it lists the tables. */
static salvo_status load(salvo_store *store, const char *directory, salvo_error *err)
{
    salvo_status status = salvo_manifest_read(store, directory, store->memory, err);

    status = status == SALVO_OK ? read_rules(store, err) : status;
    for (size_t i = 0; i < store->n_tables && status == SALVO_OK; i++)
        status = read_table(&store->tables[i], store->memory, err);
    if (status != SALVO_OK)
        return status;
    link_nations(store);
    return SALVO_OK;
}

/* The other folder's list of tables is dropped: the rules check the tables that they get. */
salvo_status salvo_store_take_rules(salvo_store *store, const char *directory, salvo_error *err)
{
    salvo_store other = {.memory = store->memory};
    salvo_status status = salvo_manifest_read(&other, directory, store->memory, err);

    if (status == SALVO_OK && !other.rules)
        status = salvo_fail_at(err, SALVO_BAD_INPUT, directory, 0, 0,
                               "the rules are missing; check that salvo's data is installed");
    status = status == SALVO_OK ? read_rules(&other, err) : status;
    if (status != SALVO_OK)
        return status;
    store->rules = other.rules;
    store->rules_files = other.rules_files;
    store->n_rules_files = other.n_rules_files;
    store->has_taken_rules = true;
    return SALVO_OK;
}

/* The list of files is copied, because variants may share it. */
salvo_status salvo_store_add_house_rules(salvo_store *store, const char *path, salvo_error *err)
{
    const size_t n = store->n_rules_files;
    salvo_rules_file *files = salvo_arena_array(store->memory, n + 1, sizeof *files);
    char *text;

    if (!files)
        return salvo_fail_memory(err);
    memcpy(files, store->rules_files, n * sizeof *files);
    files[n].path = files[n].name = salvo_arena_text(store->memory, path);
    if (!files[n].path)
        return salvo_fail_memory(err);
    TRY(salvo_file_read(path, store->memory, &text, &files[n].length, err));
    files[n].text = text;
    store->rules_files = files;
    store->n_rules_files++;
    store->n_house_rules++;
    return SALVO_OK;
}

/* After any failure the store is empty, so that callers need not know which step failed. */
salvo_status salvo_store_load(salvo_store *store, const char *directory, salvo_error *err)
{
    salvo_status status;

    memset(store, 0, sizeof *store);
    store->memory = salvo_arena_new();
    if (!store->memory || !(store->directory = salvo_arena_text(store->memory, directory)))
        status = salvo_fail_memory(err);
    else
        status = load(store, store->directory, err);
    if (status != SALVO_OK)
        salvo_store_free(store);
    return status;
}

void salvo_store_free(salvo_store *store)
{
    salvo_arena_free(store->memory);
    memset(store, 0, sizeof *store);
}

/* Drops the index of names after a change in that column, because it would find the old names. Searches are slow
 * then. */
static void forget_name(salvo_table *table, size_t column)
{
    if (strcmp(table->header[column].text, "name") == 0)
        table->by_name = NULL;
}

/* Copies the list of tables, and the cells of the changed table; all other rows are shared with the original. */
static salvo_status vary(salvo_store *variant, const salvo_change *change, salvo_error *err)
{
    salvo_table *tables = salvo_arena_array(variant->memory, variant->n_tables, sizeof *tables);
    salvo_table *changed = tables ? &tables[change->table] : NULL;
    size_t n_cells;

    if (!tables)
        return salvo_fail_memory(err);
    memcpy(tables, variant->tables, variant->n_tables * sizeof *tables);
    n_cells = changed->n_rows * changed->n_columns;
    changed->cells = salvo_arena_array(variant->memory, n_cells, sizeof *changed->cells);
    if (!changed->cells)
        return salvo_fail_memory(err);
    memcpy(changed->cells, variant->tables[change->table].cells, n_cells * sizeof *changed->cells);
    /* A cell from --set has no line. */
    changed->cells[change->row * changed->n_columns + change->column] = (salvo_cell){change->text, "--set", 0, 0};
    forget_name(changed, change->column);
    variant->tables = tables;
    link_nations(variant);
    return SALVO_OK;
}

/* The copy shares the original's rows, which must outlive it. */
salvo_status salvo_store_vary(salvo_store *variant, const salvo_store *store, const salvo_change *change,
                              salvo_error *err)
{
    salvo_status status;

    *variant = *store;
    variant->memory = salvo_arena_new();
    variant->last = variant->memory ? salvo_arena_array(variant->memory, 1, sizeof *variant->last) : NULL;
    status = variant->last ? vary(variant, change, err) : salvo_fail_memory(err);
    if (status != SALVO_OK) {
        salvo_store_free(variant); /* frees the copy's arena; the original is untouched */
        return status;
    }
    *variant->last = *change;
    variant->n_changes++;
    return SALVO_OK;
}

const salvo_table *salvo_store_table(const salvo_store *store, const char *name)
{
    for (size_t i = 0; i < store->n_tables; i++)
        if (strcmp(store->tables[i].name, name) == 0)
            return &store->tables[i];
    return NULL;
}

int salvo_table_column(const salvo_table *table, const char *heading)
{
    for (size_t i = 0; i < table->n_columns; i++)
        if (strcmp(table->header[i].text, heading) == 0)
            return (int)i;
    return -1;
}

const char *salvo_table_text(const salvo_table *table, size_t row, const char *heading)
{
    int column = salvo_table_column(table, heading);

    return column < 0 ? NULL : table->cells[row * table->n_columns + (size_t)column].text;
}

long salvo_table_row(const salvo_table *table, const char *id, size_t length)
{
    if (table->by_id) /* a table of tests may have no index */
        return salvo_lookup_find(table->by_id, id, length);
    for (size_t row = 0; row < table->n_rows; row++) {
        const char *other = table->cells[row * table->n_columns].text;

        if (strlen(other) == length && memcmp(other, id, length) == 0)
            return (long)row;
    }
    return -1;
}

const char *salvo_store_text(const salvo_store *store, const char *cell)
{
    const char *row = strchr(cell, '.'), *column = row ? strchr(row + 1, '.') : NULL;

    for (size_t t = 0; column && t < store->n_tables; t++) {
        const salvo_table *table = &store->tables[t];
        const size_t length = strlen(table->name);
        long at;

        if (length != (size_t)(row - cell) || strncmp(table->name, cell, length) != 0)
            continue;
        at = salvo_table_row(table, row + 1, (size_t)(column - row - 1));
        return at < 0 ? NULL : salvo_table_text(table, (size_t)at, column + 1);
    }
    return NULL;
}

/* Proposes the nearest tables. */
static salvo_status no_table(const salvo_store *store, const char *name, salvo_error *err)
{
    const char **names = salvo_arena_array(store->memory, store->n_tables, sizeof *names);

    if (!names)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < store->n_tables; i++)
        names[i] = store->tables[i].name;
    return salvo_names_fail(err, names, store->n_tables, name, "unknown table '%s'", name);
}

/* Proposes the nearest headings. */
static salvo_status no_column(const salvo_store *store, const salvo_table *table, const char *heading, salvo_error *err)
{
    const char **names = salvo_arena_array(store->memory, table->n_columns, sizeof *names);

    if (!names)
        return salvo_fail_memory(err);
    for (size_t i = 1; i < table->n_columns; i++)
        names[i - 1] = table->header[i].text;
    return salvo_names_fail(err, names, table->n_columns - 1, heading, "table '%s' has no column '%s' to set",
                            table->name, heading);
}

/* `path` is cut in place. The text stays in the arena, even if the cell is set again, because settings are few. */
static salvo_status set(salvo_store *store, char *path, const char *value, salvo_error *err)
{
    /* Ids have no points, so a setting splits at the first two. */
    char *id = strchr(path, '.'), *heading = id ? strchr(id + 1, '.') : NULL;
    salvo_table *table;
    size_t row = 0;
    int at, column;

    if (!heading) /* both points are required */
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "'%s' is not a cell; write TABLE.ROW.COLUMN=VALUE, as in weapons.cannon-b.damage=36", path);
    *id++ = *heading++ = '\0';
    at = salvo_store_table_named(store, path);
    if (at < 0)
        return no_table(store, path, err);
    table = &store->tables[at];
    TRY(salvo_table_find(table, "row", id, &row, err));
    column = salvo_table_column_named(table, heading);
    if (column <= 0) /* column 0 is the id, which --set does not change */
        return no_column(store, table, heading, err);
    table->cells[row * table->n_columns + (size_t)column] = (salvo_cell){value, "--set", 0, 0};
    forget_name(table, (size_t)column);
    return SALVO_OK;
}

/* Blanks around a value are not part of it, as in a file. */
static const char *trimmed(salvo_arena *memory, const char *text)
{
    size_t length = strlen(text += strspn(text, " \t"));

    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    return salvo_arena_slice(memory, text, length);
}

/* A value is a cell: the same characters are refused. */
static salvo_status refuse_value(const char *path, const salvo_text_fault *fault, salvo_error *err)
{
    if (!fault->why)
        return salvo_fail_at(err, SALVO_BAD_INPUT, "--set", 0, 0, "the value for '%s' is not UTF-8 text", path);
    return salvo_fail_at(err, SALVO_BAD_INPUT, "--set", 0, 0, "the value for '%s' contains U+%04X, %s; leave it out",
                         path, (unsigned)fault->code, fault->why);
}

/* A cell that was set has no line, so that messages about it name --set as their place. */
salvo_status salvo_store_set(salvo_store *store, const char *setting, salvo_error *err)
{
    const char *equals = strchr(setting, '=');
    char *path = salvo_arena_slice(store->memory, setting, equals ? (size_t)(equals - setting) : strlen(setting));
    const char *value = equals ? trimmed(store->memory, equals + 1) : "";
    salvo_text_fault fault;
    salvo_error inner = {0}; /* `set` reports without a place */

    if (!path || !value)
        return salvo_fail_memory(err);
    if (!equals)
        return salvo_fail_at(err, SALVO_BAD_INPUT, "--set", 0, 0,
                             "'%s' has no value; write TABLE.ROW.COLUMN=VALUE, as in weapons.cannon-b.damage=36",
                             setting);
    if (salvo_text_has_fault(value, strlen(value), &fault))
        return refuse_value(path, &fault, err);
    if (set(store, path, value, &inner) != SALVO_OK)
        return salvo_fail_at(err, inner.status, "--set", 0, 0, "%s", inner.text);
    return SALVO_OK;
}
