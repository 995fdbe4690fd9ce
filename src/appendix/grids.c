/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of an entry is all combinations of its rows and columns, each one question. Every quantity that the editor
 * requests is read from the same answer, so a question is answered once for all its cells. */
#include "appendix/grids.h"

#include <stdlib.h>
#include <string.h>

#include <salvo/arena.h>

#include "appendix/grid_wish.h"
#include "base/try.h"

/* Rows named by numbers are numbers in the report. */
static bool is_number(const salvo_parameter *p)
{
    return p->kind == SALVO_INTEGER || p->kind == SALVO_DECIMAL;
}

/* The value is in the rulebook's spelling. */
static const char *value_of(const maker *c, const salvo_question *question, const char *key)
{
    return question->values[salvo_parameter_find(&c->procedure->schema, key)].text;
}

/* Names a row as the rulebook does, whatever the author's spelling, because the question has the rulebook's
 * spelling. */
static bool name_line(const maker *c, grid_line *l, const char *row_key, const salvo_question *question)
{
    const salvo_duel_adapter *adapter = c->book->ruleset->duel;
    const salvo_store *store = &c->book->store;
    const char *a, *b;

    if (appendix_wish_kind(c->wish) == APPENDIX_TABLE) {
        l->value.text = salvo_arena_text(c->memory, value_of(c, question, row_key));
        l->value.name = l->value.text ? grid_name_in(store, grid_parameter(c, row_key), l->value.text) : NULL;
        return l->value.name != NULL;
    }
    a = value_of(c, question, adapter->a);
    b = value_of(c, question, adapter->b);
    l->value.text = salvo_arena_printf(c->memory, "%s against %s", a, b);
    l->value.name =
        salvo_arena_printf(c->memory, "%s against %s", grid_name_in(store, grid_parameter(c, adapter->a), a),
                           grid_name_in(store, grid_parameter(c, adapter->b), b));
    return l->value.text && l->value.name;
}

/* Columns get the rulebook's spelling from every combination; it is the same each time. */
static bool name_combination(const maker *c, grid_table *t, size_t row, size_t column, const salvo_question *question)
{
    grid_line *l = &t->lines[row];

    /* The first possible combination names it. */
    if (!l->named && !(l->named = name_line(c, l, t->row_key, question)))
        return false;
    if (t->columns.key &&
        !(t->columns.texts[column] = salvo_arena_text(c->memory, value_of(c, question, t->columns.key))))
        return false;
    return true;
}

/* A table has one remark: the first one. All combinations of a table use the same data, so their remarks are equal. */
static bool note_remark(const maker *c, grid_table *t, const salvo_question *question)
{
    const char *remark = t->remark ? NULL : salvo_question_remark(question);

    return !remark || (t->remark = salvo_arena_text(c->memory, remark));
}

/* Answers cost time, and a check finds most mistakes without them. A check must know the possible outcomes. After every
 * quantity has met what it needs, or one question was too large, no further answer helps. */
static bool wants_answer(const maker *c)
{
    bool wants = !c->asks_only;

    for (size_t q = 0; q < c->n_quantities && !wants && !c->unsure; q++)
        wants = quantity_needs_answer(&c->quantities[q]);
    return wants;
}

/* Lets each quantity note what is possible in this combination. */
static salvo_status meet(maker *c, const salvo_question *question, const salvo_answer *answer, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t q = 0; q < c->n_quantities && status == SALVO_OK; q++)
        status = grid_blame(c, "cells", (int)q, quantity_meet(&c->quantities[q], question, answer, err), err);
    return status;
}

/* Returns whether only outcomes that the list prints as a dash, "no-shot|out-of-range", are possible. */
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

/* Fills the cells of one combination, and lets quantities note the results. All quantities are read from an answer
 * before it is freed. */
static salvo_status answer_question(maker *c, const salvo_question *question, salvo_appendix_cell *cells,
                                    salvo_error *err)
{
    /* A check may only solve what is quick. */
    static const salvo_approach COUNTED = {.method = SALVO_EXACT, .options.effort = SALVO_EFFORT};
    salvo_answer answer;
    salvo_status status = salvo_answer_find(&answer, question, c->asks_only ? &COUNTED : c->approach, err);

    if (status == SALVO_TOO_LARGE && c->asks_only) {
        c->unsure = true; /* nothing is known about the outcomes here */
        return meet(c, question, NULL, err);
    }
    if (status != SALVO_OK)
        return status;
    c->appendix->interrupted =
        c->appendix->interrupted || (answer.simulated && answer.simulation.stopped_by == SALVO_INTERRUPTED);
    for (size_t q = 0; q < c->n_quantities; q++)
        if (!is_dash(c, &answer))
            cells[q] = quantity_of(&c->quantities[q], &answer);
    status = meet(c, question, &answer, err);
    salvo_answer_free(&answer);
    return status;
}

static salvo_status fill_cells(maker *c, grid_table *t, size_t row, size_t column, const salvo_question *question,
                               salvo_appendix_cell *cells, salvo_error *err)
{
    if (!name_combination(c, t, row, column, question) || !note_remark(c, t, question))
        return salvo_fail_memory(err);
    return wants_answer(c) ? answer_question(c, question, cells, err) : meet(c, question, NULL, err);
}

/* Asks one combination and fills its cells. What the rules refuse stays empty; only a table of refusals is an error.
 * The words after n_words are overwritten for every combination, in the room from start_table(). */
