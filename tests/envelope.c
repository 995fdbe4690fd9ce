/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "envelope.h"

#include <stdlib.h>

static void *array_new(size_t n, size_t size)
{
    void *array = calloc(n, size);

    if (!array)
        abort();
    return array;
}

envelope envelope_new(envelope_interval *interval, double p, size_t steps)
{
    envelope e = {p, steps, array_new(steps + 1, sizeof *e.first), array_new(steps + 1, sizeof *e.last)};
    size_t first = 0, last = 0;

    for (size_t n = 1; n <= steps; n++) {
        while (interval(first, n).high < p)
            first++;
        while (last < n && interval(last + 1, n).low <= p)
            last++;
        e.first[n] = first;
        e.last[n] = last;
    }
    return e;
}

void envelope_free(envelope *e)
{
    free(e->first);
    free(e->last);
    *e = (envelope){0};
}

double envelope_coverage(const envelope *e)
{
    double *chance = array_new(e->steps + 2, sizeof *chance); /* [k]: k hits so far, and inside so far */
    double inside = 0;

    chance[0] = 1;
    for (size_t n = 1; n <= e->steps; n++) {
        for (size_t k = e->last[n - 1] + 1; k > e->first[n - 1]; k--)
            chance[k] = chance[k] * (1 - e->p) + chance[k - 1] * e->p;
        chance[e->first[n - 1]] *= 1 - e->p;
        for (size_t k = e->first[n - 1]; k < e->first[n]; k++)
            chance[k] = 0;
        for (size_t k = e->last[n] + 1; k <= e->last[n - 1] + 1; k++)
            chance[k] = 0;
    }
    for (size_t k = e->first[e->steps]; k <= e->last[e->steps]; k++)
        inside += chance[k];
    free(chance);
    return inside;
}
