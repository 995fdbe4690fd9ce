/* A table of an entry is all combinations of its rows and columns, each one question. Every quantity that the editor
 * asks for is read from the same answer, so a question is answered once however many cells it fills. */
#include "appendix/grids.h"

#include <stdlib.h>
#include <string.h>

#include <salvo/arena.h>

#include "appendix/quantity.h"
#include "appendix/words.h"
#include "simulate/sweep.h"

/* One entry that is being made. */
typedef struct maker {
    salvo_appendix *appendix;
    const salvo_rulebook *book;
    const salvo_approach *approach;
    const appendix_wish *wish;
    const salvo_yaml *source;
    size_t at;
    bool asks_only; /* answers only where nothing else tells what can come */
    bool unsure;    /* some answer was too large: what can come there is not known */
    const salvo_procedure *procedure;
    appendix_quantity *quantities;
    size_t n_quantities;
    salvo_arena *memory;
} maker;

/* Errors get the place of the entry's key in the list. */
static salvo_status blame(const maker *c, const char *key, int item, salvo_status status, salvo_error *err)
{
    return appendix_blame(c->source, c->at, key, item, status, err);
}

/* Whose rules a folder takes, their names are known in it, too: its list is mostly a copy of theirs. NULL when memory is
 * out. */
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
        return blame(
            c, "kind", -1,
            salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no duel; another kind will do", ruleset->id), err);
    if (!duels && !name)
        return salvo_fail_memory(err);
    return blame(c, duels ? "kind" : "procedure", -1,
                 salvo_procedure_find(ruleset, duels ? ruleset->duel->procedure : name, &c->procedure, err), err);
}

/* Reads the quantities; without the author's, duels are asked who wins. */
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
        return blame(c, "cells", -1,
                     salvo_fail(err, SALVO_BAD_INPUT, "%zu cells; a table has %d columns at most", n,
                                SALVO_APPENDIX_COLUMNS_MAX),
                     err);
    c->quantities = salvo_arena_array(c->memory, n, sizeof *c->quantities);
    if (!c->quantities || (!c->wish->cells && (!duel[0] || !duel[1])))
        return salvo_fail_memory(err);
    for (; c->n_quantities < n && status == SALVO_OK; c->n_quantities++)
        status = blame(c, "cells", (int)c->n_quantities,
                       quantity_read(&c->quantities[c->n_quantities],
                                     c->wish->cells ? c->wish->cells[c->n_quantities] : duel[c->n_quantities],
                                     c->procedure, c->memory, err),
                       err);
    return status;
}

/* One row of questions: its name, and the words that it adds. */
typedef struct line {
    salvo_appendix_value value;
    const char *words[2];
    size_t n_words;
    bool named; /* named as the rulebook does, no longer as the author */
} line;

/* Reads "Tiger I against Sherman Firefly", which appendix_words_check has checked. */
static salvo_status read_pair(const maker *c, const char *text, line *to, salvo_error *err)
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
static salvo_status read_pairs(const maker *c, line **lines, size_t *n, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    *n = c->wish->pairs_count;
    *lines = salvo_arena_array(c->memory, *n, sizeof **lines);
    if (!*lines)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < *n && status == SALVO_OK; i++)
        status = blame(c, "pairs", (int)i, read_pair(c, c->wish->pairs[i], &(*lines)[i], err), err);
    return status;
}

/* The name of a value: of a table's row its name, otherwise the value as it is written. A parameter may take rows of
 * two tables; the first that has the id is the one that the parser would have taken. */
static const char *name_in(const salvo_store *store, const salvo_parameter *p, const char *id)
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

static const salvo_parameter *parameter_of(const maker *c, const char *key)
{
    return &c->procedure->schema.parameters[salvo_parameter_find(&c->procedure->schema, key)];
}

/* Rows named by numbers are numbers in the report. */
static bool is_number(const salvo_parameter *p)
{
    return p->kind == SALVO_INTEGER || p->kind == SALVO_DECIMAL;
}

