/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An entry of grids while it is made: the author's wish, read against the rulebook. */
#ifndef SALVO_APPENDIX_GRID_WISH_H
#define SALVO_APPENDIX_GRID_WISH_H

#include "appendix/document.h"
#include "appendix/quantity.h"
#include "simulate/sweep.h"

/* One entry in progress. */
typedef struct maker {
    salvo_appendix *appendix;
    const salvo_rulebook *book;
    const salvo_approach *approach;
    const appendix_wish *wish;
    const salvo_yaml *source;
    size_t at;
    bool asks_only; /* answers only if nothing else shows what is possible */
    bool unsure;    /* some answer was too large: its possible outcomes are unknown */
    const salvo_procedure *procedure;
    appendix_quantity *quantities;
    size_t n_quantities;
    salvo_arena *memory;
} maker;

/* One row of questions: its name, and the words that it adds. */
typedef struct grid_line {
    salvo_appendix_value value;
    const char *words[2];
    size_t n_words;
    bool named; /* the name is the rulebook's and no longer the author's */
} grid_line;

/* One table of questions: their common words, its rows and its columns. Without columns there is one question for each
 * row. */
typedef struct grid_table {
    const char **words; /* with room for those of a row and a column */
    size_t n_words;
    const char *row_key;
    const char *table_key; /* the parameter that has one value here; NULL: none */
    salvo_appendix_value table;
    grid_line *lines;
    size_t n_lines;
    sweep columns;      /* key NULL: none */
    const char *remark; /* of the first combination that has one */
    bool any;           /* some combination is possible */
    salvo_error first;  /* why the first one is not */
} grid_table;

/* Finds the procedure, checks the words, reads the quantities. */
salvo_status grid_wish_read(maker *c, salvo_error *err);

/* Reads the values that make a table each; without them there is one, whose key is NULL. */
salvo_status grid_tables_read(maker *c, sweep *tables, salvo_error *err);

/* Reads table i of them, with its rows and columns. */
salvo_status grid_table_read(maker *c, grid_table *t, const sweep *tables, size_t i, salvo_error *err);

/* Gives an error the place of the entry's key in the list. Returns `status`. */
salvo_status grid_blame(const maker *c, const char *key, int item, salvo_status status, salvo_error *err);

/* Return the rulebook's names, whatever the author wrote: of an id among the values of a parameter, of value i of a
 * sweep ("100 m"). */
const char *grid_name_in(const salvo_store *store, const salvo_parameter *p, const char *id);
const char *grid_value_name(const maker *c, const sweep *s, size_t i);
const salvo_parameter *grid_parameter(const maker *c, const char *key);

#endif
