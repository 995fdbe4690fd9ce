#include <salvo/data.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/text.h"
#include "data/csv.h"
#include "data/lines.h"
#include "data/manifest.h"
#include "data/names.h"

enum { CANDIDATES_SHOWN = 8 };

/* The end of each text counts too. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    return salvo_hash(hash, text, strlen(text) + 1);
}

static uint64_t hash_store(const salvo_store *store)
{
    uint64_t hash = hash_text(SALVO_HASH, store->id);

    for (size_t t = 0; t < store->n_tables; t++) {
        const salvo_table *table = &store->tables[t];

        hash = hash_text(hash, table->name);
        for (size_t i = 0; i < table->n_columns; i++)
            hash = hash_text(hash, table->header[i].text);
        for (size_t i = 0; i < table->n_rows * table->n_columns; i++)
            hash = hash_text(hash, table->cells[i].text);
    }
    return hash;
}

static void link_nations(salvo_store *store)
{
    const salvo_table *nations = salvo_store_table(store, "nations");

    for (size_t i = 0; i < store->n_tables; i++)
        if (&store->tables[i] != nations && salvo_table_column(&store->tables[i], "nation") >= 0)
            store->tables[i].nations = nations;
}

static salvo_status load(salvo_store *store, const char *directory, salvo_error *err)
{
    salvo_status status = salvo_manifest_read(store, directory, store->memory, err);

    for (size_t i = 0; i < store->n_tables && status == SALVO_OK; i++)
        status = (salvo_lines_is_name(store->tables[i].path) ? salvo_lines_read : salvo_csv_read)(
            &store->tables[i], store->tables[i].path, store->memory, err);
    if (status != SALVO_OK)
        return status;
    link_nations(store);
    store->hash = hash_store(store);
    return SALVO_OK;
}

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

/* Of all tables the rows are shared, but for the one that is changed. */
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
    changed->cells[change->row * changed->n_columns + change->column] = (salvo_cell){change->text, "--set", 0, 0};
    variant->tables = tables;
    link_nations(variant);
    variant->hash = hash_store(variant);
    return SALVO_OK;
}

salvo_status salvo_store_vary(salvo_store *variant, const salvo_store *store, const salvo_change *change,
                              salvo_error *err)
{
    salvo_status status;

    *variant = *store;
    variant->memory = salvo_arena_new();
    status = variant->memory ? vary(variant, change, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        salvo_store_free(variant);
    return status;
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

/* ---- finding a row ------------------------------------------------------------------------------------------ */

static const char *name_of(const salvo_table *table, size_t row)
{
    const char *name = salvo_table_text(table, row, "name");

    return name ? name : table->cells[row * table->n_columns].text;
}

static const char *nation_of(const salvo_table *table, size_t row)
{
    const char *id = salvo_table_text(table, row, "nation");

    for (size_t i = 0; id && table->nations && i < table->nations->n_rows; i++)
        if (strcmp(table->nations->cells[i * table->nations->n_columns].text, id) == 0)
            return name_of(table->nations, i);
    return id && *id ? id : NULL;
}

static bool spelled(const char *real, const char *typed)
{
    return strcasecmp(real, typed) == 0;
}

static bool matches(const char *real, const char *typed)
{
    return salvo_name_matches(real, typed) != 0;
}

/* Counts the rows whose id or name is like `text`; *row is the first. */
static size_t like(const salvo_table *table, bool (*is_like)(const char *, const char *), const char *text, size_t *row)
{
    size_t found = 0;

    for (size_t i = 0; i < table->n_rows; i++)
        if (is_like(table->cells[i * table->n_columns].text, text) || is_like(name_of(table, i), text))
            if (found++ == 0)
                *row = i;
    return found;
}

static salvo_status unknown(const salvo_table *table, const char *noun, const char *text, salvo_error *err)
{
    const char **names = calloc(2 * table->n_rows + 1, sizeof *names);
    size_t n = 0;
    salvo_status status;

    if (!names)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < table->n_rows; i++)
        names[n++] = name_of(table, i);
    for (size_t i = 0; i < table->n_rows && strpbrk(text, "-_"); i++)
        if (strcmp(name_of(table, i), table->cells[i * table->n_columns].text) != 0)
            names[n++] = table->cells[i * table->n_columns].text;
    status = salvo_names_fail(err, names, n, text, "unknown %s '%s'", noun, text);
    free(names);
    return status;
}

static salvo_status ambiguous(const salvo_table *table, bool (*is_like)(const char *, const char *), const char *noun,
                              const char *text, size_t found, salvo_error *err)
{
    salvo_text list = {0};
    size_t shown = 0;
    salvo_status status;

    for (size_t i = 0; i < table->n_rows && shown < CANDIDATES_SHOWN; i++) {
        const char *id = table->cells[i * table->n_columns].text, *nation = nation_of(table, i);

        if (!is_like(id, text) && !is_like(name_of(table, i), text))
            continue;
        salvo_text_add(&list, "%s%s", shown++ ? ", " : "", name_of(table, i));
        salvo_text_add(&list, nation ? " (%s, %s)" : " (%s)", id, nation);
    }
    if (found > shown)
        salvo_text_add(&list, " and %zu more", found - shown);
    status =
        salvo_fail(err, SALVO_BAD_INPUT, "%s '%s' could be any of %zu: %s", noun, text, found, salvo_text_of(&list));
    salvo_text_free(&list);
    return status;
}

salvo_status salvo_table_find(const salvo_table *table, const char *noun, const char *text, size_t *row,
                              salvo_error *err)
{
    static bool (*const LIKE[])(const char *, const char *) = {spelled, matches, salvo_name_has_words};

    for (size_t i = 0; i < sizeof LIKE / sizeof *LIKE; i++) {
        size_t found = like(table, LIKE[i], text, row);

        if (found == 1)
            return SALVO_OK;
        if (found > 1)
            return ambiguous(table, LIKE[i], noun, text, found, err);
    }
    return unknown(table, noun, text, err);
}

/* ---- settings ----------------------------------------------------------------------------------------------- */

static salvo_status no_table(const salvo_store *store, const char *name, salvo_error *err)
{
    const char **names = salvo_arena_array(store->memory, store->n_tables, sizeof *names);

    if (!names)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < store->n_tables; i++)
        names[i] = store->tables[i].name;
    return salvo_names_fail(err, names, store->n_tables, name, "unknown table '%s'", name);
}

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