static const char *row_name(const maker *c, const sweep *s, size_t i)
{
    return name_in(&c->book->store, parameter_of(c, s->key), s->texts[i]);
}

/* As row_name, but a distance has its unit: "100 m". */
static const char *value_name(const maker *c, const sweep *s, size_t i)
{
    const salvo_parameter *p = parameter_of(c, s->key);
    const salvo_duel_adapter *adapter = c->book->ruleset->duel;
    bool distance = p->bracketed || (p->kind == SALVO_DECIMAL && adapter && strcmp(p->key, adapter->range) == 0);

    return distance ? salvo_arena_printf(c->memory, "%s %s", s->texts[i], c->book->store.distance_unit)
                    : row_name(c, s, i);
}

/* One table of questions: the words that all share, its rows and its columns. Without columns there is one question for
 * each row. */
typedef struct table {
    const char **words; /* with room for those of a row and a column */
    size_t n_words;
    const char *row_key;
    const char *table_key; /* the parameter that has one value here; NULL: none */
    salvo_appendix_value table;
    line *lines;
    size_t n_lines;
    sweep columns;      /* key NULL: none */
    const char *remark; /* on the first combination that has one */
    bool any;           /* some combination is possible */
    salvo_error first;  /* why the first one is not */
} table;

/* In the rulebook's spelling. */
static const char *value_of(const maker *c, const salvo_question *question, const char *key)
{
    return question->values[salvo_parameter_find(&c->procedure->schema, key)].text;
}

/* Names a row as the rulebook does, however its author spelled it; the question has the rulebook's spelling. */
static bool name_line(const maker *c, line *l, const char *row_key, const salvo_question *question)
{
    const salvo_duel_adapter *adapter = c->book->ruleset->duel;
    const salvo_store *store = &c->book->store;
    const char *a, *b;

    if (appendix_wish_kind(c->wish) == APPENDIX_TABLE) {
        l->value.text = salvo_arena_text(c->memory, value_of(c, question, row_key));
        l->value.name = l->value.text ? name_in(store, parameter_of(c, row_key), l->value.text) : NULL;
        return l->value.name != NULL;
    }
    a = value_of(c, question, adapter->a);
    b = value_of(c, question, adapter->b);
    l->value.text = salvo_arena_printf(c->memory, "%s against %s", a, b);
    l->value.name = salvo_arena_printf(c->memory, "%s against %s", name_in(store, parameter_of(c, adapter->a), a),
                                       name_in(store, parameter_of(c, adapter->b), b));
    return l->value.text && l->value.name;
}

/* Columns get the rulebook's spelling from every combination; it is the same each time. */
static bool name_combination(const maker *c, table *t, size_t row, size_t column, const salvo_question *question)
{
    line *l = &t->lines[row];

    /* The first combination that is possible names it. */
    if (!l->named && !(l->named = name_line(c, l, t->row_key, question)))
        return false;
    if (t->columns.key &&
        !(t->columns.texts[column] = salvo_arena_text(c->memory, value_of(c, question, t->columns.key))))
        return false;
    return true;
}

/* One remark for a table: the first one. All combinations of a table come from the same set of data, so that remarks
 * differ in nothing. */
static bool note_remark(const maker *c, table *t, const salvo_question *question)
{
    const char *remark = t->remark ? NULL : salvo_question_remark(question);

    return !remark || (t->remark = salvo_arena_text(c->memory, remark));
}

/* Answers cost time; without them a check still finds most mistakes. What a check must know is which outcomes can come,
 * and once every quantity has met what it needs, or one question was too large to tell, no further answer helps. */
static bool wants_answer(const maker *c)
{
    bool wants = !c->asks_only;

    for (size_t q = 0; q < c->n_quantities && !wants && !c->unsure; q++)
        wants = quantity_needs_answer(&c->quantities[q]);
    return wants;
}

