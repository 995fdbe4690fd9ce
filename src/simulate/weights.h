/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chances as whole multiples of 2^-32, the resolution of one word of the generator. */
#ifndef SALVO_SIMULATE_WEIGHTS_H
#define SALVO_SIMULATE_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

enum { WEIGHTS_MAX = 2048 };

/* Computes weight[i] for the chances p[0 .. n-1], which sum to 1. The weights sum to exactly 2^32. For any neighbours,
 * their sum is within 1 of 2^32 times the sum of their chances. */
void round_weights(const double *p, size_t n, uint64_t *weight);

#endif
