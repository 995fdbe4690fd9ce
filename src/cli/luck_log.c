/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/luck_log.h"

#include <string.h>
#include <strings.h>

#include "base/shell_words.h"
#include "base/try.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/option_table.h"
#include "data/csv.h"

enum { WORDS_OF_LINE = 64 };

static const char DICE[] = "dice ";

const subject_verb LUCK = {.name = "luck", .kinds = OF_PROCEDURE | OF_DUEL | OF_BATTLE | OF_FIRE | OF_DICE};

static bool make_room(luck_log *log, context *x, size_t n)
{
    log->entries = salvo_arena_array(x->memory, n, sizeof *log->entries);
    log->questions = salvo_arena_array(x->memory, n, sizeof *log->questions);
    log->books = salvo_arena_array(x->memory, n, sizeof *log->books); /* at most one per line */
    return log->entries && log->questions && log->books;
}

void luck_log_free(luck_log *log)
{
    for (size_t i = 0; i < log->n; i++)
        asked_free(&log->questions[i]);
    for (size_t i = 0; i < log->n_books; i++)
        subject_close(&log->books[i]);
    *log = (luck_log){.n = 0};
}

/* Whether the line changes the book by itself. */
static bool is_changed(const options *o)
{
    return o->data || o->set.n || o->rules.n;
}

static const salvo_procedure *procedure_in(const salvo_rulebook *book, const char *name)
{
    const salvo_procedure *p;

    return book->ruleset && salvo_procedure_find(book->ruleset, name, &p, NULL) == SALVO_OK ? p : NULL;
}

/* Finds the subject in a book that is already open; false: no open book has it. */
static bool find_opened(const luck_log *log, const options *o, const subject *s, const salvo_rulebook **book,
                        const salvo_procedure **procedure)
{
    *procedure = NULL;
    for (size_t i = 0; i < log->n_books && !is_changed(o); i++) {
        *book = &log->books[i].book;
        *procedure = s->kind == OF_PROCEDURE ? procedure_in(*book, s->name) : log->books[i].procedure;
        if ((*book)->ruleset && (!o->ruleset || strcmp((*book)->ruleset->id, o->ruleset) == 0) &&
            (s->kind == OF_PROCEDURE ? *procedure != NULL : o->ruleset != NULL))
            return true;
    }
    return false;
}

/* Asks about the subject of `x`, the context of the command or of a line. */
static salvo_status ask_subject(luck_log *log, context *x, const subject *s, salvo_error *err)
{
    const salvo_procedure *procedure;
    const salvo_rulebook *book;
    salvo_status status;

    if (!find_opened(log, &x->options, s, &book, &procedure)) {
        subject_book *opened = &log->books[log->n_books];

        TRY(subject_open(opened, x, s, err));
        log->n_books++;
        book = &opened->book;
        procedure = opened->procedure;
    }
    status = asked_make(&log->questions[log->n], x, s, book, procedure, err);
    log->n += status == SALVO_OK;
    return status;
}

/* Options that say how all lines are answered belong to the command. */
static salvo_status check_options(const options *o, salvo_error *err)
{
    for (const option *known = option_next(NULL, o->takes); known; known = option_next(known, o->takes))
        if (option_is_given(o, known) && (known->role != OPTION_ASKS || known->takes & TAKES_METHOD))
            return salvo_fail(err, SALVO_BAD_INPUT, "%s is an option of the command, not of a line of its log",
                              known->name);
    return SALVO_OK;
}

/* The line has the command's rulebook, changes and method, unless it has its own. */
static void inherit(options *o, const options *from)
{
    o->ruleset = o->ruleset ? o->ruleset : from->ruleset;
    o->data = o->data ? o->data : from->data;
    o->set = o->set.n ? o->set : from->set;
    o->rules = o->rules.n ? o->rules : from->rules;
    o->totals = o->totals ? o->totals : from->totals;
    o->approach = from->approach;
}

