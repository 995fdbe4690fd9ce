/* A roll, compiled: every result of its dice resolved once. Results with the same outcome and gains share a cell. */
#ifndef SALVO_ODDS_OUTCOME_TABLE_H
#define SALVO_ODDS_OUTCOME_TABLE_H

#include <salvo/odds.h>

typedef struct table_cell {
    int outcome;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    uint64_t ways; /* of the throw that lead here */
} table_cell;

typedef struct outcome_table {
    uint64_t ways;    /* of the throw, all equally likely; below 2^32 */
    uint64_t results; /* different results of the dice */
    table_cell *cells;
    size_t n_cells, capacity;
} outcome_table;

/* SALVO_TOO_LARGE beyond SALVO_RESULTS_MAX results. On failure *table is zeroed. */
salvo_status outcome_table_compile(outcome_table *table, const salvo_question *question, salvo_error *err);
/* Checks that a throw can be enumerated: at most SALVO_RESULTS_MAX results in fewer than 2^32 ways; else
 * SALVO_TOO_LARGE. */
salvo_status throw_check(const salvo_dice *dice, const char *what, salvo_error *err);

void outcome_table_free(outcome_table *table);

#endif
