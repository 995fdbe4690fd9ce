/* No rule tells what it reads: a cell decides when another number in it makes another answer. So every cell of a number is
 * changed by itself and the question is asked again; what is compared is not the answer's last figure but all results of
 * the dice, so that two changes that cancel out are not missed. A book has a few thousand numbers, most of them about
 * units that the question does not name: those rows are not tried. */
#include "explain/deciding.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "base/intern_table.h"
#include "odds/outcome_table.h"
#include "rules/fault.h"
#include "sensitivity/cells.h"
#include "simulate/work.h"

enum { RESULTS_MAX = 6000 }; /* of the dice: of a chain its first throws tell what it rests on */

/* A chain while its first states are numbered. */
typedef struct walker {
    const salvo_question *q;
    intern_table states;
    uint64_t print, results;
} walker;

static void add(walker *w, uint64_t number)
{
    w->print = salvo_hash_words(w->print, &number, sizeof number);
}

/* In how many ways the dice show the faces; of long weights, which salvo_dice_weight leaves out, the bits of the chance. */
static uint64_t weight_number(const salvo_dice *dice, const uint8_t *faces)
{
    uint64_t bits = salvo_dice_weight(dice, faces);
    double chance;

    if (bits && salvo_dice_are_long(dice)) {
        chance = (double)salvo_dice_chance(dice, 0, faces);
        memcpy(&bits, &chance, sizeof bits);
    }
    return bits;
}

/* States are told by their numbers in the order of discovery, not by their bytes: another cell may change a stored value that
 * nothing ever asks for. */
static salvo_status walk_state(walker *w, const unsigned char *here, salvo_error *err)
{
    const salvo_chain *chain = w->q->procedure->chain;
    _Alignas(max_align_t) unsigned char next[SALVO_STATE_MAX];
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;
    uint32_t number;
    bool is_new;

    add(w, (uint64_t)chain->outcome(w->q->situation, here));
    if (chain->outcome(w->q->situation, here) != SALVO_GOES_ON)
        return SALVO_OK;
    chain->dice(w->q->situation, here, &dice);
    salvo_dice_first(&dice, faces);
    do {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        const uint64_t weight = weight_number(&dice, faces);

        if (weight == 0)
            continue;
        memcpy(next, here, chain->state_size);
        add(w, weight * 2 + chain->step(w->q->situation, next, faces, gain));
        for (size_t k = 0; k < w->q->procedure->n_expectations; k++)
            add(w, (uint64_t)gain[k]);
        if (!intern_table_of(&w->states, next, &number, &is_new))
            return salvo_fail_memory(err);
        add(w, number);
        w->results++;
    } while (salvo_dice_next(&dice, faces) && w->results < RESULTS_MAX);
    return SALVO_OK;
}

static salvo_status print_chain(const salvo_question *q, uint64_t *print, salvo_error *err)
{
    const salvo_chain *chain = q->procedure->chain;
    walker w = {.q = q, .states = {.key_size = chain->state_size}, .print = SALVO_HASH};
    _Alignas(max_align_t) unsigned char here[SALVO_STATE_MAX] = {0};
    salvo_status status = SALVO_OK;
    uint32_t number;
    bool is_new;

    if (chain->start)
        chain->start(q->situation, here);
    if (!intern_table_of(&w.states, here, &number, &is_new))
        return salvo_fail_memory(err);
    for (size_t i = 0; i < w.states.count && w.results < RESULTS_MAX && status == SALVO_OK; i++) {
        memcpy(here, intern_table_key(&w.states, i), chain->state_size);
        status = walk_state(&w, here, err);
    }
    add(&w, chain->turn_limit ? (uint64_t)chain->turn_limit(q->situation) : 0);
    intern_table_free(&w.states);
    *print = w.print;
    return status;
}

/* The faces of result number `at`, of which the last die runs fastest. */
static void faces_of(const salvo_dice *dice, uint64_t at, uint8_t *faces)
{
    for (int d = dice->count; d-- > 0; at /= dice->sides[d])
        faces[d] = (uint8_t)(at % dice->sides[d] + 1);
}

/* All results; of many (0: more than 2^63) only some that lie far apart, the same ones whenever they are as many. */
static salvo_status print_roll(const salvo_question *q, uint64_t *print, salvo_error *err)
{
    static const double GOLDEN = 0.6180339887498949; /* steps of this part of a whole fall evenly over it */
    salvo_dice dice;
    uint64_t n, step = 1, tried;

    (void)err; /* called as print_chain is */
    salvo_roll_dice(q->procedure->roll, q->situation, &dice);
    n = salvo_dice_results(&dice);
    n = n ? n : UINT64_C(1) << 63;
    tried = n < RESULTS_MAX ? n : RESULTS_MAX;
    if (tried < n)
        step = (uint64_t)(GOLDEN * (double)n);
    *print = salvo_hash_number(SALVO_HASH, salvo_dice_ways(&dice));
    for (uint64_t i = 0; i < tried; i++) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        uint8_t faces[SALVO_DICE_MAX];
        uint64_t told[2];

        faces_of(&dice, i * step % n, faces);
        told[0] = weight_number(&dice, faces);
        if (told[0] == 0)
            continue;
        told[1] = (uint64_t)q->procedure->roll->resolve(q->situation, faces, gain);
        *print = salvo_hash_words(*print, told, sizeof told);
        *print = salvo_hash_words(*print, gain, sizeof gain);
    }
    return SALVO_OK;
}