/* Asks "mad.direct-fire weapon=cannon-b range=500", "duel 'Tiger I' Firefly -r mad --range 750" or "dice 2d6 >= 7". */
static salvo_status ask_text(luck_log *log, context *x, const char *text, salvo_error *err)
{
    context *line = salvo_arena_array(x->memory, 1, sizeof *line); /* the question borrows its words */
    char *words[WORDS_OF_LINE + 1] = {"luck"};
    subject s = {.kind = OF_DICE, .name = text + strlen(DICE)};
    size_t n;

    if (!line)
        return salvo_fail_memory(err);
    *line = *x;
    if (strncasecmp(text, DICE, strlen(DICE)) == 0)
        return ask_subject(log, line, &s, err);
    TRY(shell_words(text, words + 1, WORDS_OF_LINE, &n, x->memory, err));
    if (n == 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the question is missing; write one, as in mad.direct-fire weapon=cannon-b range=500");
    TRY(options_read(&line->options, (int)n + 1, words, TAKES_SUBJECT, books_have_flag, line, x->memory, err));
    TRY(check_options(&line->options, err));
    inherit(&line->options, &x->options);
    TRY(subject_read(&s, line, &LUCK, err));
    return ask_subject(log, line, &s, err);
}

static salvo_cell cell_of(const char *text, const char *origin)
{
    return (salvo_cell){.text = text ? text : "", .origin = origin};
}

static void put_word(void *to, const char *word)
{
    shell_word_put(to, word);
}

/* The words of the subject, as a log would have them. */
static const char *words_of(const options *o, const subject *s, const char *name, salvo_arena *memory)
{
    const bool is_procedure = s->kind == OF_PROCEDURE;
    options words = *o;
    salvo_text text = {0};
    const char *kept;

    words.names.n = is_procedure ? 0 : o->names.n;
    salvo_text_put(&text, is_procedure || s->kind == OF_DICE ? name : subject_word(s));
    if (s->kind == OF_DICE)
        salvo_text_add(&text, " %s", s->name);
    else
        options_words(&words, TAKES_SUBJECT & ~(uint64_t)(TAKES_METHOD | TAKES_HEADLINE), OPTION_ASKS, put_word, &text);
    kept = text.failed ? NULL : salvo_arena_text(memory, salvo_text_of(&text));
    salvo_text_free(&text);
    return kept;
}

salvo_status luck_log_ask(luck_log *log, context *x, const subject *s, salvo_error *err)
{
    const options *o = &x->options;
    const salvo_question *question;
    const char *name, *words;

    if (!make_room(log, x, 1))
        return salvo_fail_memory(err);
    TRY(ask_subject(log, x, s, err));
    question = log->questions[0].question;
    name = question->schema->name;
    words = words_of(o, s, name, x->memory);
    log->entries[0] = (salvo_luck_entry){.name = s->kind == OF_DICE ? words : name,
                                         .words = words,
                                         .question = question,
                                         .success = cell_of(o->of, "--of"),
                                         .happened = cell_of(o->won, "--won")};
    return words ? SALVO_OK : salvo_fail_memory(err);
}

/* The columns of its cells. */
typedef struct columns {
    int question, happened, success; /* success -1: --of */
} columns;

static salvo_status find_columns(const salvo_table *table, const char *of, columns *c, salvo_error *err)
{
    const columns found = {salvo_table_column(table, "question"), salvo_table_column(table, "happened"),
                           salvo_table_column(table, "success")};

    *c = found;
    if (found.question < 0 || found.happened < 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, table->path, 1, 1,
                             "the column '%s' is missing; a log has id, question, happened and success",
                             found.question < 0 ? "question" : "happened");
    if (found.success < 0 && !of)
        return salvo_fail_at(err, SALVO_BAD_INPUT, table->path, 1, 1,
                             "the column 'success' is missing; add it, or name the outcomes that are a success "
                             "with --of");
    return SALVO_OK;
}

static salvo_status read_row(luck_log *log, context *x, const salvo_table *table, const columns *c, salvo_error *err)
{
    const salvo_cell *cells = table->cells + log->n * table->n_columns, *question = &cells[c->question];
    const bool says = c->success >= 0 && *cells[c->success].text;
    salvo_error why;
    salvo_status status = ask_text(log, x, question->text, &why);

    if (status != SALVO_OK) /* any fault of the question is in this cell */
        return salvo_fail_at(err, status, question->origin, question->line, question->column, "%s", why.text);
    log->entries[log->n - 1] =
        (salvo_luck_entry){.name = cells[0].text,
                           .words = question->text,
                           .question = log->questions[log->n - 1].question,
                           .success = says || !x->options.of ? cells[c->success] : cell_of(x->options.of, "--of"),
                           .happened = cells[c->happened]};
    return SALVO_OK;
}

salvo_status luck_log_read(luck_log *log, context *x, salvo_error *err)
{
    salvo_table *table = salvo_arena_array(x->memory, 1, sizeof *table);
    columns c;
    salvo_status status = SALVO_OK;

    TRY(table ? salvo_csv_read(table, x->options.log, x->memory, err) : salvo_fail_memory(err));
    TRY(find_columns(table, x->options.of, &c, err));
    if (table->n_rows == 0)
        return salvo_fail_at(err, SALVO_BAD_INPUT, table->path, 1, 1, "the log has no lines");
    if (!make_room(log, x, table->n_rows))
        return salvo_fail_memory(err);
    for (size_t i = 0; i < table->n_rows && status == SALVO_OK; i++)
        status = read_row(log, x, table, &c, err);
    return status;
}
