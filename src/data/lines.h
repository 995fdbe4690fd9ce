/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plain-text table: one record a line, words separated by blanks, "#" before comments.
 *
 *     range 8- x2          # a kind of record, a name, and its content
 *
 * It becomes a table like one from a CSV file. `id` is the kind and the name joined by a hyphen ("range-8-"), `kind`
 * and `name` are those words, and the columns 0, 1, ... are the following words. A record of two words has no name. */
#ifndef SALVO_DATA_LINES_H
#define SALVO_DATA_LINES_H

#include <salvo/arena.h>
#include <salvo/data.h>

enum { SALVO_LINES_KIND = 1, SALVO_LINES_NAME, SALVO_LINES_FIRST }; /* columns; the heading of FIRST is "0" */

/* Reads the file at `path` into table->{path, header, n_columns, cells, n_rows}, all owned by `memory`. A word that a
 * record does not have is "", at the end of its line. SALVO_BAD_INPUT, with the position, for bytes that are not text
 * (data/file.h), and for a record whose kind and name occur on an earlier line. SALVO_IO if the file cannot be read. */
salvo_status salvo_lines_read(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err);

/* Returns whether the file is such a table: its name ends in ".txt". */
int salvo_lines_is_name(const char *path);

#endif
