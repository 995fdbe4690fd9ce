/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the cells of a table as numbers, names and range brackets. Every message has the file, line and column, the content
 * and what is permitted. */
#ifndef SALVO_DATA_RECORDS_H
#define SALVO_DATA_RECORDS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>
#include <salvo/data.h>

enum {
    SALVO_BLANK = INT_MIN,     /* the number for a cell that holds its kind's `blank` */
    SALVO_OTHER = INT_MIN + 1, /* ... that holds its `other` */
};

/* What a cell of whole numbers may hold. */
typedef struct salvo_number_kind {
    int min, max;
    const char *blank; /* the text for no number ("-", "#"); NULL if a number is required */
    const char *other; /* a second word in place of a number ("*"), beside `blank`; or NULL */
} salvo_number_kind;

/* Finds the table of that name; refuses a ruleset.yaml that does not list it. */
salvo_status salvo_records_table(const salvo_store *store, const char *name, const salvo_table **table,
                                 salvo_error *err);

/* Finds the row with exactly that id; refuses a table without it. */
salvo_status salvo_records_row(const salvo_table *table, const char *id, int *row, salvo_error *err);

/* Sets rows[i] to the row with the id ids[i], of n that the rules know. Refuses a missing id, and a row that no rule
 * knows. */
salvo_status salvo_records_known(const salvo_store *store, const char *table, const char *const *ids, size_t n,
                                 int *rows, salvo_error *err);

/* Range brackets: the columns whose headings are a number and the ruleset's unit of distance ("350m"), each the
 * longest range that it covers. */
typedef struct salvo_brackets {
    size_t count;
    const double *upto; /* ascending */
    const int *column;  /* of the table */
} salvo_brackets;

/* Reads at least one bracket, in ascending order; otherwise refuses the table. */
salvo_status salvo_brackets_read(const salvo_store *store, const salvo_table *table, salvo_arena *memory,
                                 salvo_brackets *brackets, salvo_error *err);

/* Returns the first bracket that covers `range`, or -1 beyond the last. */
int salvo_brackets_find(const salvo_brackets *brackets, double range);

/* Refuses a cell with its place: "unknown weapon 'cannon-z' ...". */
salvo_status salvo_cell_refuse(const salvo_cell *cell, salvo_error *err, const char *format, ...) SALVO_PRINTF(3, 4);

/* Reads a whole number in [min, max]. `what` is its name in messages. */
salvo_status salvo_cell_integer(const salvo_cell *cell, const char *what, int min, int max, int *number,
                                salvo_error *err);

/* Reads a whole number in the kind's limits, or SALVO_BLANK or SALVO_OTHER for its words. */
salvo_status salvo_cell_number(const salvo_cell *cell, const char *what, const salvo_number_kind *kind, int *number,
                               salvo_error *err);

/* Reads a decimal number in [min, max]. */
salvo_status salvo_cell_decimal(const salvo_cell *cell, const char *what, int min, int max, double *number,
                                salvo_error *err);

/* Finds the row of `table` whose id is exactly the cell's text (or the `length` characters at `text` inside the
 * cell). */
salvo_status salvo_cell_reference(const salvo_cell *cell, const char *text, size_t length, const salvo_table *table,
                                  const char *noun, int *row, salvo_error *err);

#endif
