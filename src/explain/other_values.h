/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other values of a cell: those that a reader would set to see whether it matters. */
#ifndef SALVO_EXPLAIN_OTHER_VALUES_H
#define SALVO_EXPLAIN_OTHER_VALUES_H

#include <stdbool.h>

#include <salvo/data.h>

/* A cell with its other values, those first that most often make a difference. */
typedef struct tried_cell {
    size_t table, row, column;
    const char **values;
    size_t n;
} tried_cell;

/* Fills in the values, which are allocated from `memory`: `numbers` are those of the question. false: memory is out. */
bool other_values_list(tried_cell *cell, const salvo_table *table, const char *const *numbers, size_t n_numbers,
                       salvo_arena *memory);

#endif
