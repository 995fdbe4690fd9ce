/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cell decides if another value in it changes the answer. So every cell is changed on its own and the question is
 * asked again. Rulebooks record which cells their rules have read, and only those are tried. A caller's own ruleset may not.
 * Of a few thousand cells most belong to units that the question does not name, and those rows are not tried then. */
#include "explain/deciding.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/try.h"
#include "data/find.h"
#include "explain/other_values.h"
#include "simulate/work.h"

/* Relevant rows. */

/* A row of some table; `from` is the cell that names it. */
typedef struct row_mark {
    bool named, decides;
    long from; /* place among all cells of its table; -1: the question names the row */
    size_t from_table;
} row_mark;

typedef struct survey {
    const salvo_store *store;
    row_mark **rows;  /* by table */
    bool *is_of_rows; /* by table: the question names rows of it */
} survey;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* Returns whether the text names the id: as a whole word, or as one followed by an option ("cannon-d-fixed"). */
static bool names_row(const char *text, const char *id)
{
    const size_t length = strlen(id);

    if (strcasecmp(text, id) == 0)
        return true;
    for (const char *at = text; *at; at++)
        if ((at == text || !is_word(at[-1])) && strncmp(at, id, length) == 0 &&
            (!is_word(at[length]) || at[length] == '-'))
            return true;
    return false;
}

/* Numbers do not name rows: "5" is the number of many things. */
static bool can_name(const char *text)
{
    return *text && !(isdigit((unsigned char)*text) && strspn(text, "0123456789.") == strlen(text));
}

/* Marks the rows that the text names, in tables with named rows. */
static bool mark(survey *s, const char *text, size_t from_table, long from)
{
    bool any = false;

    for (size_t t = 0; t < s->store->n_tables && can_name(text); t++) {
        const salvo_table *table = &s->store->tables[t];

        for (size_t r = 0; r < table->n_rows && s->is_of_rows[t]; r++) {
            row_mark *m = &s->rows[t][r];

            if (m->named || !can_name(table->cells[r * table->n_columns].text) ||
                !names_row(text, table->cells[r * table->n_columns].text))
                continue;
            *m = (row_mark){.named = true, .from = from, .from_table = from_table};
            any = true;
        }
    }
    return any;
}

/* Marks the rows that cells of named rows name in turn, until nothing is added. */
static void mark_on(survey *s)
{
    bool any = true;

    while (any) {
        any = false;
        for (size_t t = 0; t < s->store->n_tables; t++) {
            const salvo_table *table = &s->store->tables[t];

            for (size_t i = 0; i < table->n_rows * table->n_columns && s->is_of_rows[t]; i++)
                if (i % table->n_columns && s->rows[t][i / table->n_columns].named)
                    any = mark(s, table->cells[i].text, t, (long)i) || any;
        }
    }
}

/* Marks the row of the cell that provides a default: "squads.standard.per_man". */
static void mark_default(survey *s, const char *cell)
{
    for (size_t t = 0; t < s->store->n_tables; t++) {
        const salvo_table *table = &s->store->tables[t];
        const size_t length = strlen(table->name);

        for (size_t r = 0; r < table->n_rows && strncmp(cell, table->name, length) == 0 && cell[length] == '.'; r++) {
            const char *id = table->cells[r * table->n_columns].text, *row = cell + length + 1;

            if (strncmp(row, id, strlen(id)) == 0 && row[strlen(id)] == '.' && !s->rows[t][r].named)
                s->rows[t][r] = (row_mark){.named = true, .from = -1};
        }
    }
}

/* Names are taken from the question, and then from the cells of the rows found: a unit names its weapon, and the weapon
 * its class. */
static salvo_status survey_make(survey *s, const salvo_rulebook *book, const asked_print *asked, salvo_arena *memory,
                                salvo_error *err)
{
    s->store = &book->store;
    s->rows = salvo_arena_array(memory, s->store->n_tables, sizeof *s->rows);
    s->is_of_rows = salvo_arena_array(memory, s->store->n_tables, sizeof *s->is_of_rows);
    if (!s->rows || !s->is_of_rows)
        return salvo_fail_memory(err);
    for (size_t t = 0; t < s->store->n_tables; t++) {
        const salvo_table *table = &s->store->tables[t];

        s->is_of_rows[t] = salvo_ruleset_names_rows(book->ruleset, table);
        s->rows[t] = salvo_arena_array(memory, table->n_rows + 1, sizeof **s->rows);
        if (!s->rows[t])
            return salvo_fail_memory(err);
    }
    for (size_t i = 0; i < asked->n_names; i++)
        mark(s, asked->names[i], 0, -1);
    for (size_t i = 0; i < asked->n_cells; i++)
        mark_default(s, asked->cells[i]);
    mark_on(s);
    return SALVO_OK;
}

