/* Where tables come from, in this order: --data, $SALVO_DATA, the data installed beside the program, the checkout
 * it was built in. */
#include "cli/books.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/names.h"

/* A path that does not fit is no path: a shortened one could name something else. */
static bool exists(const char *directory, const char *file)
{
    char path[DIRECTORY_MAX];
    struct stat found;
    int length = snprintf(path, sizeof path, "%s/%s", directory, file);

    return length > 0 && (size_t)length < sizeof path && stat(path, &found) == 0;
}

/* The installed program stands in PREFIX/bin, its data in PREFIX/share/salvo. */
static bool installed_data(char directory[DIRECTORY_MAX])
{
    /* Leaves room for what is put behind it. */
    char program[DIRECTORY_MAX - 32];
    /* Not argv[0], which is what the caller chose: an installed tree may be moved as a whole. */
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *slash;

    if (length <= 0)
        return false;
    /* readlink ends nothing. */
    program[length] = '\0';
    slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = '\0';
    snprintf(directory, DIRECTORY_MAX, "%s/../share/salvo", program);
    return exists(directory, ".");
}

static void find_data(char directory[DIRECTORY_MAX])
{
    const char *wanted = getenv("SALVO_DATA");

    /* An empty variable is one that somebody has unset halfway. */
    if (wanted && *wanted)
        snprintf(directory, DIRECTORY_MAX, "%s", wanted);
    else if (!installed_data(directory))
        snprintf(directory, DIRECTORY_MAX, "%s",
                 exists(SALVO_SOURCE_DATA_DIR, ".") ? SALVO_SOURCE_DATA_DIR : SALVO_INSTALL_DATA_DIR);
}

salvo_status book_open_from(salvo_rulebook *book, context *x, const salvo_ruleset *ruleset, const char *folder,
                            const list *set, salvo_error *err)
{
    char root[DIRECTORY_MAX], directory[DIRECTORY_MAX + 64];
    salvo_status status;

    if (folder)
        snprintf(root, sizeof root, "%s", folder);
    else
        find_data(root);
    /* A folder that is not there goes on as it was typed, so that the message names what the user knows. */
    if (exists(root, "ruleset.yaml") || !exists(root, "."))
        snprintf(directory, sizeof directory, "%s", root);
    else
        snprintf(directory, sizeof directory, "%s/%s", root, ruleset->id);
    status = salvo_rulebook_open(book, ruleset, directory, set->text, set->n, err);
    /* With the hash of the changed cells: a study's manifest must tell changed tables from printed ones. */
    return status == SALVO_OK ? context_note_tables(x, ruleset->id, folder, book->store.hash, err) : status;
}

salvo_status book_open(salvo_rulebook *book, context *x, const salvo_ruleset *ruleset, salvo_error *err)
{
    return book_open_from(book, x, ruleset, x->options.data, &x->options.set, err);
}

salvo_status book_open_named(salvo_rulebook *book, context *x, salvo_error *err)
{
    const salvo_ruleset *ruleset;
    salvo_status status;

    if (!x->options.ruleset)
        /* No default: the same unit has other values in another rulebook. */
        return salvo_fail(err, SALVO_BAD_INPUT, "which rulebook? add -r ID, as in -r %s (salvo list rulesets)",
                          SALVO_RULESETS[0]->id);
    status = salvo_ruleset_find(x->options.ruleset, &ruleset, err);
    return status == SALVO_OK ? book_open(book, x, ruleset, err) : status;
}

salvo_status book_use(context *x, salvo_status (*use)(context *x, const salvo_rulebook *book, salvo_error *err),
                      salvo_error *err)
{
    salvo_rulebook book;
    salvo_status status = book_open_named(&book, x, err);

    if (status != SALVO_OK)
        return status;
    status = use(x, &book, err);
    salvo_rulebook_close(&book);
    return status;
}

salvo_status books_open(salvo_rulebook *books, size_t *n, context *x, salvo_error *err)
{
    salvo_status status = SALVO_OK;

    *n = 0;
    if (x->options.ruleset) {
        status = book_open_named(&books[0], x, err);
        *n = status == SALVO_OK;
        return status;
    }
    for (size_t i = 0; i < SALVO_N_RULESETS && status == SALVO_OK; i++) {
        status = book_open(&books[i], x, SALVO_RULESETS[i], err);
        *n += status == SALVO_OK;
    }
    if (status != SALVO_OK)
        /* Those before the one that failed; the caller has nothing to close then. */
        books_close(books, *n);
    return status;
}

void books_close(salvo_rulebook *books, size_t n)
{
    for (size_t i = 0; i < n; i++)
        salvo_rulebook_close(&books[i]);
}

/* The last part alone needs -r: several rulebooks have a duel. */
static bool is_named(const salvo_ruleset *ruleset, const salvo_procedure *procedure, const char *name, bool short_too)
{
    return salvo_name_matches(procedure->schema.name, name) || salvo_name_matches(procedure->id, name) ||
           /* The dot between the two is punctuation, which a match passes over. */
           (short_too && salvo_name_matches(procedure->schema.name + strlen(ruleset->id), name));
}

static salvo_status unknown_procedure(const salvo_ruleset *only, const char *name, salvo_error *err)
{
    const char *names[WORDS_MAX] = {NULL};
    size_t n = 0;

    for (size_t i = 0; i < SALVO_N_RULESETS; i++)
        for (size_t k = 0; k < SALVO_RULESETS[i]->n_procedures && n < WORDS_MAX; k++)
            if (!only || only == SALVO_RULESETS[i])
                names[n++] = SALVO_RULESETS[i]->procedures[k]->schema.name;
    return salvo_names_fail(err, names, n, name, "unknown procedure '%s'", name);
}

salvo_status book_open_procedure(salvo_rulebook *book, const salvo_procedure **procedure, context *x, const char *name,
                                 salvo_error *err)
{
    const salvo_ruleset *only = NULL;

    if (x->options.ruleset && salvo_ruleset_find(x->options.ruleset, &only, err) != SALVO_OK)
        return SALVO_BAD_INPUT;
    for (size_t i = 0; i < SALVO_N_RULESETS; i++)
        for (size_t k = 0; k < SALVO_RULESETS[i]->n_procedures; k++) {
            *procedure = SALVO_RULESETS[i]->procedures[k];
            /* Only this rulebook is opened: a fault in the tables of others is none of this question's. */
            if ((!only || only == SALVO_RULESETS[i]) && is_named(SALVO_RULESETS[i], *procedure, name, only != NULL))
                return book_open(book, x, SALVO_RULESETS[i], err);
        }
    return unknown_procedure(only, name, err);
}

salvo_status book_nation(const salvo_rulebook *book, const char *name, size_t *nation, salvo_error *err)
{
    const char *units = book->ruleset->units;
    const salvo_table *nations = units ? salvo_store_table(&book->store, units)->nations : NULL;

    if (!nations)
        return salvo_fail(err, SALVO_BAD_INPUT, "the units of '%s' have no nations", book->ruleset->id);
    return salvo_table_find(nations, "nation", name, nation, err);
}