/* Lets each quantity note what can come of it in this combination. */
static salvo_status meet(maker *c, const salvo_question *question, const salvo_answer *answer, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t q = 0; q < c->n_quantities && status == SALVO_OK; q++)
        status = blame(c, "cells", (int)q, quantity_meet(&c->quantities[q], question, answer, err), err);
    return status;
}

/* Whether nothing can come but the outcomes that the list prints as a dash, "no-shot|out-of-range". */
static bool is_dash(const maker *c, const salvo_answer *answer)
{
    const char *rest = c->wish->dash;

    for (size_t i = 0; rest && i < answer->n_outcomes; i++) {
        const char *name = answer->outcomes[i].name, *found = strstr(rest, name);
        size_t length = strlen(name);
        bool whole = found && (found == rest || found[-1] == '|') && (!found[length] || found[length] == '|');

        if (!whole)
            return false;
    }
    return rest && answer->n_outcomes > 0;
}

/* Fills the cells of one combination, and lets quantities note what came. Whatever one answer is made of, all of its
 * quantities are read before it is freed. */
static salvo_status answer_question(maker *c, const salvo_question *question, salvo_appendix_cell *cells,
                                    salvo_error *err)
{
    /* A check may solve what is quick, and no more. */
    static const salvo_approach COUNTED = {.method = SALVO_EXACT, .options.effort = SALVO_EFFORT};
    salvo_answer answer;
    salvo_status status = salvo_answer_find(&answer, question, c->asks_only ? &COUNTED : c->approach, err);

    if (status == SALVO_TOO_LARGE && c->asks_only) {
        c->unsure = true; /* nothing is known of what may come here */
        return meet(c, question, NULL, err);
    }
    if (status != SALVO_OK)
        return status;
    c->appendix->broken_off =
        c->appendix->broken_off || (answer.simulated && answer.simulation.stopped_by == SALVO_INTERRUPTED);
    for (size_t q = 0; q < c->n_quantities; q++)
        if (!is_dash(c, &answer))
            cells[q] = quantity_of(&c->quantities[q], &answer);
    status = meet(c, question, &answer, err);
    salvo_answer_free(&answer);
    return status;
}

static salvo_status fill_cells(maker *c, table *t, size_t row, size_t column, const salvo_question *question,
                               salvo_appendix_cell *cells, salvo_error *err)
{
    if (!name_combination(c, t, row, column, question) || !note_remark(c, t, question))
        return salvo_fail_memory(err);
    return wants_answer(c) ? answer_question(c, question, cells, err) : meet(c, question, NULL, err);
}

/* Asks one combination and fills its cells. What the rules refuse stays empty; only a table of refusals is an error.
 * The words behind n_words are written over for every combination: the room was made once, in start_table(). */
static salvo_status answer_point(maker *c, table *t, size_t row, size_t column, salvo_appendix_cell *cells,
                                 salvo_error *err)
{
    size_t n = t->n_words;
    salvo_question question;
    salvo_status status;

    for (size_t i = 0; i < t->lines[row].n_words; i++)
        t->words[n++] = t->lines[row].words[i];
    if (t->columns.key &&
        !(t->words[n++] = salvo_arena_printf(c->memory, "%s=%s", t->columns.key, t->columns.texts[column])))
        return salvo_fail_memory(err);
    status = salvo_question_ask(&question, c->book, c->procedure, t->words, n, err);
    if (status == SALVO_BAD_INPUT) { /* the rules refuse it: the cells stay empty */
        if (!*t->first.text && err)
            t->first = *err;
        return SALVO_OK;
    }
    if (status != SALVO_OK)
        return status;
    t->any = true;
    status = fill_cells(c, t, row, column, &question, cells, err);
    salvo_question_free(&question);
    return status;
}

/* Asks the progress callback between questions. Progress is reckoned by entries, then by questions within one: how long
 * each takes is not known beforehand. */
