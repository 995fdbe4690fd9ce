/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a table of text to an array of structs, by a schema: one row of the table, one struct; one column, one member.
 * Every complaint names the file, line and column, what stands there and what would do. */
#ifndef SALVO_DATA_RECORDS_H
#define SALVO_DATA_RECORDS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>
#include <salvo/data.h>

enum {
    SALVO_BLANK = INT_MIN,     /* the number in a cell that holds its field's `blank` */
    SALVO_OTHER = INT_MIN + 1, /* ... that holds its `other` */
};

typedef enum {
    SALVO_FIELD_TEXT,      /* const char *: as it stands, not empty */
    SALVO_FIELD_INTEGER,   /* int in [min, max], or SALVO_BLANK */
    SALVO_FIELD_DECIMAL,   /* double in [min, max] */
    SALVO_FIELD_CHOICE,    /* int: place among `choices` */
    SALVO_FIELD_REFERENCE, /* int: row of `table` */
    SALVO_FIELD_BRACKETS,  /* const int *: one number in [min, max], or SALVO_BLANK, for each bracket of the table */
} salvo_field_kind;

typedef struct salvo_field {
    const char *column; /* BRACKETS: unused */
    salvo_field_kind kind;
    size_t offset; /* of the member */
    int min, max;
    const char *blank; /* the cell text that stands for no number ("-", "#"); NULL when a number must be there */
    const char *const *choices; /* ends with NULL */
    const char *table;
    const char *other; /* a second word in place of a number ("*"), beside `blank`; or NULL */
} salvo_field;

/* Fills *records with table->n_rows structs of `size` bytes, in the order of the rows. */
salvo_status salvo_records_load(const salvo_store *store, const char *table, const salvo_field *fields, size_t n_fields,
                                size_t size, salvo_arena *memory, void *records, salvo_error *err);

/* The table of that name; a ruleset.yaml that does not list it is refused. */
salvo_status salvo_records_table(const salvo_store *store, const char *name, const salvo_table **table,
                                 salvo_error *err);

/* The row with exactly that id, which must be there, or the table is refused. */
salvo_status salvo_records_row(const salvo_table *table, const char *id, int *row, salvo_error *err);

/* A table of single numbers that a rule knows by id ("moving,+2"). */
typedef struct salvo_numbers {
    const char *table, *column;
    const char *const *ids; /* n of them */
    size_t n;
    int min, max;
} salvo_numbers;

/* numbers[i] becomes the number in the row ids[i]. A missing id is refused, and so is a row that no rule knows. */
salvo_status salvo_numbers_load(const salvo_store *store, const salvo_numbers *known, int *numbers, salvo_error *err);

/* A table of numbers that a rule knows by the ids of its rows and the headings of its columns. */
typedef struct salvo_grid {
    const char *table;
    const char *const *ids; /* n_ids of them */
    size_t n_ids;
    const char *const *columns; /* n_columns of them */
    size_t n_columns;
    int min, max;
    const char *blank; /* as a field's */
} salvo_grid;

/* numbers[i * n_columns + k] becomes the number in the row ids[i] and the column columns[k], SALVO_BLANK for a blank
 * one. Missing ids and columns are refused, and so is a row that no rule knows. */
salvo_status salvo_grid_load(const salvo_store *store, const salvo_grid *known, int *numbers, salvo_error *err);
/* The same of decimal numbers; `blank` is not used. */
salvo_status salvo_grid_load_decimals(const salvo_store *store, const salvo_grid *known, double *numbers,
                                      salvo_error *err);

/* rows[i] becomes the row with the id ids[i], of n that the rules know. A missing id is refused, and so is a row that
 * no rule knows. */
salvo_status salvo_records_known(const salvo_store *store, const char *table, const char *const *ids, size_t n,
                                 int *rows, salvo_error *err);

/* Range brackets: the columns whose headings are a number and the ruleset's unit of distance ("350m"), each the
 * longest range that it covers. */
typedef struct salvo_brackets {
    size_t count;
    const double *upto; /* ascending */
    const int *column;  /* of the table */
} salvo_brackets;

/* At least one bracket, in ascending order, or the table is refused. */
salvo_status salvo_brackets_read(const salvo_store *store, const salvo_table *table, salvo_arena *memory,
                                 salvo_brackets *brackets, salvo_error *err);

/* The first bracket that covers `range`, or -1 beyond the last. */
int salvo_brackets_find(const salvo_brackets *brackets, double range);

/* Refuses a cell: "unknown weapon 'cannon-z' ..." with its place. */
salvo_status salvo_cell_refuse(const salvo_cell *cell, salvo_error *err, const char *format, ...) SALVO_PRINTF(3, 4);

/* A whole number in [min, max]. `what` is what the message calls it. */
salvo_status salvo_cell_integer(const salvo_cell *cell, const char *what, int min, int max, int *number,
                                salvo_error *err);

/* A decimal number in [min, max]. */
salvo_status salvo_cell_decimal(const salvo_cell *cell, const char *what, int min, int max, double *number,
                                salvo_error *err);

/* The row of `table` whose id is exactly the cell's text (or the `length` characters at `text` inside the cell). */
salvo_status salvo_cell_reference(const salvo_cell *cell, const char *text, size_t length, const salvo_table *table,
                                  const char *noun, int *row, salvo_error *err);

#endif
