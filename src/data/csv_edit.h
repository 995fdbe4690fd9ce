/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A CSV file with some of its cells changed and every other byte unchanged; and the difference, for `patch`. */
#ifndef SALVO_DATA_CSV_EDIT_H
#define SALVO_DATA_CSV_EDIT_H

#include <stdio.h>

#include <salvo/data.h>

/* Cells by row and column as in salvo_csv_read. NULL: the cell stays. */
typedef struct csv_edit {
    const char *path;
    size_t n_rows, n_columns;
    const char **text; /* n_rows x n_columns; without line ends, commas and quotes */
} csv_edit;

/* Writes the file with its changes. The file was read as a table before, so its quotes are valid. SALVO_IO, and
 * SALVO_BAD_INPUT if the file has fewer cells than the table had. */
salvo_status csv_edit_write(FILE *out, const csv_edit *edit, salvo_error *err);

/* Writes a unified diff from the file to the changed one, with three lines around every change; nothing without
 * changes. `name` is the name of both in the diff. */
salvo_status csv_edit_write_diff(FILE *out, const csv_edit *edit, const char *name, salvo_error *err);

#endif
