/* Validates a data directory: loading a rulebook checks every table and cell, and names the line and column of a
 * fault. */
#include <stdio.h>
#include <sys/stat.h>

#include <salvo/appendix.h>

#include "answers/lists.h"
#include "cli/books.h"
#include "cli/commands.h"
#include "cli/report.h"

/* A folder with a ruleset.yaml is that ruleset's data: which one, the file itself says. */
static salvo_status open_single(salvo_rulebook *book, context *x, salvo_error *err)
{
    salvo_store store;
    const salvo_ruleset *ruleset;
    salvo_status status = salvo_store_load(&store, x->options.data, err);

    if (status != SALVO_OK)
        return status;
    status = salvo_ruleset_find(store.id, &ruleset, err);
    salvo_store_free(&store);
    return status == SALVO_OK ? book_open(book, x, ruleset, err) : status;
}

/* One of them is enough: a user's copy may lack some, and opening then names the one that is missing. */
static bool holds_rulesets(const char *directory)
{
    char path[DIRECTORY_MAX];
    struct stat found;

    for (size_t i = 0; i < SALVO_N_RULESETS; i++) {
        snprintf(path, sizeof path, "%s/%s/ruleset.yaml", directory, SALVO_RULESETS[i]->id);
        if (stat(path, &found) == 0)
            return true;
    }
    return false;
}

/* A folder may have a list of its tables for the back pages. */
static salvo_status check_appendix(const salvo_rulebook *book, salvo_error *err)
{
    char path[DIRECTORY_MAX];
    struct stat found;

    snprintf(path, sizeof path, "%s/appendix.yaml", book->store.directory);
    /* The list is a choice of the rulebook's author; no list is no fault. */
    return stat(path, &found) == 0 ? salvo_appendix_check(book, path, err) : SALVO_OK;
}

static salvo_status run(context *x, salvo_error *err)
{
    options *o = &x->options;
    salvo_rulebook books[WORDS_MAX];
    size_t n = 1;
    salvo_status status;

    if (o->names.n != 1 || o->parameters.n)
        return salvo_fail(err, SALVO_BAD_INPUT, "check which data directory? as in salvo check data/mad");
    /* The directory to be checked takes the place of --data, so that tables are found as in any other command. */
    o->data = o->names.text[0];
    status = holds_rulesets(o->data) ? books_open(books, &n, x, err) : open_single(&books[0], x, err);
    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = check_appendix(&books[i], err);
    status = report(x, &CHECK_ANSWER, &(book_list){books, n, NULL}, status, err);
    books_close(books, n);
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
