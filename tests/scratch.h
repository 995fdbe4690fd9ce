/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of the shipped data in directories of their own, for tests that spoil or rewrite them. What goes wrong
 * here fails the test. */
#ifndef SALVO_TESTS_SCRATCH_H
#define SALVO_TESTS_SCRATCH_H

#include <stdio.h>

enum { SCRATCH_PATH = 512 };

/* Makes a directory with a copy of data/mad; its name goes into `directory`. */
void scratch_make(char directory[SCRATCH_PATH]);
/* The same of any ruleset's data. */
void scratch_make_of(char directory[SCRATCH_PATH], const char *ruleset);
/* The same of any folder. */
void scratch_make_from(char directory[SCRATCH_PATH], const char *folder);
void scratch_remove(const char *directory);

/* directory/file; the directory itself when `file` is "". Returns `path`. */
const char *scratch_path(char path[SCRATCH_PATH], const char *directory, const char *file);

/* The first `find` in the file becomes `replace`. Without `find`, `replace` becomes the whole file; without both, the
 * file is removed. */
void scratch_edit(const char *directory, const char *file, const char *find, const char *replace);

/* Every table of the directory becomes what `rewrite` prints from its text. */
void scratch_rewrite_tables(const char *directory, void (*rewrite)(FILE *out, const char *text));

#endif