salvo_status print_of(const salvo_question *q, uint64_t *print, salvo_error *err)
{
    return salvo_fault_or((q->procedure->roll ? print_roll : print_chain)(q, print, err), q->book, err);
}

salvo_status question_print(const salvo_rulebook *book, const char *procedure, const char *const *words, size_t n_words,
                            uint64_t *print, salvo_error *err)
{
    const salvo_procedure *p;
    salvo_question q;
    salvo_status status = salvo_procedure_find(book->ruleset, procedure, &p, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_question_ask(&q, book, p, words, n_words, err);
    if (status != SALVO_OK)
        return status;
    status = print_of(&q, print, err);
    salvo_question_free(&q);
    return status;
}

/* Rows that are looked at. */

/* A row of some table; `from` is the cell by which it was found. */
typedef struct row_mark {
    bool named, decides;
    long from; /* place among all cells of its table; -1: the question names it */
    size_t from_table;
} row_mark;

typedef struct survey {
    const salvo_store *store;
    row_mark **rows;  /* by table */
    bool *is_of_rows; /* by table: the question names its rows */
} survey;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* Whether the text names the id: as a whole word, or as one with an option behind ("cannon-d-fixed"). */
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

/* Numbers name no row: "5" is a number of many things. */
static bool can_name(const char *text)
{
    return *text && !(isdigit((unsigned char)*text) && strspn(text, "0123456789.") == strlen(text));
}

/* Marks the rows of tables of rows that the text names. */
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

/* What the cells of named rows name in turn, until nothing is added. */
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

/* A ruleset leaves out the names of tables that it does not have. */
static bool is_table(const char *name, const salvo_table *table)
{
    return name && strcmp(name, table->name) == 0;
}

/* Whether rows of the table are values of parameters, or units and weapons. */
static bool has_named_rows(const salvo_ruleset *rules, const salvo_table *table)
{
    if (is_table(rules->units, table) || is_table(rules->weapons, table) || is_table(rules->more_units, table) ||
        is_table(rules->more_cards, table))
        return true;
    for (size_t i = 0; i < rules->n_procedures; i++)
        for (size_t k = 0; k < rules->procedures[i]->schema.n_parameters; k++) {
            const salvo_parameter *p = &rules->procedures[i]->schema.parameters[k];

            if (p->kind == SALVO_NAME && (is_table(p->table, table) || is_table(p->more_table, table)))
                return true;
            for (const salvo_source *from = p->sources; p->kind == SALVO_LIST && from && from->table; from++)
                if (is_table(from->table, table))
                    return true;
        }
    return false;
}

/* Names come from the question, and then from the cells of rows that were found: a unit names its weapon, the weapon its class. */
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

        s->is_of_rows[t] = has_named_rows(book->ruleset, table);
        s->rows[t] = salvo_arena_array(memory, table->n_rows + 1, sizeof **s->rows);
        if (!s->rows[t])
            return salvo_fail_memory(err);
    }
    for (size_t i = 0; i < asked->n_names; i++)
        mark(s, asked->names[i], 0, -1);
    mark_on(s);
    return SALVO_OK;
}

/* Cells that are tried. */

typedef struct trial {
    const number_cell *cell;
    bool decides;
} trial;

typedef struct trials {
    const salvo_rulebook *book;
    const asked_print *asked;
    uint64_t print; /* of the book as it is */
    trial *at;
    size_t n;
} trials;

/* Whether the answer comes about otherwise with so many units there. A number that the book refuses tells nothing. */
static salvo_status try_units(const trials *all, const number_cell *cell, int64_t units, salvo_arena *memory,
                              bool *differs, salvo_error *err)
{
    const char *text = number_cell_text(cell, units, memory);
    salvo_error refused = {.text = ""};
    salvo_change change;
    salvo_rulebook variant;
    uint64_t print = all->print;
    salvo_status status;

    if (!text)
        return salvo_fail_memory(err);
    change = number_cell_change(cell, text);
    status = salvo_rulebook_vary(&variant, all->book, &change, &refused);
    if (status == SALVO_OK) {
        status = all->asked->print(all->asked->of, &variant, &print, &refused);
        salvo_rulebook_close(&variant);
        *differs = status != SALVO_OK || print != all->print; /* what cannot be asked any more is another answer */
    }
    return status == SALVO_NO_MEMORY ? salvo_fail_memory(err) : SALVO_OK;
}

