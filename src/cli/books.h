/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rulebooks, opened as the options say. The context notes which tables were used. */
#ifndef SALVO_CLI_BOOKS_H
#define SALVO_CLI_BOOKS_H

#include <salvo/rules.h>

#include "cli/context.h"

/* A ruleset of salvo's, with --data and --set as they were given. */
salvo_status book_open(salvo_rulebook *book, context *x, const salvo_ruleset *ruleset, salvo_error *err);

/* `other` once more, or the rulebook of its id in `folder` if that is not NULL, with the cells of `set` changed. */
salvo_status book_open_again(salvo_rulebook *book, context *x, const salvo_rulebook *other, const char *folder,
                             const list *set, salvo_error *err);

/* Whether -r, --data or a default of the user's names a rulebook. */
bool book_is_named(context *x);

/* The rulebook that -r names, or --data alone; without them the user's default, else the only one that has the units
 * named; else an error that asks for it. */
salvo_status book_open_named(salvo_rulebook *book, context *x, salvo_error *err);

/* Opens that rulebook for as long as `use` takes. */
salvo_status book_use(context *x, salvo_status (*use)(context *x, const salvo_rulebook *book, salvo_error *err),
                      salvo_error *err);

/* Rulebooks in the memory of a context. One that is broken is zeroed; its fault tells why, its source (a folder, or "salvo") where. */
typedef struct open_books {
    salvo_rulebook *at;
    salvo_error *faults;
    const char **sources, **ids; /* an id may be NULL */
    size_t n;
} open_books;

/* Every rulebook, or the one that is named. What a user keeps in a folder of his may be broken: with `broken` it is told
 * of, else it is left out. On failure none is open. */
salvo_status books_open(open_books *books, context *x, bool broken, salvo_error *err);
void books_close(open_books *books);

/* The procedure that a word names, in full ("mad.duel"), by its id ("MAD-05"), or by its last part where the rulebook is
 * known; its rulebook is opened. */
salvo_status book_open_procedure(salvo_rulebook *book, const salvo_procedure **procedure, context *x, const char *name,
                                 salvo_error *err);

/* Whether a procedure has that flag, of salvo's rulebooks or of a user's that the options may mean. */
bool books_have_flag(context *x, const char *key);

/* The row of the nations table that `name` means. */
salvo_status book_nation(const salvo_rulebook *book, const char *name, size_t *nation, salvo_error *err);

#endif
