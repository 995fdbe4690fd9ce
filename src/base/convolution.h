/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole numbers with weights of any length (GMP), and their sums. */
#ifndef SALVO_BASE_CONVOLUTION_H
#define SALVO_BASE_CONVOLUTION_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* P(low + i) = ways[i] / total. Owns its numbers from distribution_init to distribution_free. */
typedef struct distribution {
    int64_t low;
    size_t n;
    mpz_t *ways; /* NULL: memory was out */
    mpz_t total;
} distribution;

/* Makes the values low to high, all with weight 0. Like the other functions with a result, it returns false if memory
 * is out. */
bool distribution_init(distribution *d, int64_t low, int64_t high);
void distribution_free(distribution *d);

/* Sets the total to the sum of the weights. */
void distribution_add_up(distribution *d);

/* Convolution: the distribution of a + b, and that of the sum of n independent values. */
bool distribution_sum(distribution *sum, const distribution *a, const distribution *b);
bool distribution_power(distribution *sum, const distribution *of, int n);

#endif
