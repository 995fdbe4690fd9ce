/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the wish of an entry: pairs and sweeps become rows, columns and tables of questions. */
#include "appendix/grid_wish.h"

#include <string.h>

#include <salvo/arena.h>

#include "appendix/words.h"
#include "base/try.h"

/* Errors get the place of the entry's key in the list. */
salvo_status grid_blame(const maker *c, const char *key, int item, salvo_status status, salvo_error *err)
{
    return appendix_blame(c->source, c->at, key, item, status, err);
}

/* If a folder takes another ruleset's rules, that ruleset's names are accepted, because its list is mostly a copy. NULL
 * if memory is out. */
static const char *name_here(const maker *c, const char *name)
{
    const char *of = c->book->store.rules_of;
    const size_t length = of ? strlen(of) : 0;

    if (!of || strncmp(name, of, length) != 0 || name[length] != '.')
        return name;
    return salvo_arena_printf(c->memory, "%s%s", c->book->ruleset->id, name + length);
}

/* A duel's procedure is the ruleset's; a table names its own. */
static salvo_status find_procedure(maker *c, salvo_error *err)
{
    const salvo_ruleset *ruleset = c->book->ruleset;
    bool duels = appendix_wish_kind(c->wish) == APPENDIX_DUELS;
    const char *name = duels ? NULL : name_here(c, c->wish->procedure);

    if (duels && !ruleset->duel)
        return grid_blame(
            c, "kind", -1,
            salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel; use another kind", ruleset->id), err);
    if (!duels && !name)
        return salvo_fail_memory(err);
    return grid_blame(c, duels ? "kind" : "procedure", -1,
                      salvo_procedure_find(ruleset, duels ? ruleset->duel->procedure : name, &c->procedure, err), err);
}

/* Reads the quantities; by default, duels are asked who wins. */
static salvo_status read_quantities(maker *c, salvo_error *err)
{
    const salvo_duel_adapter *adapter = c->book->ruleset->duel;
    const char *duel[2] = {NULL, NULL};
    size_t n = c->wish->cells_count;
    salvo_status status = SALVO_OK;

    if (!c->wish->cells) {
        duel[0] = salvo_arena_printf(c->memory, "the first wins = %s", adapter->a_wins);
        duel[1] = salvo_arena_printf(c->memory, "the second wins = %s", adapter->b_wins);
        n = 2;
    }
    if (n > SALVO_APPENDIX_COLUMNS_MAX)
        return grid_blame(c, "cells", -1,
                          salvo_fail(err, SALVO_BAD_INPUT, "the grid has %zu cells; a table has room for %d columns", n,
                                     SALVO_APPENDIX_COLUMNS_MAX),
                          err);
    c->quantities = salvo_arena_array(c->memory, n, sizeof *c->quantities);
    if (!c->quantities || (!c->wish->cells && (!duel[0] || !duel[1])))
        return salvo_fail_memory(err);
    for (; c->n_quantities < n && status == SALVO_OK; c->n_quantities++)
        status = grid_blame(c, "cells", (int)c->n_quantities,
                            quantity_read(&c->quantities[c->n_quantities],
                                          c->wish->cells ? c->wish->cells[c->n_quantities] : duel[c->n_quantities],
                                          c->procedure, c->memory, err),
                            err);
    return status;
}

/* Reads "Tiger I against Sherman Firefly", which appendix_words_check has checked. */
static salvo_status read_pair(const maker *c, const char *text, grid_line *to, salvo_error *err)
{
    const salvo_duel_adapter *adapter = c->book->ruleset->duel;
    const char *first, *second;

    if (appendix_pair_cut(text, &first, &second, c->memory) != SALVO_OK)
        return salvo_fail_memory(err);
    to->value = (salvo_appendix_value){text, text};
    to->words[0] = salvo_arena_printf(c->memory, "%s=%s", adapter->a, first);
    to->words[1] = salvo_arena_printf(c->memory, "%s=%s", adapter->b, second);
    to->n_words = 2;
    return to->words[0] && to->words[1] ? SALVO_OK : salvo_fail_memory(err);
}

/* Pairs are rows with two words each. */
static salvo_status read_pairs(const maker *c, grid_line **lines, size_t *n, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    *n = c->wish->pairs_count;
    *lines = salvo_arena_array(c->memory, *n, sizeof **lines);
    if (!*lines)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < *n && status == SALVO_OK; i++)
        status = grid_blame(c, "pairs", (int)i, read_pair(c, c->wish->pairs[i], &(*lines)[i], err), err);
    return status;
}

/* Returns the name of a value: of a table's row its name, otherwise the value as it is written. A parameter may take
 * rows of two tables; the first with the id is used, as in the parser. */
const char *grid_name_in(const salvo_store *store, const salvo_parameter *p, const char *id)
{
    const char *const tables[] = {p->table, p->more_table};

    for (size_t t = 0; p->kind == SALVO_NAME && t < 2; t++) {
        const salvo_table *table = tables[t] ? salvo_store_table(store, tables[t]) : NULL;

        long row = table ? salvo_table_row(table, id, strlen(id)) : -1;
        const char *name = row >= 0 ? salvo_table_text(table, (size_t)row, "name") : NULL;

        if (row >= 0)
            return name && *name ? name : id;
    }
    return id;
}

