/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other values of a cell: those that a reader would try to see whether it matters. */
#ifndef SALVO_EXPLAIN_OTHER_VALUES_H
#define SALVO_EXPLAIN_OTHER_VALUES_H

#include <stdbool.h>

#include <salvo/data.h>

/* A cell with its other values, sorted by how often such values change an answer. */
typedef struct tried_cell {
    size_t table, row, column;
    const char **values;
    size_t n;
} tried_cell;

/* Fills in the values, which are allocated from `memory`. `numbers` are those of the question. Returns false if memory
 * is out. */
bool other_values_list(tried_cell *cell, const salvo_table *table, const char *const *numbers, size_t n_numbers,
                       salvo_arena *memory);

#endif
