/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/luck_log.h"

#include <string.h>
#include <strings.h>

#include <salvo/dice_expression.h>

#include "base/shell_words.h"
#include "base/try.h"
#include "cli/ask.h"
#include "cli/books.h"
#include "data/csv.h"

enum { WORDS_OF_LINE = 64 };

static const char DICE[] = "dice ";

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
        salvo_question_free(&log->questions[i]);
    for (size_t i = 0; i < log->n_books; i++)
        salvo_rulebook_close(&log->books[i]);
    *log = (luck_log){.n = 0};
}

/* Finds the procedure in a book that is already open; NULL: no open book has it. */
static const salvo_procedure *find_opened(luck_log *log, const char *name, const salvo_rulebook **book)
{
    for (size_t i = 0; i < log->n_books; i++)
        for (size_t k = 0; k < log->books[i].ruleset->n_procedures; k++) {
            *book = &log->books[i];
            if (strcmp((*book)->ruleset->procedures[k]->schema.name, name) == 0)
                return (*book)->ruleset->procedures[k];
        }
    return NULL;
}

static salvo_status open_procedure(luck_log *log, context *x, const char *name, const salvo_rulebook **book,
                                   const salvo_procedure **procedure, salvo_error *err)
{
    salvo_rulebook opened;
    salvo_status status = SALVO_OK;

    *procedure = find_opened(log, name, book);
    if (*procedure)
        return SALVO_OK;
    TRY(book_open_procedure(&opened, procedure, x, name, err));
    for (size_t i = 0; i < log->n_books; i++)
        if (strcmp(log->books[i].store.id, opened.store.id) == 0) { /* under another name of the procedure */
            *book = &log->books[i];
            status = salvo_procedure_find((*book)->ruleset, (*procedure)->schema.name, procedure, err);
            salvo_rulebook_close(&opened);
            return status;
        }
    *book = &log->books[log->n_books];
    log->books[log->n_books++] = opened;
    return SALVO_OK;
}

static salvo_status ask_words(luck_log *log, context *x, const char *name, const char *const *words, size_t n,
                              salvo_error *err)
{
    const salvo_rulebook *book;
    const salvo_procedure *procedure;
    salvo_status status;

    TRY(open_procedure(log, x, name, &book, &procedure, err));
    status = salvo_question_ask(&log->questions[log->n], book, procedure, words, n, err);
    log->n += status == SALVO_OK;
    return status;
}

/* Asks "mad.direct-fire weapon=cannon-b range=500", or "dice 2d6 >= 7". */
static salvo_status ask_text(luck_log *log, context *x, const char *text, salvo_error *err)
{
    char *words[WORDS_OF_LINE];
    size_t n;
    salvo_status status = SALVO_OK;

    if (strncasecmp(text, DICE, strlen(DICE)) == 0) {
        status = salvo_dice_ask(&log->questions[log->n], text + strlen(DICE), err);
        log->n += status == SALVO_OK;
        return status;
    }
    TRY(shell_words(text, words, WORDS_OF_LINE, &n, x->memory, err));
    if (n == 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the question is missing; write one, as in mad.direct-fire weapon=cannon-b range=500");
    return ask_words(log, x, words[0], (const char *const *)words + 1, n - 1, err);
}

static salvo_cell cell_of(const char *text, const char *option)
{
    return (salvo_cell){.text = text ? text : "", .origin = option};
}

bool luck_log_is_dice(const options *o)
{
    const size_t length = strlen(DICE) - 1; /* without the blank */

    return o->names.n && strlen(o->names.text[0]) == length && strncasecmp(o->names.text[0], DICE, length) == 0;
}

static salvo_status ask_given(luck_log *log, context *x, salvo_error *err)
{
    const options *o = &x->options;
    salvo_status status;

    if (!luck_log_is_dice(o))
        return ask_words(log, x, o->names.text[0], o->parameters.text, o->parameters.n, err);
    status = expression_ask(x, &log->questions[log->n], expression_given(o), err);
    log->n += status == SALVO_OK;
    return status;
}

/* Joins the words as a log would have them. */
salvo_status luck_log_ask(luck_log *log, context *x, salvo_error *err)
{
    const options *o = &x->options;
    salvo_text words = {0};
    const char *kept;

    if (!make_room(log, x, 1))
        return salvo_fail_memory(err);
    TRY(ask_given(log, x, err));
    salvo_text_put(&words, log->questions[0].schema->name);
    for (size_t i = 1; i < o->names.n; i++)
        salvo_text_add(&words, " %s", o->names.text[i]);
    for (size_t i = 0; i < o->parameters.n; i++)
        salvo_text_add(&words, " %s", o->parameters.text[i]);
    kept = words.failed ? NULL : salvo_arena_text(x->memory, salvo_text_of(&words));
    log->entries[0] = (salvo_luck_entry){.name = luck_log_is_dice(o) ? kept : log->questions[0].schema->name,
                                         .words = kept,
                                         .question = &log->questions[0],
                                         .success = cell_of(o->of, "--of"),
                                         .happened = cell_of(o->won, "--won")};
    salvo_text_free(&words);
    return kept ? SALVO_OK : salvo_fail_memory(err);
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
                           .question = &log->questions[log->n - 1],
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