static salvo_status answer_point(maker *c, grid_table *t, size_t row, size_t column, salvo_appendix_cell *cells,
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

/* Asks the progress callback between questions. Progress counts entries, then questions within one, because their
 * durations are unknown. */
static void report_part(const maker *c, double part)
{
    const salvo_progress_callback *watch = c->approach->plan.progress;
    salvo_progress progress = {.part = ((double)c->at + part) / (double)c->appendix->n_entries};

    if (watch && !watch->report(watch->context, &progress))
        c->appendix->interrupted = true;
}

/* Answers all combinations. Cells are sorted by combination, and then by quantity. The limit is on questions, and is
 * checked before the first: a table of all units against all units at all ranges is probably a slip. */
static salvo_status answer_table(maker *c, grid_table *t, salvo_appendix_cell **cells, salvo_error *err)
{
    size_t n_columns = t->columns.key ? t->columns.n : 1, n = t->n_lines * n_columns;
    salvo_status status = SALVO_OK;

    if (n > SALVO_CURVE_POINTS_MAX)
        return grid_blame(c, NULL, -1,
                          salvo_fail(err, SALVO_TOO_LARGE, "the table would have %zu cells; reduce them to %d at most",
                                     n, SALVO_CURVE_POINTS_MAX),
                          err);
    *cells = salvo_arena_array(c->memory, n * c->n_quantities, sizeof **cells);
    if (!*cells)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n && status == SALVO_OK && !c->appendix->interrupted; i++) {
        status = answer_point(c, t, i / n_columns, i % n_columns, *cells + i * c->n_quantities, err);
        report_part(c, (double)i / (double)n);
    }
    if (status != SALVO_OK || t->any || c->appendix->interrupted)
        return grid_blame(c, NULL, -1, status, err);
    if (err)
        *err = t->first; /* the first refusal gives the reason */
    return grid_blame(c, NULL, -1, SALVO_BAD_INPUT, err);
}

/* Returns the title of a grid within its entry, which distinguishes it from the others: "cover: normal; kill". */
static const char *title_of(const maker *c, const grid_table *t, const char *quantity)
{
    bool several = quantity && c->n_quantities > 1;

    return salvo_arena_printf(c->memory, "%s%s%s%s%s", t->table_key ? t->table_key : "", t->table_key ? ": " : "",
                              t->table_key ? t->table.name : "", t->table_key && several ? "; " : "",
                              several ? quantity : "");
}

/* NULL if memory is out, which is reported. */
static salvo_appendix_grid *new_grid(maker *c, salvo_appendix_entry *entry, const grid_table *t, size_t n_columns,
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
    g->numeric_rows = appendix_wish_kind(c->wish) == APPENDIX_TABLE && is_number(grid_parameter(c, t->row_key));
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
static salvo_status add_swept(maker *c, salvo_appendix_entry *entry, const grid_table *t,
                              const salvo_appendix_cell *cells, salvo_error *err)
{
    for (size_t q = 0; q < c->n_quantities; q++) {
        salvo_appendix_grid *g = new_grid(c, entry, t, t->columns.n, c->quantities[q].name, err);

        if (!g)
            return SALVO_NO_MEMORY;
        for (size_t i = 0; i < g->n_columns; i++) { /* columns are the sweep's values */
            g->columns[i].value = (salvo_appendix_value){t->columns.texts[i], grid_value_name(c, &t->columns, i)};
            g->columns[i].probability = c->quantities[q].chance;
            if (!g->columns[i].value.name)
                return salvo_fail_memory(err);
        }
        for (size_t i = 0; i < g->n_rows * g->n_columns; i++)
            g->cells[i] = cells[i * c->n_quantities + q];
    }
    return SALVO_OK;
}

/* Without a sweep of columns, rows have a column for every quantity. The cells are already sorted like a grid: by row,
 * then by quantity. */
static salvo_status add_listed(maker *c, salvo_appendix_entry *entry, const grid_table *t,
                               const salvo_appendix_cell *cells, salvo_error *err)
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

/* Makes one value of the entry's `tables`, or everything without them. */
static salvo_status make_table(maker *c, salvo_appendix_entry *entry, const sweep *tables, size_t i, salvo_error *err)
{
    salvo_appendix_cell *cells = NULL;
    grid_table t;

    TRY(grid_table_read(c, &t, tables, i, err));
    TRY(answer_table(c, &t, &cells, err));
    return t.columns.key ? add_swept(c, entry, &t, cells, err) : add_listed(c, entry, &t, cells, err);
}

/* Checks that every quantity has a part that is possible in some combination. */
static salvo_status check_quantities(const maker *c, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    /* After a stop it is not checked, because the rest might have it. */
    for (size_t q = 0; q < c->n_quantities && status == SALVO_OK && !c->unsure && !c->appendix->interrupted; q++)
        status = grid_blame(c, "cells", (int)q, quantity_check(&c->quantities[q], c->procedure, err), err);
    return status;
}

/* There is at most one grid for each table and quantity, so the array never grows. */
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
    salvo_status status = SALVO_OK;

    TRY(grid_wish_read(&c, err));
    TRY(grid_tables_read(&c, &tables, err));
    entry->grids = salvo_arena_array(c.memory, tables.n * c.n_quantities, sizeof *entry->grids);
    if (!entry->grids)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < tables.n && status == SALVO_OK && !appendix->interrupted; i++)
        status = make_table(&c, entry, &tables, i, err);
    return status == SALVO_OK ? check_quantities(&c, err) : status;
}