static salvo_table *table_named(const salvo_store *store, const char *name)
{
    for (size_t i = 0; i < store->n_tables; i++)
        if (salvo_name_matches(store->tables[i].name, name))
            return &store->tables[i];
    return NULL;
}

static int column_named(const salvo_table *table, const char *heading)
{
    for (size_t i = 1; i < table->n_columns; i++)
        if (salvo_name_matches(table->header[i].text, heading))
            return (int)i;
    return -1;
}

static salvo_status set(salvo_store *store, char *path, const char *value, salvo_error *err)
{
    char *id = strchr(path, '.'), *heading = id ? strchr(id + 1, '.') : NULL;
    salvo_table *table;
    size_t row = 0;
    int column;
    salvo_status status;

    if (!heading)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "'%s' names no cell; write TABLE.ROW.COLUMN=VALUE, as in weapons.cannon-b.damage=36", path);
    *id++ = *heading++ = '\0';
    table = table_named(store, path);
    if (!table)
        return no_table(store, path, err);
    status = salvo_table_find(table, "row", id, &row, err);
    if (status != SALVO_OK)
        return status;
    column = column_named(table, heading);
    if (column < 0)
        return no_column(store, table, heading, err);
    table->cells[row * table->n_columns + (size_t)column] = (salvo_cell){value, "--set", 0, 0};
    store->hash = hash_store(store);
    return SALVO_OK;
}

static const char *trimmed(salvo_arena *memory, const char *text)
{
    size_t length = strlen(text += strspn(text, " \t"));

    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    return salvo_arena_slice(memory, text, length);
}

salvo_status salvo_store_set(salvo_store *store, const char *setting, salvo_error *err)
{
    const char *equals = strchr(setting, '=');
    char *path = salvo_arena_slice(store->memory, setting, equals ? (size_t)(equals - setting) : strlen(setting));
    const char *value = equals ? trimmed(store->memory, equals + 1) : "";
    salvo_error inner = {0};

    if (!path || !value)
        return salvo_fail_memory(err);
    if (!equals)
        return salvo_fail_at(err, SALVO_BAD_INPUT, "--set", 0, 0,
                             "'%s' gives no value; write TABLE.ROW.COLUMN=VALUE, as in weapons.cannon-b.damage=36",
                             setting);
    if (!salvo_is_text(value))
        return salvo_fail_at(err, SALVO_BAD_INPUT, "--set", 0, 0, "the value for '%s' is no UTF-8 text", path);
    if (set(store, path, value, &inner) != SALVO_OK)
        return salvo_fail_at(err, inner.status, "--set", 0, 0, "%s", inner.text);
    return SALVO_OK;
}
