/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One CSV file (RFC 4180, UTF-8) as a table of text cells with their positions. */
#ifndef SALVO_DATA_CSV_H
#define SALVO_DATA_CSV_H

#include <salvo/arena.h>
#include <salvo/data.h>

/* Reads the file at `path` into table->{path, header, n_columns, cells, n_rows}, all owned by `memory`. A byte order
 * mark and blank lines are ignored. SALVO_BAD_INPUT, with the position, for bytes that are not text (data/file.h) and
 * for broken quotes. The same for a missing header, a heading that is empty or occurs twice, and a first column other
 * than "id". The same for a row with too few or too many cells, and for an id that is empty or occurs twice. SALVO_IO
 * if the file cannot be read. */
salvo_status salvo_csv_read(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err);

/* The same for a file whose rows have no ids: its first column may have any heading. */
salvo_status salvo_csv_read_rows(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err);

#endif
