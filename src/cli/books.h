/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens rulebooks as the options say. The context notes which tables a command used. */
#ifndef SALVO_CLI_BOOKS_H
#define SALVO_CLI_BOOKS_H

#include <salvo/rules.h>

#include "cli/context.h"

/* Opens the rulebook with that id with the given --data and --set. */
salvo_status book_open(salvo_rulebook *book, context *x, const char *id, salvo_error *err);

/* The owner of rules that the first of two variants does not have. */
extern const char SECOND_VARIANT[];

/* Opens `other` again, or the rulebook with its id in `folder` if that is not NULL, with the cells of `set` changed and
 * with those house rules. SALVO_BAD_INPUT for another rulebook; a copy may have an id of its own. The context notes the
 * rules that differ as those of `whose`. */
salvo_status book_open_again(salvo_rulebook *book, context *x, const salvo_rulebook *other, const char *folder,
                             const list *set, const list *rules, const char *whose, salvo_error *err);

/* Whether -r, --data or the user's default names a rulebook. */
bool book_is_named(context *x);

/* Opens the rulebook that -r names, or --data alone. Without them it takes the user's default, else the only rulebook
 * that has the named units. Otherwise it fails and asks for a rulebook. */
salvo_status book_open_named(salvo_rulebook *book, context *x, salvo_error *err);

/* Opens that rulebook, calls `use`, and closes the rulebook. */
salvo_status book_use(context *x, salvo_status (*use)(context *x, const salvo_rulebook *book, salvo_error *err),
                      salvo_error *err);

/* Rulebooks in a context's memory. A broken one is zeroed: its fault has the reason, and its source is a folder or
 * "salvo". */
typedef struct open_books {
    salvo_rulebook *at;
    salvo_error *faults;
    const char **sources, **ids; /* an id may be NULL */
    size_t n;
} open_books;

/* Opens every rulebook, or the named one. A rulebook in a user's folder may be broken: it is listed if `broken` is
 * true, else left out. On failure no rulebook is open. */
salvo_status books_open(open_books *books, context *x, bool broken, salvo_error *err);
void books_close(open_books *books);

/* Finds a procedure by its full name ("mad.duel"), its id ("MAD-05") or, if the rulebook is known, the last part of its
 * name. Opens its rulebook. */
salvo_status book_open_procedure(salvo_rulebook *book, const salvo_procedure **procedure, context *x, const char *name,
                                 salvo_error *err);

/* Whether any procedure has that flag, in salvo's rulebooks or in the users' rulebooks that the options can mean. */
flag_function books_have_flag; /* of a context */

/* Finds the row of the nations table that `name` means. */
salvo_status book_nation(const salvo_rulebook *book, const char *name, size_t *nation, salvo_error *err);

#endif