/* Tried cells. */

typedef struct trial {
    tried_cell cell;
    size_t tried;        /* number of values; if one changed the answer, it was the last */
    const char *instead; /* that value; NULL: none did */
} trial;

typedef struct trials {
    const salvo_rulebook *book;
    const asked_print *asked;
    fingerprint print; /* of the unchanged book */
    trial *at;
    size_t n, each_max;
} trials;

/* Tries whether the answer is computed differently with that value. A value that the book refuses says nothing. */
static salvo_status try_value(const trials *all, const tried_cell *cell, const char *text, bool *differs,
                              salvo_error *err)
{
    const salvo_change change = {cell->table, cell->row, cell->column, text};
    salvo_error refused = {.text = ""};
    salvo_rulebook variant;
    fingerprint print = all->print;
    salvo_status status = salvo_rulebook_vary(&variant, all->book, &change, &refused);

    if (status == SALVO_OK) {
        status = all->asked->print(all->asked->of, &variant, &print, &refused);
        salvo_rulebook_close(&variant);
        /* A question that can no longer be asked is another answer. */
        *differs = status != SALVO_OK || print.hash != all->print.hash;
    }
    return status == SALVO_NO_MEMORY ? salvo_fail_memory(err) : SALVO_OK;
}

static salvo_status try_cell(void *context, void *own, size_t i, salvo_error *err)
{
    const trials *all = context;
    trial *t = &all->at[i];
    salvo_status status = SALVO_OK;

    (void)own;
    while (t->tried < t->cell.n && t->tried < all->each_max && !t->instead && status == SALVO_OK) {
        bool differs = false;

        status = try_value(all, &t->cell, t->cell.values[t->tried], &differs, err);
        if (differs)
            t->instead = t->cell.values[t->tried];
        t->tried++;
    }
    return status;
}

/* Some columns are only for readers. No rule reads the name of a thing; a ruleset that records no reads
 * is taken not to use the others. */
static bool is_for_readers(const salvo_ruleset *rules, const salvo_table *table, size_t column)
{
    static const char *const HEADINGS[] = {"name", SALVO_NICKNAMES, "meaning", "section", "notes"};
    const size_t n = rules->has_read ? 2 : sizeof HEADINGS / sizeof *HEADINGS;

    for (size_t i = 0; i < n; i++)
        if (strcmp(table->header[column].text, HEADINGS[i]) == 0)
            return true;
    return strcmp(table->name, "rulings") == 0;
}

/* A table without named rows holds the rules themselves, and all of it may matter. Of units and weapons only those of
 * the question matter. If rules note what they read, the rest is what salvo itself reads in the rows of the question. */
static bool is_looked_at(const survey *s, const salvo_rulebook *book, size_t table, size_t row, size_t column)
{
    const salvo_ruleset *rules = book->ruleset;
    const bool named = s->rows[table][row].named;
    salvo_reading reading;

    if (column == 0 || is_for_readers(rules, &s->store->tables[table], column))
        return false;
    if (!rules->has_read)
        return !s->is_of_rows[table] || named;
    reading = rules->has_read(book->tables, table, row, column);
    return reading == SALVO_READ || (reading != SALVO_UNREAD && named);
}

static bool choose_of_table(trials *all, const survey *s, size_t table, salvo_arena *memory)
{
    const salvo_table *t = &s->store->tables[table];
    bool done = true;

    for (size_t at = 0; at < t->n_rows * t->n_columns && done; at++) {
        tried_cell cell = {.table = table, .row = at / t->n_columns, .column = at % t->n_columns};

        if (!is_looked_at(s, all->book, table, cell.row, cell.column))
            continue;
        done = other_values_list(&cell, t, all->asked->names, all->asked->n_names, memory);
        all->at[all->n++].cell = cell;
    }
    return done;
}

static size_t cells_of(const salvo_store *store)
{
    size_t n = 0;

    for (size_t t = 0; t < store->n_tables; t++)
        n += store->tables[t].n_rows * store->tables[t].n_columns;
    return n;
}

static salvo_status choose_trials(trials *all, const survey *s, salvo_arena *memory, salvo_error *err)
{
    bool done;

    all->at = salvo_arena_array(memory, cells_of(s->store) + 1, sizeof *all->at);
    done = all->at != NULL;
    for (size_t t = 0; t < s->store->n_tables && done; t++)
        done = choose_of_table(all, s, t, memory);
    return done ? SALVO_OK : salvo_fail_memory(err);
}

/* The time that the trials of a default answer may take, in results of the dice. Opening a variant of the book takes
 * about as long as one result for every few cells. A rule in Lua takes about as long as many in C. */
