/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units of a ruleset, in one table or two, seen as one list of rows; and the selection of some by a filter. A
 * filter is a list of items. An item's conditions must all hold, and a row is selected if any item fits. */
#include <salvo/arena.h>
#include <salvo/selection.h>

#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "data/find.h"
#include "data/names.h"
#include "rules/parse.h"

enum { N_TABLES = 3 };

/* Returns the tables in the order in which rows are counted; NULL: there is none. */
static const salvo_table *table_at(const salvo_unit_set *set, size_t i)
{
    const salvo_table *const tables[N_TABLES] = {set->table, set->more, set->arms};

    return tables[i];
}

static const char *price_column(const salvo_ruleset *ruleset)
{
    return ruleset->fire && ruleset->fire->price ? ruleset->fire->price : "points";
}

/* The set contains everything that can be bought or shot at. If a book has two tables of them, such as troops and
 * vehicles, rows of the second are counted after the first. */
salvo_status salvo_unit_set_units(salvo_unit_set *set, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;

    if (!ruleset->units)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no units", ruleset->id);
    *set = (salvo_unit_set){.table = salvo_store_table(&book->store, ruleset->units), .noun = "unit"};
    if (ruleset->more_units)
        set->more = salvo_store_table(&book->store, ruleset->more_units);
    set->price = price_column(ruleset);
    return SALVO_OK;
}

static salvo_status units_and_arms(salvo_unit_set *set, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_fire_adapter *adapter = book->ruleset->fire;
    const salvo_status status = salvo_unit_set_units(set, book, err);

    if (status != SALVO_OK || !adapter->arms)
        return status;
    set->arms = salvo_store_table(&book->store, adapter->arms);
    set->among = adapter->arms_among;
    return SALVO_OK;
}

/* In some books weapons fire and not units; then those are the rows. */
salvo_status salvo_unit_set_firers(salvo_unit_set *set, const salvo_rulebook *book, salvo_error *err)
{
    const salvo_ruleset *ruleset = book->ruleset;

    if (!ruleset->fire)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no fire of one unit at another%s%s", ruleset->id,
                          ruleset->no_fire ? ": " : "", ruleset->no_fire ? ruleset->no_fire : "");
    if (!ruleset->fire->firers)
        return units_and_arms(set, book, err);
    *set = (salvo_unit_set){.table = salvo_store_table(&book->store, ruleset->fire->firers), .noun = "weapon"};
    set->price = price_column(ruleset);
    set->among = ruleset->fire->firers_among;
    return SALVO_OK;
}

size_t salvo_unit_set_size(const salvo_unit_set *set)
{
    size_t n = 0;

    for (size_t i = 0; i < N_TABLES; i++)
        n += table_at(set, i) ? table_at(set, i)->n_rows : 0;
    return n;
}

/* Returns the table of the row; *row becomes its place there. */
static const salvo_table *table_of(const salvo_unit_set *m, size_t *row)
{
    for (size_t i = 0;; i++) {
        const salvo_table *table = table_at(m, i);

        if (table && *row < table->n_rows)
            return table;
        *row -= table ? table->n_rows : 0;
    }
}

const salvo_table *salvo_unit_set_table(const salvo_unit_set *set, size_t row)
{
    return table_of(set, &row);
}

static bool is_arm(const salvo_unit_set *m, size_t row)
{
    return m->arms && salvo_unit_set_table(m, row) == m->arms;
}

const char *salvo_unit_set_id(const salvo_unit_set *set, size_t row)
{
    const salvo_table *table = table_of(set, &row);

    return table->cells[row * table->n_columns].text;
}

const char *salvo_unit_set_text(const salvo_unit_set *set, size_t row, const char *heading)
{
    const salvo_table *table = table_of(set, &row);

    return salvo_table_text(table, row, heading);
}

const char *salvo_unit_set_name(const salvo_unit_set *set, size_t row)
{
    const char *name = salvo_unit_set_text(set, row, "name");

    return name ? name : salvo_unit_set_id(set, row);
}

double salvo_unit_set_price(const salvo_unit_set *set, size_t row)
{
    const char *text = salvo_unit_set_text(set, row, set->price);
    double price;

    /* "-" and similar texts are not prices. */
    return text && salvo_number_parse(text, &price) && price >= 0 ? price : -1;
}

/* Compares the exact id, as in tables and files of prices. */
long salvo_unit_set_row(const salvo_unit_set *set, const char *id)
{
    size_t before = 0;

    for (size_t i = 0; i < N_TABLES; i++) {
        const salvo_table *table = table_at(set, i);
        const long row = table ? salvo_table_row(table, id, strlen(id)) : -1;

        if (row >= 0)
            return (long)before + row;
        before += table ? table->n_rows : 0;
    }
    return -1;
}

