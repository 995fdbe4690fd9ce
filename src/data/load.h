/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads a ruleset's tables by a list of steps. Each fills one member of the ruleset's struct, or checks earlier
 * members. */
#ifndef SALVO_DATA_LOAD_H
#define SALVO_DATA_LOAD_H

#include "data/records.h"

/* The source of the tables, the memory, and the place for the first error. */
typedef struct salvo_loader {
    const salvo_store *store;
    salvo_arena *memory;
    salvo_error *err;
} salvo_loader;

typedef struct salvo_load {
    enum {
        LOAD_RECORDS,  /* T *: the rows of `table` by `fields`, as salvo_records_load */
        LOAD_KNOWN,    /* T[n_ids]: the same, in the order of `ids`, as salvo_records_known */
        LOAD_ROWS,     /* int[n_ids]: the rows of `table` with these ids, as salvo_records_known */
        LOAD_ROW,      /* int: the row with the id `id`, as salvo_records_row */
        LOAD_COUNT,    /* int or size_t: the number of rows of `table` */
        LOAD_GRID,     /* int[]: as salvo_grid_load */
        LOAD_DECIMALS, /* double[]: as salvo_grid_load_decimals */
        LOAD_NUMBERS,  /* int[]: as salvo_numbers_load */
        LOAD_BRACKETS, /* salvo_brackets: of `table`, as salvo_brackets_read */
        LOAD_OWN,      /* anything, by the ruleset's own function */
    } kind;
    size_t offset, size; /* of the member, in the ruleset's struct */
    const char *table;
    const salvo_field *fields;
    size_t n_fields, record_size; /* SALVO_FIELDS */
    const char *const *ids;
    size_t n_ids;
    const char *id;
    const salvo_grid *grid;
    const salvo_numbers *numbers;
    salvo_status (*own)(const salvo_loader *l,
                        void *tables); /* in the form of the others: SALVO_OK, or l->err has the reason */
} salvo_load;

#define SALVO_INTO_TABLES(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)NULL)->member)
#define SALVO_FIELDS(schema, record) \
    .fields = schema, .n_fields = sizeof(schema) / sizeof *(schema), .record_size = sizeof(record)

/* Takes the steps in order; the first that fails ends the loading. */
salvo_status salvo_load_tables(const salvo_load *steps, size_t n, const salvo_loader *l, void *tables);

#endif
