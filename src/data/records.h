/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a table of text to an array of structs by a schema: one row becomes one struct, and one column one member.
 * Every message has the file, line and column, the content and what is permitted. */
#ifndef SALVO_DATA_RECORDS_H
#define SALVO_DATA_RECORDS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include <salvo/arena.h>
#include <salvo/data.h>

enum {
    SALVO_BLANK = INT_MIN,     /* the number for a cell that holds its field's `blank` */
    SALVO_OTHER = INT_MIN + 1, /* ... that holds its `other` */
};

typedef enum {
    SALVO_FIELD_TEXT,      /* const char *: as written, not empty */
    SALVO_FIELD_INTEGER,   /* int in [min, max], or SALVO_BLANK */
    SALVO_FIELD_DECIMAL,   /* double in [min, max] */
    SALVO_FIELD_CHOICE,    /* int: place in `choices` */
    SALVO_FIELD_REFERENCE, /* int: row of `table` */
    SALVO_FIELD_BRACKETS,  /* const int *: one number in [min, max], or SALVO_BLANK, for each bracket of the table */
} salvo_field_kind;

typedef struct salvo_field {
    const char *column; /* BRACKETS: unused */
    salvo_field_kind kind;
    size_t offset; /* of the member */
    int min, max;
    const char *blank;          /* the cell text for no number ("-", "#"); NULL if a number is required */
    const char *const *choices; /* ends with NULL */
    const char *table;
    const char *other; /* a second word in place of a number ("*"), beside `blank`; or NULL */
} salvo_field;

/* Fills *records with table->n_rows structs of `size` bytes, in the order of the rows. */
salvo_status salvo_records_load(const salvo_store *store, const char *table, const salvo_field *fields, size_t n_fields,
                                size_t size, salvo_arena *memory, void *records, salvo_error *err);

/* Finds the table of that name; refuses a ruleset.yaml that does not list it. */
salvo_status salvo_records_table(const salvo_store *store, const char *name, const salvo_table **table,
                                 salvo_error *err);

/* Finds the row with exactly that id; refuses a table without it. */
salvo_status salvo_records_row(const salvo_table *table, const char *id, int *row, salvo_error *err);

/* A table of single numbers that a rule knows by id ("moving,+2"). */
typedef struct salvo_numbers {
    const char *table, *column;
    const char *const *ids; /* n of them */
    size_t n;
    int min, max;
} salvo_numbers;

/* Sets numbers[i] to the number in the row ids[i]. Refuses a missing id, and a row that no rule knows. */
salvo_status salvo_numbers_load(const salvo_store *store, const salvo_numbers *known, int *numbers, salvo_error *err);

/* A table of numbers that a rule knows by the ids of its rows and the headings of its columns. */
typedef struct salvo_grid {
    const char *table;
    const char *const *ids; /* n_ids of them */
    size_t n_ids;
    const char *const *columns; /* n_columns of them */
    size_t n_columns;
    int min, max;
    const char *blank; /* as in a field */
} salvo_grid;

/* Sets numbers[i * n_columns + k] to the number in the row ids[i] and the column columns[k], SALVO_BLANK for a blank
 * one. Refuses missing ids and columns, and a row that no rule knows. */
salvo_status salvo_grid_load(const salvo_store *store, const salvo_grid *known, int *numbers, salvo_error *err);
/* The same for decimal numbers; `blank` is unused. */
salvo_status salvo_grid_load_decimals(const salvo_store *store, const salvo_grid *known, double *numbers,
                                      salvo_error *err);

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

/* Reads a whole number in the field's limits, or SALVO_BLANK or SALVO_OTHER for its words. */
salvo_status salvo_cell_number(const salvo_cell *cell, const char *what, const salvo_field *field, int *number,
                               salvo_error *err);

/* Reads a decimal number in [min, max]. */
salvo_status salvo_cell_decimal(const salvo_cell *cell, const char *what, int min, int max, double *number,
                                salvo_error *err);

/* Finds the row of `table` whose id is exactly the cell's text (or the `length` characters at `text` inside the
 * cell). */
salvo_status salvo_cell_reference(const salvo_cell *cell, const char *text, size_t length, const salvo_table *table,
                                  const char *noun, int *row, salvo_error *err);

#endif