static const double WORK_MAX = 3e7, OF_CELL = 0.33, OF_LUA = 8;
enum { EACH_MIN = 3 };

/* Returns how many values of a cell there is time for. */
static size_t values_each(const trials *all)
{
    const double of_one = (OF_CELL * (double)cells_of(&all->book->store) + (double)all->print.results) *
                          (all->book->store.rules ? OF_LUA : 1);
    double left = WORK_MAX / of_one;
    size_t each = 0, before;

    do { /* cells with more values than this share the time that the others leave */
        double more = 0;

        before = each;
        for (size_t i = 0; i < all->n; i++)
            more += all->at[i].cell.n > each;
        each += more > 0 && left >= more;
        left -= each > before ? more : 0;
    } while (each > before);
    return each > EACH_MIN ? each : EACH_MIN;
}

static void tell_tried(const trials *all, salvo_cells_tried *tried)
{
    *tried = (salvo_cells_tried){.cells = all->n, .all_results = all->print.is_whole};
    for (size_t i = 0; i < all->n; i++) {
        tried->values += all->at[i].tried;
        if (all->at[i].cell.n > all->each_max)
            tried->each_max = all->each_max;
    }
}

/* Marks the row as deciding, and the rows that led to it. */
static void mark_deciding(survey *s, size_t table, size_t row)
{
    row_mark *m = &s->rows[table][row];

    if (m->decides)
        return;
    m->decides = true;
    if (m->named && m->from >= 0)
        mark_deciding(s, m->from_table, (size_t)m->from / s->store->tables[m->from_table].n_columns);
}

/* Returns whether cell number `at` of its table is the one that names a deciding row. */
static bool refers(const survey *s, size_t table, size_t at)
{
    for (size_t t = 0; t < s->store->n_tables; t++)
        for (size_t r = 0; r < s->store->tables[t].n_rows; r++) {
            const row_mark *m = &s->rows[t][r];

            if (m->named && m->decides && m->from == (long)at && m->from_table == table)
                return true;
        }
    return false;
}

/* `tried` is NULL for a cell that was not tried. */
static salvo_deciding_cell tell_cell(const salvo_table *t, size_t at, const trial *tried, bool is_reference)
{
    const salvo_cell *cell = &t->cells[at];

    return (salvo_deciding_cell){
        .table = t->name,
        .row = t->cells[at / t->n_columns * t->n_columns].text,
        .column = t->header[at % t->n_columns].text,
        .text = cell->text,
        .origin = cell->origin,
        .line = cell->line,
        .instead = tried ? tried->instead : NULL,
        .refers = is_reference,
    };
}

/* Cells are in the order of the tables, which is that of the trials. */
static salvo_status tell_cells(survey *s, const trials *all, salvo_arena *memory, salvo_explanation *to,
                               salvo_error *err)
{
    const trial *next = all->at, *const end = all->at + all->n;

    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].instead)
            mark_deciding(s, all->at[i].cell.table, all->at[i].cell.row);
    to->cells = salvo_arena_array(memory, cells_of(s->store) + 1, sizeof *to->cells);
    if (!to->cells)
        return salvo_fail_memory(err);
    for (size_t t = 0; t < s->store->n_tables; t++) {
        const salvo_table *table = &s->store->tables[t];

        for (size_t at = 0; at < table->n_rows * table->n_columns; at++) {
            const bool is_next =
                next < end && next->cell.table == t && next->cell.row * table->n_columns + next->cell.column == at;
            const trial *tried = is_next ? next : NULL;
            const bool is_reference = at % table->n_columns && refers(s, t, at);

            next += is_next;
            if (is_reference || (tried && tried->instead))
                to->cells[to->n_cells++] = tell_cell(table, at, tried, is_reference);
        }
    }
    return SALVO_OK;
}

salvo_status deciding_cells(const salvo_rulebook *book, const asked_print *asked, salvo_arena *memory,
                            salvo_explanation *to, salvo_error *err)
{
    const salvo_plan plan = {.threads = asked->threads};
    trials all = {.book = book, .asked = asked};
    survey s;
    size_t done;
    salvo_status status;

    TRY(survey_make(&s, book, asked, memory, err));
    status = asked->print(asked->of, book, &all.print, err); /* first of all: it records which cells are read */
    if (status != SALVO_OK)
        return status;
    TRY(choose_trials(&all, &s, memory, err));
    all.each_max = values_each(&all);
    status = work_run(&plan, &(pieces){.n = all.n, .context = &all, .work = try_cell}, &done, err);
    tell_tried(&all, &to->tried);
    return status == SALVO_OK ? tell_cells(&s, &all, memory, to, err) : status;
}
