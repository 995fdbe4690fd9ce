/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rulebooks that a user can mean: salvo's own, and those in users' folders. */
#ifndef SALVO_RULES_SHELF_H
#define SALVO_RULES_SHELF_H

#include <salvo/rules.h>

typedef struct known_book {
    const char *id;           /* NULL: its ruleset.yaml cannot be read ... */
    const salvo_error *fault; /* ... for this reason */
    bool own;                 /* one of salvo's rulebooks, in the folder of all of them */
    const char *directory;    /* the folder with ruleset.yaml */
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

/* Finds the rulebook with that id, or with that title. For an unknown id it fails and proposes the nearest one. For an id with two
 * rulebooks it fails and names both places. */
salvo_status shelf_find(const shelf *s, const char *id, const known_book **book, salvo_arena *memory, salvo_error *err);

/* Finds the folder of the rulebook with that id in `folder`, which is a rulebook or a folder of rulebooks. */
salvo_status shelf_directory(const char **directory, const char *folder, const char *id, salvo_arena *memory,
                             salvo_error *err);

/* Opens the rulebook with the changes, as salvo_rulebook_open_changed does. */
salvo_status shelf_open(salvo_rulebook *book, const known_book *known, const salvo_rulebook_changes *changes,
                        salvo_error *err);

#endif
