/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chances as whole numbers of 2^-32: what one word of the generator can tell apart. */
#ifndef SALVO_SIMULATE_WEIGHTS_H
#define SALVO_SIMULATE_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

enum { WEIGHTS_MAX = 2048 };

/* weight[i] for the chances p[0 .. n-1], which sum to 1: together exactly 2^32, and the sum of any that stand side by
 * side within 1 of 2^32 times the sum of their chances. */
void weigh(const double *p, size_t n, uint64_t *weight);

#endif
