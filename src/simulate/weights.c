#include "simulate/weights.h"

#include <math.h>

/* What is rounded is the sum so far: errors do not add up. */
void weigh(const double *p, size_t n, uint64_t *weight)
{
    const uint64_t all = UINT64_C(1) << 32;
    uint64_t given = 0;
    double sum = 0;

    for (size_t i = 0; i < n; i++) {
        uint64_t upto;

        sum += p[i];
        upto = i + 1 < n ? (uint64_t)llround(ldexp(sum, 32)) : all;
        upto = upto < all ? upto : all;
        weight[i] = upto - given;
        given = upto;
    }
}
