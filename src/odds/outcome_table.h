/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A compiled roll: every result of its dice is resolved once. Results with the same outcome and gains share a cell. */
#ifndef SALVO_ODDS_OUTCOME_TABLE_H
#define SALVO_ODDS_OUTCOME_TABLE_H

#include <salvo/odds.h>

#include "odds/long_ways.h"

typedef struct table_cell {
    int outcome;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    uint64_t ways; /* of the throw that lead to this cell */
} table_cell;

typedef struct outcome_table {
    uint64_t ways;    /* of the throw, all equally likely; below 2^32; 0: they are long */
    uint64_t results; /* different results of the dice */
    table_cell *cells;
    size_t n_cells, capacity;
    long_ways longs; /* if ways are long: those of each cell, then those of the throw */
} outcome_table;

/* Returns the chance of a cell. */
double outcome_table_chance(const outcome_table *table, size_t cell);

/* Returns SALVO_TOO_LARGE beyond SALVO_RESULTS_MAX results. On failure *table is zeroed. */
salvo_status outcome_table_compile(outcome_table *table, const salvo_question *question, salvo_error *err);
void outcome_table_free(outcome_table *table);

#endif
