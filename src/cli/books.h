/* Rulebooks, opened as the options say. */
#ifndef SALVO_CLI_BOOKS_H
#define SALVO_CLI_BOOKS_H

#include <salvo/rules.h>

#include "cli/context.h"

enum { DIRECTORY_MAX = 4096 };

/* Opens `ruleset` from `folder` (one that holds ruleset.yaml, or one that holds a folder for each ruleset), with the cells
 * changed as --set says. Folder NULL: from $SALVO_DATA, the data installed beside the program, or the data of the checkout
 * it was built in. The context notes which tables were used. */
salvo_status book_open_from(salvo_rulebook *book, context *x, const salvo_ruleset *ruleset, const char *folder,
                            const list *set, salvo_error *err);

/* The same with --data and --set as they were given. */
salvo_status book_open(salvo_rulebook *book, context *x, const salvo_ruleset *ruleset, salvo_error *err);

/* The ruleset that -r names; without it, an error that asks for it. */
salvo_status book_open_named(salvo_rulebook *book, context *x, salvo_error *err);

/* Opens the ruleset that -r names for as long as `use` takes. */
salvo_status book_use(context *x, salvo_status (*use)(context *x, const salvo_rulebook *book, salvo_error *err),
                      salvo_error *err);

/* Every ruleset, or the one that -r names: *n books of an array of SALVO_N_RULESETS. */
salvo_status books_open(salvo_rulebook *books, size_t *n, context *x, salvo_error *err);
void books_close(salvo_rulebook *books, size_t n);

/* The procedure that a word names, in full ("mad.duel"), by its id ("MAD-05"), or by its last part with -r; its ruleset
 * is opened. */
salvo_status book_open_procedure(salvo_rulebook *book, const salvo_procedure **procedure, context *x, const char *name,
                                 salvo_error *err);

/* The row of the nations table that `name` means. */
salvo_status book_nation(const salvo_rulebook *book, const char *name, size_t *nation, salvo_error *err);

#endif
