/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads files that people write; every such file is opened here. */
#ifndef SALVO_DATA_FILE_H
#define SALVO_DATA_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>
#include <salvo/error.h>

#include "base/utf8.h"

/* Reads the whole file into `memory`, with a NUL after it; "-" is standard input. The file is a regular one, or a pipe with a writer (which
 * may take a second to open it). SALVO_IO for anything else and for a file that cannot be read. SALVO_BAD_INPUT, with
 * the position, for a file that is too large or not text: bytes that are not UTF-8, and invisible characters
 * (salvo_code_fault). */
salvo_status salvo_file_read(const char *path, salvo_arena *memory, char **bytes, size_t *length, salvo_error *err);

/* Lists the names in a folder, in order, without those that begin with a dot; none if there is no such folder. SALVO_IO
 * if it cannot be read. */
salvo_status salvo_file_names(const char *directory, const char ***names, size_t *n, salvo_arena *memory,
                              salvo_error *err);

/* Returns whether the path exists. If that cannot be found out, it counts as existing: its reader then says why it
 * cannot be read, and a necessary file is not passed over. */
bool salvo_file_is_there(const char *path);

/* Returns whether `file`, as a folder's own files name it, stays inside `directory`: no absolute path, no "..", no link
 * that leads out. A file that does not exist stays inside. */
bool salvo_file_stays_inside(const char *directory, const char *file);

/* Refuses a text that has that fault at that line and column. */
salvo_status salvo_file_refuse(const char *path, int line, int column, const salvo_text_fault *fault, salvo_error *err);

#endif
