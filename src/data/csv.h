/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One CSV file (RFC 4180, UTF-8) as a table of text cells with their positions. */
#ifndef SALVO_DATA_CSV_H
#define SALVO_DATA_CSV_H

#include <salvo/arena.h>
#include <salvo/data.h>

/* Reads the file at `path` into table->{path, header, n_columns, cells, n_rows}, all owned by `memory`. A byte order
 * mark is skipped, blank lines are ignored. Refused, with the position: bytes that are no text (data/file.h), broken
 * quotes, a missing header, a heading that is empty or occurs twice, a first column other than "id", a row with too few
 * or too many cells, an id that is empty or occurs twice. SALVO_IO when the file cannot be read. */
salvo_status salvo_csv_read(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err);

/* The same of a file whose rows have no ids: any first column will do. */
salvo_status salvo_csv_read_rows(salvo_table *table, const char *path, salvo_arena *memory, salvo_error *err);

#endif
