/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks a data directory. Loading a rulebook checks every table and cell, and an error has the line and column. */
#include <stdio.h>

#include <salvo/appendix.h>

#include "answers/lists.h"
#include "base/try.h"
#include "checks/checks.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "data/file.h"

/* A folder may have a list of its tables for an appendix. */
static salvo_status check_appendix(const salvo_rulebook *book, salvo_error *err)
{
    char path[SALVO_ERROR_PATH];

    snprintf(path, sizeof path, "%s/appendix.yaml", book->store.directory);
    /* The list is optional: a missing list is not an error. */
    return salvo_file_is_there(path) ? salvo_appendix_check(book, path, err) : SALVO_OK;
}

/* A rulebook that did not open has no ruleset. Its fault is the result of the check. */
static salvo_status find_broken(const open_books *books, salvo_error *err)
{
    for (size_t i = 0; i < books->n; i++) {
        const salvo_error *fault = &books->faults[i];

        if (!books->at[i].ruleset)
            return salvo_fail_at(err, fault->status, fault->path, fault->line, fault->column, "%s", fault->text);
    }
    return SALVO_OK;
}

/* Checks each book separately; the first fault is reported. */
static salvo_status check_books(rulebook_check *checks, const open_books *books, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < books->n && status == SALVO_OK; i++) {
        status = check_appendix(&books->at[i], err);
        status = status == SALVO_OK ? rulebook_check_run(&checks[i], &books->at[i], err) : status;
    }
    return status;
}

/* Checks that have begun are freed even if they fail. */
static salvo_status check_all(context *x, const open_books *books, salvo_error *err)
{
    rulebook_check *checks = salvo_arena_array(x->memory, books->n + 1, sizeof *checks);
    salvo_status status;

    TRY(checks ? find_broken(books, err) : salvo_fail_memory(err));
    status = check_books(checks, books, err);
    status = report(x, &CHECK_ANSWER, &(book_list){.at = books->at, .n = books->n, .checks = checks}, status, err);
    for (size_t i = 0; i < books->n; i++)
        rulebook_check_free(&checks[i]);
    return status;
}

/* Faults are kept, so a broken rulebook among several is reported with its place, as a single one is. */
static salvo_status run(context *x, salvo_error *err)
{
    options *o = &x->options;
    open_books books;
    salvo_status status;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "which rulebook folder should be checked? as in salvo check data/mad");
    /* The directory replaces --data, so tables are found as in any other command. */
    o->data = o->names.text[0];
    TRY(books_open(&books, x, true, err));
    status = check_all(x, &books, err);
    books_close(&books);
    return status;
}

const command CHECK_COMMAND = {
    .name = "check",
    .usage = "DIR",
    .help = "check a rulebook: its tables, its rules and their tests",
    .more =
        "  salvo check data/mad\n"
        "salvo checks every cell of the tables, and every word of appendix.yaml if there is one. It asks a\n"
        "rulebook's own rules with their defaults and with a sample of values; the same dice must have the same\n"
        "result twice. It lists outcomes that never occurred, expectations that stayed zero, chains that may never\n"
        "end, and procedures that refused every question. The numbers in tests.csv must agree with the rules.",
    .takes = TAKES_SET | TAKES_OUTPUT,
    .run = run,
};
