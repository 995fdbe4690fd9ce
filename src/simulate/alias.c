/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills up each poor column from the result of a rich one, until none is poor. The weights sum to 2^32, the room of
 * all columns. So while one column is poor, another is rich, and integers leave no rounding error. */
#include "simulate/alias.h"

/* Columns that are not filled yet. There are never more than 2^bits, so two stacks share one array: the poor grow from
 * its beginning, the rich from its end. */
typedef struct balance {
    const uint64_t *weight;
    uint64_t room;
    uint32_t *poor, *rich; /* one behind the last poor one; the last rich one */
} balance;

/* A column that is exactly full counts as rich: it needs nothing, and has nothing to give. */
static void sort_column(balance *at, uint32_t column)
{
    if (at->weight[column] < at->room)
        *at->poor++ = column;
    else
        *--at->rich = column;
}

/* Vose's form of Walker's method: one draw and one comparison for any number of results. It uses up the weights,
 * because callers do not need them afterwards. */
void alias_fill(alias_column *columns, uint32_t bits, size_t n, uint64_t *weight, uint32_t *stack)
{
    const uint32_t n_columns = UINT32_C(1) << bits;
    balance at = {weight, UINT64_C(1) << (32 - bits), stack, stack + n_columns};

    for (uint32_t i = 0; i < n_columns; i++)
        sort_column(&at, i);
    while (at.poor > stack) {
        uint32_t poor = *--at.poor, rich = *at.rich++;

        /* A column beyond the n results has weight 0, so it never selects itself. */
        columns[poor] = (alias_column){(uint32_t)weight[poor], poor < n ? poor : rich, rich};
        weight[rich] -= at.room - weight[poor];
        sort_column(&at, rich);
    }
    while (at.rich < stack + n_columns) {
        uint32_t rich = *at.rich++;

        columns[rich] = (alias_column){0, rich, rich}; /* full, so the share does not matter */
    }
}
