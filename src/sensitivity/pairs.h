/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of one question, simulated on the same dice as the question itself. */
#ifndef SALVO_SENSITIVITY_PAIRS_H
#define SALVO_SENSITIVITY_PAIRS_H

#include "sensitivity/probes.h"
#include "simulate/contrast.h"

typedef struct variant {
    const probe *probe;  /* of the base none ... */
    salvo_rulebook book; /* ... and its book is another's */
    sampler sampler;
} variant;

typedef struct pairs {
    const salvo_subject *subject;
    variant *variants; /* number 0 is the base */
    size_t n;
    paired_trials trials; /* a trial comes to one number, in parts */
} pairs;

/* Simulates the probes' variants. A probe that is refused here notes why, and has none. On failure *p owns nothing. */
salvo_status pairs_run(pairs *p, const batch *b, probe *const *chosen, size_t n, salvo_error *err);
void pairs_free(pairs *p);

/* The value of a variant and its difference from the base, with their intervals. */
salvo_estimate pairs_value(const pairs *p, size_t at);
salvo_estimate pairs_difference(const pairs *p, size_t at);

#endif
