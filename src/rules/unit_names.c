/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that the names of units, weapons and nations are unambiguous. The check is made once, on opening. Otherwise an
 * ambiguous name would show only when a user types it. */
#include "rules/unit_names.h"

#include <ctype.h>
#include <string.h>

#include <salvo/arena.h>

#include "base/lookup.h"
#include "base/try.h"
#include "data/records.h"

/* A row of one of a group's tables. */
typedef struct member {
    const salvo_table *table;
    size_t row;
} member;

/* Rows whose names are looked up together: the rows of one table, or of two. */
typedef struct group {
    const salvo_table *table[2];
    const char *noun;
    salvo_lookup *names; /* of all rows so far, each with its nation */
    member *members;     /* whose names they are */
    size_t n;
    salvo_arena *memory;
} group;

static const salvo_cell *id_of(const member *m)
{
    return &m->table->cells[m->row * m->table->n_columns];
}

/* Finds another row with that id. The address of its id identifies a row, because two tables may have equal row
 * numbers. */
static bool find_other(const group *g, const char *id, const member *own, member *other)
{
    for (int t = 0; t < 2 && g->table[t]; t++) {
        long row = salvo_table_row(g->table[t], id, strlen(id));

        *other = (member){g->table[t], (size_t)row};
        if (row >= 0 && id_of(other) != id_of(own))
            return true;
    }
    return false;
}

/* Ids are unique within each table. Two tables that are looked up together may still share one. */
static salvo_status check_id(const group *g, const member *m, salvo_error *err)
{
    member other;

    if (!find_other(g, id_of(m)->text, m, &other))
        return SALVO_OK;
    return salvo_cell_refuse(id_of(m), err,
                             "the id '%s' is already used in line %d of the table '%s'; give each %s its own",
                             id_of(m)->text, id_of(&other)->line, other.table->name, g->noun);
}

/* Ids have small letters, and are found whatever the case of the typed text. */
static salvo_status check_against_ids(const group *g, const member *m, const salvo_cell *name, salvo_error *err)
{
    char *small = salvo_arena_text(g->memory, name->text);
    member other;

    if (!small)
        return salvo_fail_memory(err);
    for (char *c = small; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    if (!find_other(g, small, m, &other))
        return SALVO_OK;
    return salvo_cell_refuse(name, err, "the name '%s' is the id of line %d in the table '%s'; give it another name",
                             name->text, id_of(&other)->line, other.table->name);
}

/* Units of different nations may have the same name, so the nation is part of the key. */
static salvo_status check_name(group *g, const member *m, const salvo_cell *name, salvo_error *err)
{
    const char *nation = salvo_table_text(m->table, m->row, "nation");
    const char *key = salvo_arena_printf(g->memory, "%s\n%s", name->text, nation ? nation : "");
    long twin = key ? salvo_lookup_add(g->names, key) : -1;

    if (!key)
        return salvo_fail_memory(err);
    if (twin >= 0)
        return salvo_cell_refuse(
            name, err, "the name '%s' is already used in line %d of the table '%s'; names must be unique%s", name->text,
            id_of(&g->members[twin])->line, g->members[twin].table->name, nation ? " in a nation" : "");
    g->members[g->n++] = *m;
    return SALVO_OK;
}

static salvo_status check_row(group *g, const member *m, const salvo_cell *name, salvo_error *err)
{
    salvo_status status;

    TRY(check_id(g, m, err));
    status = name != id_of(m) ? check_against_ids(g, m, name, err) : SALVO_OK; /* without names, ids are names */
    return status == SALVO_OK ? check_name(g, m, name, err) : status;
}

/* The rows of a table without names are found by id alone. A name that equals another row's id would find the wrong
 * row. */
static salvo_status check_table(group *g, const salvo_table *table, salvo_error *err)
{
    int column = salvo_table_column(table, "name");
    salvo_status status = SALVO_OK;

    for (size_t row = 0; row < table->n_rows && status == SALVO_OK; row++) {
        const member m = {table, row};

        status = check_row(g, &m, id_of(&m) + (column < 0 ? 0 : column), err);
    }
    return status;
}

/* Names of both tables are looked up together, because a parameter may take both. */
static salvo_status check_group(const salvo_table *first, const salvo_table *second, const char *noun, salvo_error *err)
{
    size_t n = (first ? first->n_rows : 0) + (second ? second->n_rows : 0);
    group g = {.table = {first, second}, .noun = noun, .memory = salvo_arena_new()};
    salvo_status status = SALVO_OK;

    g.names = g.memory ? salvo_lookup_new(n, g.memory) : NULL;
    g.members = g.memory ? salvo_arena_array(g.memory, n, sizeof *g.members) : NULL;
    if (!g.names || !g.members)
        status = salvo_fail_memory(err);
    for (int t = 0; t < 2 && status == SALVO_OK && g.table[t]; t++)
        status = check_table(&g, g.table[t], err);
    salvo_arena_free(g.memory);
    return status;
}

static const salvo_table *table_of(const salvo_store *store, const char *name)
{
    return name ? salvo_store_table(store, name) : NULL;
}

/* Weapons and nations are separate groups: a weapon may have the name of a unit. */
salvo_status salvo_unit_names_check(const salvo_store *store, const salvo_ruleset *ruleset, salvo_error *err)
{
    const salvo_table *units = table_of(store, ruleset->units);
    const salvo_table *more = table_of(store, ruleset->more_units ? ruleset->more_units : ruleset->more_cards);

    TRY(check_group(units, more, "unit", err));
    TRY(check_group(table_of(store, ruleset->weapons), NULL, "weapon", err));
    return check_group(table_of(store, "nations"), NULL, "nation", err);
}
