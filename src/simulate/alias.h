/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of an alias table (Walker 1977; Vose 1991, here in integers): results with whole-number weights. One word of
 * the generator selects each result with exactly its weight. */
#ifndef SALVO_SIMULATE_ALIAS_H
#define SALVO_SIMULATE_ALIAS_H

#include <stddef.h>
#include <stdint.h>

/* A column has 2^(32 - bits) words. The first `share` of them select the result `own`, the others `other`. */
typedef struct alias_column {
    uint32_t share;
    uint32_t own, other;
} alias_column;

/* Fills the 2^bits columns of a row of n results, 1 <= n <= 2^bits. `weight` has 2^bits entries, which are used up:
 * the weights of the results, which sum to 2^32, and zeros behind them. `stack` is scratch space for 2^bits entries. */
void alias_fill(alias_column *columns, uint32_t bits, size_t n, uint64_t *weight, uint32_t *stack);

#endif