salvo_status salvo_unit_set_find(const salvo_unit_set *set, const char *name, size_t *row, salvo_error *err)
{
    const salvo_status status = salvo_tables_find(set->table, set->more, set->noun, name, row, err);

    if (status != SALVO_BAD_INPUT || !set->arms || salvo_table_find(set->arms, set->noun, name, row, NULL) != SALVO_OK)
        return status; /* what is not a weapon either is an unknown unit */
    *row += salvo_unit_set_size(set) - set->arms->n_rows;
    return SALVO_OK;
}

static const char *option_of(const salvo_unit_set *m)
{
    return m->option ? m->option : "--units";
}

/* Handles only ASCII, like the names that are compared. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Returns whether the whole text fits the pattern: * means any characters, ? means one; case does not matter. It is
 * recursive, because patterns are short. */
static bool is_like(const char *text, const char *pattern)
{
    for (; *pattern && *pattern != '*'; text++, pattern++)
        if (!*text || (*pattern != '?' && lower(*pattern) != lower(*text)))
            return false;
    if (!*pattern)
        return !*text;
    while (*pattern == '*')
        pattern++;
    for (;; text++)
        if (is_like(text, pattern))
            return true;
        else if (!*text)
            return false;
}

/* Without * and ? it is a name, which must exist. */
static bool is_pattern(const char *text)
{
    return strpbrk(text, "*?") != NULL;
}

/* One condition on a row: its name, or a column. */
typedef struct condition {
    const char *pattern;                             /* of ids, names or cells; or NULL */
    size_t row;                                      /* without a pattern and a column */
    const char *column;                              /* NULL: the unit itself */
    enum { IS, BELOW, UP_TO, ABOVE, FROM } relation; /* with `number`, except IS, which compares texts */
    const char *value;
    double number;
    const salvo_table *nations; /* to which the column refers; or NULL */
} condition;

/* Cells that are not numbers ("-") fit no comparison. */
static bool fits_number(const condition *c, const char *cell)
{
    double number;

    if (!salvo_number_parse(cell, &number))
        return false;
    switch (c->relation) {
    case BELOW:
        return number < c->number;
    case UP_TO:
        return number <= c->number;
    case ABOVE:
        return number > c->number;
    case FROM:
        return number >= c->number;
    case IS: /* compared as text: see `fits` */
        break;
    }
    return false;
}

/* Returns the name of the nation with that id; the id itself if there is none. */
static const char *nation_name(const salvo_table *nations, const char *id)
{
    long row = nations ? salvo_table_row(nations, id, strlen(id)) : -1;
    const char *name = row >= 0 ? salvo_table_text(nations, (size_t)row, "name") : NULL;

    return name ? name : id;
}

/* Compares by pattern, or as people type names. */
static bool is_called(const char *text, const condition *c)
{
    if (c->pattern)
        return is_like(text, c->pattern);
    return strcmp(text, c->value) == 0 || salvo_name_matches(text, c->value); /* "#" has no letters to match */
}

/* The condition is a named row, a pattern, or a column. */
static bool fits(const salvo_unit_set *m, size_t row, const condition *c)
{
    const char *cell;

    if (!c->column && !c->pattern)
        return row == c->row;
    if (!c->column)
        return is_like(salvo_unit_set_id(m, row), c->pattern) || is_like(salvo_unit_set_name(m, row), c->pattern);
    cell = salvo_unit_set_text(m, row, c->column);
    if (!cell) /* not all tables may have the column */
        return false;
    if (c->relation != IS)
        return fits_number(c, cell);
    /* Nations are found by id or by name. */
    return is_called(cell, c) || (c->nations && is_called(nation_name(c->nations, cell), c));
}

/* Returns whether the condition may fit rows that were not named; only those are limited to `among`. */
static bool is_wide(const condition *c)
{
    return c->column || c->pattern;
}

/* Without a column `among` all rows are offered. */
static bool is_among(const salvo_unit_set *m, size_t row)
{
    const bool limited = m->among && (!m->arms || is_arm(m, row));
    const char *text = limited ? salvo_unit_set_text(m, row, m->among) : "yes";

    return text && strcmp(text, "yes") == 0;
}

/* Returns a copy in the arena; NULL if memory is out. */
static char *trimmed(salvo_arena *memory, const char *from, const char *to)
{
    while (from < to && strchr(" \t", *from))
        from++;
    while (to > from && strchr(" \t", to[-1]))
        to--;
    return salvo_arena_slice(memory, from, (size_t)(to - from));
}

/* Returns the heading as the table spells it, or NULL. */
static const char *heading_of(const salvo_table *table, const char *name)
{
    int column = table ? salvo_table_column_named(table, name) : -1;

    return column < 0 ? NULL : table->header[column].text;
}

/* The message proposes headings of the first table. */
static salvo_status unknown_column(const char *option, const salvo_table *table, const char *name, salvo_arena *memory,
                                   salvo_error *err)
{
    const char **headings = salvo_arena_array(memory, table->n_columns, sizeof *headings);

    if (!headings)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < table->n_columns; i++)
        headings[i] = table->header[i].text;
    return salvo_names_fail(err, headings, table->n_columns, name, "%s: '%s' is not a column of %s", option, name,
                            table->name);
}

