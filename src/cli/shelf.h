/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rulebooks that a command can mean: salvo's own, and those that users keep in folders. */
#ifndef SALVO_CLI_SHELF_H
#define SALVO_CLI_SHELF_H

#include <salvo/rules.h>

#include "cli/context.h"

enum { DIRECTORY_MAX = 4096 };

typedef struct known_book {
    const char *id;               /* NULL: its ruleset.yaml cannot be read ... */
    const salvo_error *fault;     /* ... for this reason */
    const salvo_ruleset *ruleset; /* a ruleset of salvo's with its own id; NULL: the folder says which */
    const char *directory;        /* that holds ruleset.yaml */
} known_book;

/* Its memory is the context's. */
typedef struct shelf {
    known_book *at;
    size_t n;
    bool single; /* --data names this one rulebook: nobody needs to say which */
} shelf;

/* What --data names, a rulebook or a folder of rulebooks. Without it salvo's own (the folder $SALVO_DATA, the data installed
 * beside the program, or the data of the checkout it was built in), then users' rulebooks: in the folders of
 * $SALVO_RULES_PATH, divided by colons, and in salvo/rulesets of the user's data ($XDG_DATA_HOME or ~/.local/share). */
salvo_status shelf_fill(shelf *s, context *x, salvo_error *err);

/* The rulebook of that id. An unknown one fails with the nearest, one that is there twice with both places. */
salvo_status shelf_find(const shelf *s, context *x, const char *id, const known_book **book, salvo_error *err);

/* The folder in which `folder`, a rulebook or a folder of rulebooks, has the rulebook of that id. It lives in the
 * context's memory. */
salvo_status shelf_directory(context *x, const char *folder, const char *id, const char **directory, salvo_error *err);

/* A variable of the environment; NULL where it is not set, or empty: somebody has unset it halfway. */
const char *shelf_variable(const char *name);

/* Where salvo keeps a file of its own beside the tables: "templates". NULL when memory is out. */
const char *shelf_own(context *x, const char *name);

#endif
