/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which counts an interval for a probability accepts p with, for every number of trials up to a last one, and from that
 * exactly, by carrying the whole distribution along, the chance that the truth is inside at all these times. */
#ifndef SALVO_TESTS_ENVELOPE_H
#define SALVO_TESTS_ENVELOPE_H

#include <stddef.h>

#include "simulate/statistics.h"

typedef salvo_interval envelope_interval(uint64_t count, uint64_t trials);

/* After n trials, 0 <= n <= steps, the interval contains p if and only if first[n] <= count <= last[n]. */
typedef struct envelope {
    double p;
    size_t steps;
    size_t *first, *last;
} envelope;

/* Takes for granted that first and last never fall, and what is below first or above last is not accepted. Ends the
 * program when memory is out. */
envelope envelope_new(envelope_interval *interval, double p, size_t steps);
void envelope_free(envelope *e);

/* The chance that the count stays inside from 1 to `steps` trials. */
double envelope_coverage(const envelope *e);

#endif