static void look(const maker *c, double part)
{
    const salvo_progress_callback *watch = c->approach ? c->approach->plan.watch : NULL;
    salvo_progress progress = {.part = ((double)c->at + part) / (double)c->appendix->n_entries};

    if (watch && !watch->look(watch->context, &progress))
        c->appendix->broken_off = true;
}

/* Answers all combinations. Cells stand combination by combination, and in each quantity by quantity. The limit is on
 * questions, and is told before the first is asked: a table of all units against all units at all ranges is a slip more
 * often than a wish. */
static salvo_status answer_table(maker *c, table *t, salvo_appendix_cell **cells, salvo_error *err)
{
    size_t n_columns = t->columns.key ? t->columns.n : 1, n = t->n_lines * n_columns;
    salvo_status status = SALVO_OK;

    if (n > SALVO_CURVE_POINTS_MAX)
        return blame(c, NULL, -1,
                     salvo_fail(err, SALVO_TOO_LARGE, "the table would have %zu cells; at most %d will do", n,
                                SALVO_CURVE_POINTS_MAX),
                     err);
    *cells = salvo_arena_array(c->memory, n * c->n_quantities, sizeof **cells);
    if (!*cells)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n && status == SALVO_OK && !c->appendix->broken_off; i++) {
        status = answer_point(c, t, i / n_columns, i % n_columns, *cells + i * c->n_quantities, err);
        look(c, (double)i / (double)n);
    }
    if (status != SALVO_OK || t->any || c->appendix->broken_off)
        return blame(c, NULL, -1, status, err);
    if (err)
        *err = t->first; /* the first refusal says why */
    return blame(c, NULL, -1, SALVO_BAD_INPUT, err);
}

/* The title of a grid within its entry, what tells it from the others: "cover: normal; kill". */
static const char *title_of(const maker *c, const table *t, const char *quantity)
{
    bool several = quantity && c->n_quantities > 1;

    return salvo_arena_printf(c->memory, "%s%s%s%s%s", t->table_key ? t->table_key : "", t->table_key ? ": " : "",
                              t->table_key ? t->table.name : "", t->table_key && several ? "; " : "",
                              several ? quantity : "");
}

/* NULL when memory is out, which is reported. */
static salvo_appendix_grid *new_grid(maker *c, salvo_appendix_entry *entry, const table *t, size_t n_columns,
                                     const char *quantity, salvo_error *err)
{
    salvo_appendix_grid *g = &entry->grids[entry->n_grids];

    *g = (salvo_appendix_grid){.title = title_of(c, t, quantity),
                               .table_key = t->table_key,
                               .table = t->table,
                               .row_key = t->row_key,
                               .column_key = t->columns.key,
                               .quantity = quantity,
                               .remark = t->remark,
                               .n_rows = t->n_lines,
                               .n_columns = n_columns};
    g->numeric_rows = appendix_wish_kind(c->wish) == APPENDIX_TABLE && is_number(parameter_of(c, t->row_key));
    g->rows = salvo_arena_array(c->memory, g->n_rows, sizeof *g->rows);
    g->columns = salvo_arena_array(c->memory, n_columns, sizeof *g->columns);
    g->cells = salvo_arena_array(c->memory, g->n_rows * n_columns, sizeof *g->cells);
    if (!g->title || !g->rows || !g->columns || !g->cells) {
        salvo_fail_memory(err);
        return NULL;
    }
    for (size_t r = 0; r < g->n_rows; r++)
        g->rows[r] = t->lines[r].value;
    entry->n_grids++;
    return g;
}

