/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds to whole numbers that sum to 2^32 exactly, in one pass. */
#include "simulate/weights.h"

#include <math.h>

/* Rounds the running sum, so errors do not add up. Each sum is within 1/2 of its true value, so the weight of any run
 * of neighbours is within 1. Sums never fall, so no weight is negative. */
void round_weights(const double *p, size_t n, uint64_t *weight)
{
    const uint64_t all = UINT64_C(1) << 32;
    uint64_t given = 0;
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t upto;

        sum += p[i];
        upto = i + 1 < n ? (uint64_t)llround(ldexp(sum, 32)) : all; /* the last takes the rest */
        upto = upto < all ? upto : all;                             /* sums of doubles may end a little above 1 */
        weight[i] = upto - given;
        given = upto;
    }
}
