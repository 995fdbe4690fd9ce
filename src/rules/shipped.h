/* SPDX-License-Identifier: GPL-3.0-or-later */
/* salvo's own rulebooks: their ids, and where their files lie. */
#ifndef SALVO_RULES_SHIPPED_H
#define SALVO_RULES_SHIPPED_H

#include <salvo/rules.h>

enum { DIRECTORY_MAX = 4096 };

/* Returns the id of SALVO_BOOKS that `name` means. NULL: none. */
const char *shipped_id(const char *name);

/* Finds the folder of the files that belong to this program: those installed beside it, in the checkout of the build, or
 * in the library's installed data. */
void shipped_find(char directory[DIRECTORY_MAX]);

/* Whether that folder is one of shipped_find(), by whatever path. */
bool shipped_is(const char *directory, const char *id);

/* Finds the folder of salvo's own rulebooks: $SALVO_DATA, else shipped_find(). */
void shipped_find_data(char directory[DIRECTORY_MAX]);

/* Returns the path of one of salvo's own files beside the tables, such as "templates". NULL: memory is out. */
const char *shipped_file(const char *name, salvo_arena *memory);

/* Whether the folder has such a file or folder. */
bool shipped_exists(const char *directory, const char *file);

/* Returns a variable of the environment. NULL: it is not set, or it is empty, which some users mean as unset. */
const char *shipped_variable(const char *name);

#endif
