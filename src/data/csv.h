/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One CSV file (RFC 4180, UTF-8) as a table of text cells with their positions. */
#ifndef SALVO_DATA_CSV_H
#define SALVO_DATA_CSV_H

#include <salvo/arena.h>
#include <salvo/data.h>

/* Returns what separates the cells of the table in those bytes: the first comma or semicolon of its header that is not
 * in quotes. */
char salvo_csv_separator(const char *bytes, size_t length);

/* Reads the file at `path` into table->{path, header, n_columns, cells, n_rows}, all owned by `memory`. A byte order
 * mark and blank lines are ignored. If the header is separated by semicolons, numbers may have a decimal comma, which
 * becomes a point; a number that could mean two things is refused (1.234), and so are tables with both marks, unless a
 * cell is quoted. SALVO_BAD_INPUT, with the position, for bytes that are not text (data/file.h) and
 * for broken quotes. The same for a missing header, a heading that is empty or occurs twice, and a first column other
 * than "id". The same for a row with too few or too many cells, and for an id that is empty or occurs twice. SALVO_IO
 * if the file cannot be read. */
salvo_status salvo_csv_read(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err);

/* The same for a file whose rows have no ids: its first column may have any heading. */
salvo_status salvo_csv_read_rows(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err);

#endif
