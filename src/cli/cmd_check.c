/* Validates a data directory: loading a rulebook checks every table and cell, and names the line and column of a
 * fault. */
#include <stdio.h>
#include <sys/stat.h>

#include <salvo/appendix.h>

#include "answers/lists.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"

/* A folder may have a list of its tables for the back pages. */
static salvo_status check_appendix(const salvo_rulebook *book, salvo_error *err)
{
    char path[SALVO_ERROR_PATH];
    struct stat found;

    snprintf(path, sizeof path, "%s/appendix.yaml", book->store.directory);
    /* The list is a choice of the rulebook's author; no list is no fault. */
    return stat(path, &found) == 0 ? salvo_appendix_check(book, path, err) : SALVO_OK;
}

static salvo_status find_broken(const open_books *books, salvo_error *err)
{
    for (size_t i = 0; i < books->n; i++) {
        const salvo_error *fault = &books->faults[i];

        if (!books->at[i].ruleset)
            return salvo_fail_at(err, fault->status, fault->path, fault->line, fault->column, "%s", fault->text);
    }
    return SALVO_OK;
}

static salvo_status run(context *x, salvo_error *err)
{
    options *o = &x->options;
    open_books books;
    salvo_status status;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "check which data directory? as in salvo check data/mad");
    /* The directory to be checked takes the place of --data, so that tables are found as in any other command. */
    o->data = o->names.text[0];
    status = books_open(&books, x, true, err);
    if (status != SALVO_OK)
        return status;
    status = find_broken(&books, err);
    for (size_t i = 0; i < books.n && status == SALVO_OK; i++)
        status = check_appendix(&books.at[i], err);
    status = report(x, &CHECK_ANSWER, &(book_list){.at = books.at, .n = books.n}, status, err);
    books_close(&books);
    return status;
}

const command CHECK_COMMAND = {
    .name = "check",
    .usage = "DIR",
    .help = "check a data directory: every table, every cell",
    .more = "  salvo check data/mad\n"
            "Where the directory has an appendix.yaml, every word of that is checked, too.",
    .takes = TAKES_SET | TAKES_OUTPUT,
    .run = run,
};