/* One more, one less; and far off, for what is only compared. */
static salvo_status try_cell(void *context, void *own, size_t i, salvo_error *err)
{
    const trials *all = context;
    trial *t = &all->at[i];
    const int64_t units = t->cell->units;
    const int64_t others[] = {units + 1, units - 1, 2 * units + 20};
    salvo_arena *memory = salvo_arena_new();
    salvo_status status = memory ? SALVO_OK : salvo_fail_memory(err);

    (void)own;
    for (size_t k = 0; k < sizeof others / sizeof *others && status == SALVO_OK && !t->decides; k++)
        if (others[k] != units)
            status = try_units(all, t->cell, others[k], memory, &t->decides, err);
    salvo_arena_free(memory);
    return status;
}

/* A table whose rows nobody names holds the rules themselves, and all of it may matter; of units and weapons only those of the
 * question do. */
static bool is_looked_at(const survey *s, const number_cell *cell)
{
    return !s->is_of_rows[cell->table] || s->rows[cell->table][cell->row].named;
}

/* Numbers alone: what another word in a cell would do is another rulebook, not another number. */
static salvo_status choose_trials(trials *all, const survey *s, salvo_arena *memory, salvo_error *err)
{
    static const salvo_subject EVERYTHING = {.only = NULL};
    number_cell *cells;
    size_t n;
    salvo_status status = number_cells_list(s->store, &EVERYTHING, memory, &cells, &n, err);

    if (status != SALVO_OK)
        return status;
    all->at = salvo_arena_array(memory, n + 1, sizeof *all->at);
    if (!all->at)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        if (is_looked_at(s, &cells[i]))
            all->at[all->n++].cell = &cells[i];
    return SALVO_OK;
}

/* The row decides, and so do those that led to it. */
static void mark_deciding(survey *s, size_t table, size_t row)
{
    row_mark *m = &s->rows[table][row];

    if (m->decides)
        return;
    m->decides = true;
    if (m->named && m->from >= 0)
        mark_deciding(s, m->from_table, (size_t)m->from / s->store->tables[m->from_table].n_columns);
}

/* Whether the cell, number `at` of its table, is the one by which a deciding row was found. */
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

static salvo_deciding_cell tell_cell(const salvo_table *t, size_t at, bool is_reference)
{
    const salvo_cell *cell = &t->cells[at];

    return (salvo_deciding_cell){
        .table = t->name,
        .row = t->cells[at / t->n_columns * t->n_columns].text,
        .column = t->header[at % t->n_columns].text,
        .text = cell->text,
        .origin = cell->origin,
        .line = cell->line,
        .refers = is_reference,
    };
}

/* In the order of the tables. */
static salvo_status tell_cells(survey *s, const trials *all, salvo_arena *memory, salvo_deciding_cell **cells,
                               size_t *n, salvo_error *err)
{
    size_t most = 0, next = 0;

    for (size_t i = 0; i < all->n; i++)
        if (all->at[i].decides)
            mark_deciding(s, all->at[i].cell->table, all->at[i].cell->row);
    for (size_t t = 0; t < s->store->n_tables; t++)
        most += s->store->tables[t].n_rows * s->store->tables[t].n_columns;
    *cells = salvo_arena_array(memory, most + 1, sizeof **cells);
    if (!*cells)
        return salvo_fail_memory(err);
    for (size_t t = 0; t < s->store->n_tables; t++) {
        const salvo_table *table = &s->store->tables[t];

        for (size_t at = 0; at < table->n_rows * table->n_columns; at++) {
            const bool tried = next < all->n && all->at[next].cell->table == t &&
                               all->at[next].cell->row * table->n_columns + all->at[next].cell->column == at;
            const bool decides = tried && all->at[next].decides;

            next += tried;
            if (decides || (at % table->n_columns && refers(s, t, at)))
                (*cells)[(*n)++] = tell_cell(table, at, !decides);
        }
    }
    return SALVO_OK;
}

salvo_status deciding_cells(const salvo_rulebook *book, const asked_print *asked, salvo_arena *memory,
                            salvo_deciding_cell **cells, size_t *n, salvo_error *err)
{
    const salvo_plan plan = {.threads = asked->threads};
    trials all = {.book = book, .asked = asked};
    survey s;
    size_t done;
    salvo_status status;

    *n = 0;
    status = survey_make(&s, book, asked, memory, err);
    if (status != SALVO_OK)
        return status;
    status = choose_trials(&all, &s, memory, err);
    if (status != SALVO_OK)
        return status;
    status = asked->print(asked->of, book, &all.print, err);
    if (status != SALVO_OK)
        return status;
    status = work_run(&plan, &(pieces){.n = all.n, .context = &all, .work = try_cell}, &done, err);
    return status == SALVO_OK ? tell_cells(&s, &all, memory, cells, n, err) : status;
}
