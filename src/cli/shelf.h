/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rulebooks that a command can mean: salvo's own, and those in users' folders. */
#ifndef SALVO_CLI_SHELF_H
#define SALVO_CLI_SHELF_H

#include <salvo/rules.h>

#include "cli/context.h"

enum { DIRECTORY_MAX = 4096 };

typedef struct known_book {
    const char *id;               /* NULL: its ruleset.yaml cannot be read ... */
    const salvo_error *fault;     /* ... for this reason */
    const salvo_ruleset *ruleset; /* one of salvo's rulesets under its own id; NULL: the folder defines it */
    const char *directory;        /* the folder with ruleset.yaml */
} known_book;

/* Its memory is the context's. */
typedef struct shelf {
    known_book *at;
    size_t n;
    bool single; /* --data names this one rulebook, so -r is not needed */
} shelf;

/* Lists the rulebooks that --data names: one rulebook, or a folder of rulebooks. Without --data, it first lists salvo's
 * own. They are in $SALVO_DATA, in the data installed beside the program, or in the checkout of the build. Then it
 * lists users' rulebooks. They are in the folders of $SALVO_RULES_PATH, separated by colons, and in salvo/rulesets of
 * the user's data ($XDG_DATA_HOME or ~/.local/share). */
salvo_status shelf_fill(shelf *s, context *x, salvo_error *err);

/* Finds the rulebook with that id. For an unknown id it fails and proposes the nearest one. For an id with two
 * rulebooks it fails and names both places. */
salvo_status shelf_find(const shelf *s, context *x, const char *id, const known_book **book, salvo_error *err);

/* Finds the folder of the rulebook with that id in `folder`, which is a rulebook or a folder of rulebooks. The result
 * lives in the context's memory. */
salvo_status shelf_directory(context *x, const char *folder, const char *id, const char **directory, salvo_error *err);

/* Returns a variable of the environment. NULL: it is not set, or it is empty, which some users mean as unset. */
const char *shelf_variable(const char *name);

/* Returns the path of one of salvo's own files beside the tables, such as "templates". NULL: memory is out. */
const char *shelf_own(context *x, const char *name);

#endif