/* With columns, every quantity has a grid of its own. */
static salvo_status add_swept(maker *c, salvo_appendix_entry *entry, const table *t, const salvo_appendix_cell *cells,
                              salvo_error *err)
{
    for (size_t q = 0; q < c->n_quantities; q++) {
        salvo_appendix_grid *g = new_grid(c, entry, t, t->columns.n, c->quantities[q].name, err);

        if (!g)
            return SALVO_NO_MEMORY;
        for (size_t i = 0; i < g->n_columns; i++) { /* columns are the sweep's values */
            g->columns[i].value = (salvo_appendix_value){t->columns.texts[i], value_name(c, &t->columns, i)};
            g->columns[i].probability = c->quantities[q].chance;
            if (!g->columns[i].value.name)
                return salvo_fail_memory(err);
        }
        for (size_t i = 0; i < g->n_rows * g->n_columns; i++)
            g->cells[i] = cells[i * c->n_quantities + q];
    }
    return SALVO_OK;
}

/* Without columns of their own, rows have a column for every quantity. The cells have the order of a grid already: row
 * by row, and in each row by quantity. */
static salvo_status add_listed(maker *c, salvo_appendix_entry *entry, const table *t, const salvo_appendix_cell *cells,
                               salvo_error *err)
{
    salvo_appendix_grid *g = new_grid(c, entry, t, c->n_quantities, NULL, err);

    if (!g)
        return SALVO_NO_MEMORY;
    for (size_t q = 0; q < c->n_quantities; q++) {
        g->columns[q].value = (salvo_appendix_value){c->quantities[q].name, c->quantities[q].name};
        g->columns[q].probability = c->quantities[q].chance;
    }
    memcpy(g->cells, cells, g->n_rows * g->n_columns * sizeof *cells);
    return SALVO_OK;
}

/* Reads the rows of a table (a sweep, or pairs) and its columns. Sweeps of a duel are read with the words of the first
 * pair, because ranges in brackets depend on the units. */
static salvo_status read_lines(maker *c, table *t, salvo_error *err)
{
    bool duels = appendix_wish_kind(c->wish) == APPENDIX_DUELS;
    /* A duel's only sweep is its columns. */
    const char *texts[2] = {duels ? c->wish->columns : c->wish->rows, duels ? NULL : c->wish->columns};
    size_t n = texts[1] ? 2 : 1, n_words = t->n_words;
    sweep sweeps[2] = {{0}, {0}};
    salvo_status status = duels ? read_pairs(c, &t->lines, &t->n_lines, err) : SALVO_OK;

    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; duels && i < t->lines[0].n_words; i++) /* brackets are those of the first pair */
        t->words[n_words++] = t->lines[0].words[i];
    status = blame(c, duels ? "columns" : "rows", -1,
                   sweeps_read(sweeps, n, texts, c->book, c->procedure, t->words, n_words, c->memory, err), err);
    if (status != SALVO_OK)
        return status;
    if ((duels ? sweeps[0].n : sweeps[1].n) > SALVO_APPENDIX_COLUMNS_MAX)
        return blame(c, "columns", -1,
                     salvo_fail(err, SALVO_BAD_INPUT, "%zu columns; a table has %d at most",
                                duels ? sweeps[0].n : sweeps[1].n, SALVO_APPENDIX_COLUMNS_MAX),
                     err);
    t->row_key = duels ? "duel" : sweeps[0].key;
    t->columns = duels ? sweeps[0] : sweeps[1];
    if (duels)
        return SALVO_OK;
    t->n_lines = sweeps[0].n;
    t->lines = salvo_arena_array(c->memory, t->n_lines, sizeof *t->lines);
    for (size_t i = 0; t->lines && i < t->n_lines; i++) {
        t->lines[i] = (line){.value = {sweeps[0].texts[i], row_name(c, &sweeps[0], i)}, .n_words = 1};
        t->lines[i].words[0] = salvo_arena_printf(c->memory, "%s=%s", sweeps[0].key, sweeps[0].texts[i]);
        if (!t->lines[i].words[0])
            return salvo_fail_memory(err);
    }
    return t->lines ? SALVO_OK : salvo_fail_memory(err);
}

/* Starts a table with the wish's words; there is room for those of the table, of a row (two of a pair) and of a
 * column. */