const salvo_parameter *grid_parameter(const maker *c, const char *key)
{
    return &c->procedure->schema.parameters[salvo_parameter_find(&c->procedure->schema, key)];
}

static const char *row_name(const maker *c, const sweep *s, size_t i)
{
    return grid_name_in(&c->book->store, grid_parameter(c, s->key), s->texts[i]);
}

/* Returns the name as row_name does, but a distance has its unit: "100 m". */
const char *grid_value_name(const maker *c, const sweep *s, size_t i)
{
    const salvo_parameter *p = grid_parameter(c, s->key);
    const salvo_duel_adapter *adapter = c->book->ruleset->duel;
    bool distance = p->bracketed || (p->kind == SALVO_DECIMAL && adapter && strcmp(p->key, adapter->range) == 0);

    return distance ? salvo_arena_printf(c->memory, "%s %s", s->texts[i], c->book->store.distance_unit)
                    : row_name(c, s, i);
}

/* Reads the rows of a table (a sweep, or pairs) and its columns. Sweeps of a duel are read with the words of the first
 * pair, because ranges in brackets depend on the units. */
static salvo_status read_lines(maker *c, grid_table *t, salvo_error *err)
{
    bool duels = appendix_wish_kind(c->wish) == APPENDIX_DUELS;
    /* A duel's only sweep is its columns. */
    const char *texts[2] = {duels ? c->wish->columns : c->wish->rows, duels ? NULL : c->wish->columns};
    size_t n = texts[1] ? 2 : 1, n_words = t->n_words;
    sweep sweeps[2] = {{0}, {0}};

    TRY(duels ? read_pairs(c, &t->lines, &t->n_lines, err) : SALVO_OK);
    for (size_t i = 0; duels && i < t->lines[0].n_words; i++) /* brackets are those of the first pair */
        t->words[n_words++] = t->lines[0].words[i];
    TRY(grid_blame(c, duels ? "columns" : "rows", -1,
                   sweeps_read(sweeps, n, texts, c->book, &c->procedure->schema, t->words, n_words, c->memory, err),
                   err));
    if ((duels ? sweeps[0].n : sweeps[1].n) > SALVO_APPENDIX_COLUMNS_MAX)
        return grid_blame(c, "columns", -1,
                          salvo_fail(err, SALVO_BAD_INPUT, "the grid has %zu columns; a table has room for %d",
                                     duels ? sweeps[0].n : sweeps[1].n, SALVO_APPENDIX_COLUMNS_MAX),
                          err);
    t->row_key = duels ? "duel" : sweeps[0].key;
    t->columns = duels ? sweeps[0] : sweeps[1];
    if (duels)
        return SALVO_OK;
    t->n_lines = sweeps[0].n;
    t->lines = salvo_arena_array(c->memory, t->n_lines, sizeof *t->lines);
    for (size_t i = 0; t->lines && i < t->n_lines; i++) {
        t->lines[i] = (grid_line){.value = {sweeps[0].texts[i], row_name(c, &sweeps[0], i)}, .n_words = 1};
        t->lines[i].words[0] = salvo_arena_printf(c->memory, "%s=%s", sweeps[0].key, sweeps[0].texts[i]);
        if (!t->lines[i].words[0])
            return salvo_fail_memory(err);
    }
    return t->lines ? SALVO_OK : salvo_fail_memory(err);
}

/* Starts a table with the wish's words; there is room for those of the table, of a row (two of a pair) and of a
 * column. */
static salvo_status start_table(maker *c, grid_table *t, const sweep *tables, size_t i, salvo_error *err)
{
    *t = (grid_table){.words = salvo_arena_array(c->memory, c->wish->words_count + 4, sizeof *t->words)};
    if (!t->words)
        return salvo_fail_memory(err);
    for (; t->n_words < c->wish->words_count; t->n_words++)
        t->words[t->n_words] = c->wish->words[t->n_words];
    if (!tables->key)
        return SALVO_OK;
    t->table_key = tables->key;
    t->table = (salvo_appendix_value){tables->texts[i], grid_value_name(c, tables, i)};
    t->words[t->n_words] = salvo_arena_printf(c->memory, "%s=%s", tables->key, tables->texts[i]);
    return t->words[t->n_words++] && t->table.name ? SALVO_OK : salvo_fail_memory(err);
}

/* Without `tables` there is one table. */
salvo_status grid_tables_read(maker *c, sweep *tables, salvo_error *err)
{
    const char *texts[] = {c->wish->tables};

    *tables = (sweep){.n = 1}; /* one table, without a value of its own */
    if (!c->wish->tables)
        return SALVO_OK;
    *tables = (sweep){0};
    return grid_blame(c, "tables", -1,
                      sweeps_read(tables, 1, texts, c->book, &c->procedure->schema, (const char *const *)c->wish->words,
                                  c->wish->words_count, c->memory, err),
                      err);
}

salvo_status grid_wish_read(maker *c, salvo_error *err)
{
    TRY(find_procedure(c, err));
    TRY(appendix_words_check(c->wish, c->at, c->source, c->book, c->procedure, c->memory, err));
    return read_quantities(c, err);
}

salvo_status grid_table_read(maker *c, grid_table *t, const sweep *tables, size_t i, salvo_error *err)
{
    TRY(start_table(c, t, tables, i, err));
    return read_lines(c, t, err);
}
