/* Rulebooks, opened as the options say. */
#ifndef SALVO_CLI_BOOKS_H
#define SALVO_CLI_BOOKS_H

#include <salvo/rules.h>

#include "cli/options.h"

enum { DIRECTORY_MAX = 4096 };

/* Opens `ruleset`: with --data from there (a folder that holds ruleset.yaml, or one that holds a folder for each
 * ruleset), else from $SALVO_DATA, the data installed beside the program, or the data of the checkout it was built in. */
salvo_status book_open(salvo_rulebook *book, const options *o, const salvo_ruleset *ruleset, salvo_error *err);

/* The ruleset that -r names; without it, an error that asks for it. */
salvo_status book_open_named(salvo_rulebook *book, const options *o, salvo_error *err);

/* Every ruleset, or the one that -r names: *n books of an array of SALVO_N_RULESETS. */
salvo_status books_open(salvo_rulebook *books, size_t *n, const options *o, salvo_error *err);
void books_close(salvo_rulebook *books, size_t n);

/* The procedure that a word names, in full ("mad.duel"), by its id ("MAD-05"), or by its last part with -r; its ruleset
 * is opened. */
salvo_status book_open_procedure(salvo_rulebook *book, const salvo_procedure **procedure, const options *o,
                                 const char *name, salvo_error *err);

/* The row of the nations table that `name` means. */
salvo_status book_nation(const salvo_rulebook *book, const char *name, size_t *nation, salvo_error *err);

#endif
