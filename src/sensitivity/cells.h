/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers in a ruleset's tables, and steps of them. Numbers are whole multiples of the last digit's unit, so no
 * step ever rounds. */
#ifndef SALVO_SENSITIVITY_CELLS_H
#define SALVO_SENSITIVITY_CELLS_H

#include <stdbool.h>

#include <salvo/arena.h>
#include <salvo/sensitivity.h>

typedef struct number_cell {
    const char *name; /* "weapons.cannon-b.damage" */
    const char *text; /* as in the table */
    size_t table, row, column;
    int64_t units;
    int decimals; /* a unit is 10^-decimals */
} number_cell;

/* Returns whether the text is a number of at most 15 digits, and sets *units and *decimals. */
bool number_cell_parse(const char *text, int64_t *units, int *decimals);

/* Lists every number of the store, or those that the subject's `only` selects, table by table, in the arena.
 * SALVO_BAD_INPUT for the name of no table, row or column, and for a pattern without any number. */
salvo_status number_cells_list(const salvo_store *store, const salvo_subject *subject, salvo_arena *memory,
                               number_cell **cells, size_t *n, salvo_error *err);

/* Returns the cell's text for that many units; NULL if memory is out. */
const char *number_cell_text(const number_cell *cell, int64_t units, salvo_arena *memory);

/* Returns the size of a step in units. */
int64_t number_cell_step(const number_cell *cell, const salvo_step_size *step_size);

/* Returns the change of the store that sets the cell to this text. */
salvo_change number_cell_change(const number_cell *cell, const char *text);

#endif