/* A nation is found as people type it, and then compared by its id. */
static salvo_status read_nation(condition *c, const salvo_unit_set *m, salvo_error *err)
{
    size_t row;

    c->nations = strcmp(c->column, "nation") == 0 ? m->table->nations : NULL;
    if (!c->nations || c->pattern || c->relation != IS)
        return SALVO_OK;
    TRY(salvo_table_find(c->nations, "nation", c->value, &row, err));
    c->value = c->nations->cells[row * c->nations->n_columns].text;
    return SALVO_OK;
}

/* Reads "points<=80"; `at` points at the relation. */
static salvo_status read_column(condition *c, const salvo_unit_set *m, const char *text, const char *at,
                                salvo_arena *memory, salvo_error *err)
{
    const char *name = trimmed(memory, text, at);
    bool equal = *at == '=' || at[1] == '=';

    c->relation = *at == '=' ? IS : *at == '<' ? equal ? UP_TO : BELOW : equal ? FROM : ABOVE;
    at += *at != '=' && equal ? 2 : 1;
    c->value = trimmed(memory, at, at + strlen(at));
    if (!name || !c->value)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < N_TABLES && !c->column; i++) /* each may have its own columns */
        c->column = heading_of(table_at(m, i), name);
    if (!c->column)
        return unknown_column(option_of(m), m->table, name, memory, err);
    if (c->relation != IS && !salvo_number_parse(c->value, &c->number))
        return salvo_fail(err, SALVO_BAD_INPUT, "%s: '%s' needs a number to compare with, as in points<=80",
                          option_of(m), text);
    if (is_pattern(c->value))
        c->pattern = c->value;
    return read_nation(c, m, err);
}

/* A text with a relation concerns a column. */
static salvo_status read_condition(condition *c, const salvo_unit_set *m, const char *text, salvo_arena *memory,
                                   salvo_error *err)
{
    const char *at = strpbrk(text, "<>="); /* no relation: the name of a unit, or a pattern */

    *c = (condition){.pattern = NULL};
    if (!*text)
        return salvo_fail(err, SALVO_BAD_INPUT, "an item of %s is empty; write it as in \"Tiger I, nation=british\"",
                          option_of(m));
    if (at)
        return read_column(c, m, text, at, memory, err);
    if (is_pattern(text)) {
        c->pattern = text;
        return SALVO_OK;
    }
    return salvo_unit_set_find(m, text, &c->row, err);
}

enum { CONDITIONS_MAX = 16 };

/* Selects the rows that the item fits. */
static salvo_status take_item(bool *taken, const salvo_unit_set *m, const char *item, salvo_arena *memory,
                              salvo_error *err)
{
    condition conditions[CONDITIONS_MAX];
    size_t n = 0, found = 0;
    const char *rest = item;

    do { /* an & without comparisons is part of a name: "Churchill Mk3 & Mk4" */
        const char *end = strpbrk(item, "<>=") ? rest + strcspn(rest, "&") : rest + strlen(rest);
        const char *text = trimmed(memory, rest, end);

        if (!text)
            return salvo_fail_memory(err);
        if (n == CONDITIONS_MAX)
            return salvo_fail(err, SALVO_BAD_INPUT, "%s: more than %d conditions for one unit", option_of(m),
                              CONDITIONS_MAX);
        TRY(read_condition(&conditions[n++], m, text, memory, err));
        rest = *end ? end + 1 : NULL;
    } while (rest);
    for (size_t row = 0; row < salvo_unit_set_size(m); row++) {
        bool all = true;

        for (size_t i = 0; i < n && all; i++)
            /* A wide condition does not reach rows that are not offered. */
            all = fits(m, row, &conditions[i]) && (!is_wide(&conditions[i]) || is_among(m, row));
        taken[row] = taken[row] || all;
        found += all;
    }
    return found ? SALVO_OK : salvo_fail(err, SALVO_BAD_INPUT, "%s: no %s matches '%s'", option_of(m), m->noun, item);
}

salvo_status salvo_unit_set_select(const salvo_unit_set *set, const char *filter, salvo_arena *memory,
                                   salvo_selection *selection, salvo_error *err)
{
    size_t n = salvo_unit_set_size(set);
    bool *taken = salvo_arena_array(memory, n, sizeof *taken);
    salvo_status status = SALVO_OK;

    *selection = (salvo_selection){.rows = salvo_arena_array(memory, n, sizeof *selection->rows)};
    if (!taken || !selection->rows)
        return salvo_fail_memory(err);
    for (const char *rest = filter; rest && status == SALVO_OK;) { /* without a filter all that are offered */
        const char *end = rest + strcspn(rest, ",");
        const char *item = trimmed(memory, rest, end);

        status = item ? take_item(taken, set, item, memory, err) : salvo_fail_memory(err);
        rest = *end ? end + 1 : NULL;
    }
    for (size_t i = 0; i < n; i++)
        if (filter ? taken[i] : is_among(set, i) && !is_arm(set, i))
            selection->rows[selection->n++] = i;
    return status;
}
