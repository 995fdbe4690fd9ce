/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rulebooks that a user can mean: salvo's own, and those in users' folders. */
#ifndef SALVO_RULES_SHELF_H
#define SALVO_RULES_SHELF_H

#include <salvo/rules.h>

enum { DIRECTORY_MAX = 4096 };

typedef struct known_book {
    const char *id;               /* NULL: its ruleset.yaml cannot be read ... */
    const salvo_error *fault;     /* ... for this reason */
    const salvo_ruleset *ruleset; /* one of salvo's rulesets under its own id; NULL: the folder defines it */
    const char *directory;        /* the folder with ruleset.yaml */
} known_book;

/* Everything in it lives in the memory with which it was filled. */
typedef struct shelf {
    known_book *at;
    size_t n;
    bool single; /* the folder is this one rulebook's, so it need not be named */
} shelf;

/* Lists the rulebooks of `folder`: one rulebook, or a folder of rulebooks. If it is NULL, lists those of
 * salvo_rulebook_find. */
salvo_status shelf_fill(shelf *s, const char *folder, salvo_arena *memory, salvo_error *err);

/* Finds the rulebook with that id. For an unknown id it fails and proposes the nearest one. For an id with two
 * rulebooks it fails and names both places. */
salvo_status shelf_find(const shelf *s, const char *id, const known_book **book, salvo_arena *memory, salvo_error *err);

/* Finds the folder of the rulebook with that id in `folder`, which is a rulebook or a folder of rulebooks. */
salvo_status shelf_directory(const char **directory, const char *folder, const char *id, salvo_arena *memory,
                             salvo_error *err);

/* Returns a variable of the environment. NULL: it is not set, or it is empty, which some users mean as unset. */
const char *shelf_variable(const char *name);

/* Returns the path of one of salvo's own files beside the tables, such as "templates". NULL: memory is out. */
const char *shelf_own(const char *name, salvo_arena *memory);

#endif
