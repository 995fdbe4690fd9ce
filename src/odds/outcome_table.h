/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A roll, compiled: every result of its dice resolved once. Results with the same outcome and gains share a cell. */
#ifndef SALVO_ODDS_OUTCOME_TABLE_H
#define SALVO_ODDS_OUTCOME_TABLE_H

#include <salvo/odds.h>

#include "odds/long_ways.h"

typedef struct table_cell {
    int outcome;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    uint64_t ways; /* of the throw that lead here */
} table_cell;

typedef struct outcome_table {
    uint64_t ways;    /* of the throw, all equally likely; below 2^32; 0: they are long */
    uint64_t results; /* different results of the dice */
    table_cell *cells;
    size_t n_cells, capacity;
    long_ways longs; /* where ways are long: those of all cells, by cell, and of the throw behind them */
} outcome_table;

/* The chance of a cell. */
double outcome_table_chance(const outcome_table *table, size_t cell);

/* SALVO_TOO_LARGE beyond SALVO_RESULTS_MAX results. On failure *table is zeroed. */
salvo_status outcome_table_compile(outcome_table *table, const salvo_question *question, salvo_error *err);
/* Checks that a throw can be enumerated: at most SALVO_RESULTS_MAX results; else SALVO_TOO_LARGE. */
salvo_status throw_check(const salvo_dice *dice, const char *what, salvo_error *err);

/* Whether the ways of the throw are 2^32 or more. */
bool throw_is_long(const salvo_dice *dice);

void outcome_table_free(outcome_table *table);

#endif