static salvo_status start_table(maker *c, table *t, const sweep *tables, size_t i, salvo_error *err)
{
    *t = (table){.words = salvo_arena_array(c->memory, c->wish->words_count + 4, sizeof *t->words)};
    if (!t->words)
        return salvo_fail_memory(err);
    for (; t->n_words < c->wish->words_count; t->n_words++)
        t->words[t->n_words] = c->wish->words[t->n_words];
    if (!tables->key)
        return SALVO_OK;
    t->table_key = tables->key;
    t->table = (salvo_appendix_value){tables->texts[i], value_name(c, tables, i)};
    t->words[t->n_words] = salvo_arena_printf(c->memory, "%s=%s", tables->key, tables->texts[i]);
    return t->words[t->n_words++] && t->table.name ? SALVO_OK : salvo_fail_memory(err);
}

/* One value of the entry's `tables`, or all there is without them. */
static salvo_status make_table(maker *c, salvo_appendix_entry *entry, const sweep *tables, size_t i, salvo_error *err)
{
    salvo_appendix_cell *cells = NULL;
    table t;
    salvo_status status = start_table(c, &t, tables, i, err);

    if (status != SALVO_OK)
        return status;
    status = read_lines(c, &t, err);
    if (status != SALVO_OK)
        return status;
    status = answer_table(c, &t, &cells, err);
    if (status != SALVO_OK)
        return status;
    return t.columns.key ? add_swept(c, entry, &t, cells, err) : add_listed(c, entry, &t, cells, err);
}

/* Checks that every quantity has a part that can come in some combination. */
static salvo_status check_quantities(const maker *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    /* Not after a stop: what was left out might have it. */
    for (size_t q = 0; q < c->n_quantities && status == SALVO_OK && !c->unsure && !c->appendix->broken_off; q++)
        status = blame(c, "cells", (int)q, quantity_check(&c->quantities[q], c->procedure, err), err);
    return status;
}

/* Without `tables` there is one table. */
static salvo_status read_tables(maker *c, sweep *tables, salvo_error *err)
{
    const char *texts[] = {c->wish->tables};

    *tables = (sweep){.n = 1}; /* one table, without a value of its own */
    if (!c->wish->tables)
        return SALVO_OK;
    *tables = (sweep){0};
    return blame(c, "tables", -1,
                 sweeps_read(tables, 1, texts, c->book, c->procedure, (const char *const *)c->wish->words,
                             c->wish->words_count, c->memory, err),
                 err);
}

static salvo_status read_wish(maker *c, salvo_error *err)
{
    salvo_status status = find_procedure(c, err);

    if (status != SALVO_OK)
        return status;
    status = appendix_words_check(c->wish, c->at, c->source, c->book, c->procedure, c->memory, err);
    return status == SALVO_OK ? read_quantities(c, err) : status;
}

/* At most a grid for each table and quantity, so that the array never grows. */
salvo_status appendix_grids_make(salvo_appendix *appendix, size_t at, const appendix_wish *wish,
                                 const salvo_yaml *source, const salvo_approach *approach, bool asks_only,
                                 salvo_error *err)
{
    maker c = {.appendix = appendix,
               .book = appendix->book,
               .approach = approach,
               .wish = wish,
               .source = source,
               .at = at,
               .asks_only = asks_only,
               .memory = appendix->memory};
    salvo_appendix_entry *entry = &appendix->entries[at];
    sweep tables;
    salvo_status status = read_wish(&c, err);

    if (status != SALVO_OK)
        return status;
    status = read_tables(&c, &tables, err);
    if (status != SALVO_OK)
        return status;
    entry->grids = salvo_arena_array(c.memory, tables.n * c.n_quantities, sizeof *entry->grids);
    if (!entry->grids)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < tables.n && status == SALVO_OK && !appendix->broken_off; i++)
        status = make_table(&c, entry, &tables, i, err);
    return status == SALVO_OK ? check_quantities(&c, err) : status;
}
