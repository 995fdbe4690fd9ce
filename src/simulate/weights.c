#include "simulate/weights.h"

#include <math.h>

/* All are rounded down, and what is missing goes to those that lost most. */
void weigh(const double *p, size_t n, uint64_t *weight)
{
    uint64_t missing = UINT64_C(1) << 32;
    double lost[WEIGHTS_MAX];

    for (size_t i = 0; i < n; i++) {
        double exact = ldexp(p[i], 32);

        weight[i] = (uint64_t)exact;
        lost[i] = exact - floor(exact);
        missing -= weight[i];
    }
    for (; missing > 0 && missing <= n; missing--) {
        size_t most = 0;

        for (size_t i = 1; i < n; i++)
            if (lost[i] > lost[most])
                most = i;
        weight[most]++;
        lost[most] = -1;
    }
}
