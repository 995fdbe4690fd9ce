/* A roll, compiled: every result of its dice resolved once. Results that are alike in outcome and gain share a cell. */
#ifndef SALVO_ODDS_OUTCOME_TABLE_H
#define SALVO_ODDS_OUTCOME_TABLE_H

#include <salvo/odds.h>

typedef struct table_cell {
    int outcome;
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    uint64_t ways; /* dice results that lead here */
} table_cell;

typedef struct outcome_table {
    uint64_t ways;     /* dice results altogether: the size of `cell_of` */
    uint16_t *cell_of; /* by the throw's number, the last die running fastest */
    table_cell *cells;
    size_t n_cells, capacity;
} outcome_table;

/* SALVO_TOO_LARGE beyond SALVO_ROLL_WAYS_MAX results. On failure *table is zeroed. */
salvo_status outcome_table_compile(outcome_table *table, const salvo_question *question, salvo_error *err);
void outcome_table_free(outcome_table *table);

#endif
