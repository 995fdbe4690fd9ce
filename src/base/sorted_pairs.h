/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorted pairs, as in Risk: two sides throw their dice and sort them, and the highest are compared, then the next. */
#ifndef SALVO_BASE_SORTED_PAIRS_H
#define SALVO_BASE_SORTED_PAIRS_H

#include "base/convolution.h"

/* Makes the distribution of the pairs that the first side wins, 0 to the smaller number of dice: its die is the higher
 * one. The first side throws n dice, the second one m. A die of each side shows the value i in first->ways[i] or
 * second->ways[i] ways; higher values come later. Returns false if memory is out. The time is that of
 * sorted_pairs_effort multiplications. */
bool sorted_pairs(distribution *won, const distribution *first, int n, const distribution *second, int m);
double sorted_pairs_effort(size_t values, int n, int m);

/* The numbers that it needs, of as many bits as the ways of all dice together. */
size_t sorted_pairs_numbers(int n, int m);

#endif
