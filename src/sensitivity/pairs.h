/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of one question, simulated on the same dice as the question itself. */
#ifndef SALVO_SENSITIVITY_PAIRS_H
#define SALVO_SENSITIVITY_PAIRS_H

#include "sensitivity/probes.h"
#include "simulate/contrast.h"

typedef struct variant {
    const probe *probe;  /* the base has none ... */
    salvo_rulebook book; /* ... and does not own its book */
    sampler sampler;
} variant;

typedef struct pairs {
    const salvo_subject *subject;
    variant *variants; /* number 0 is the base */
    size_t n;
    paired_trials trials; /* the result of a trial is one number, in parts */
} pairs;

/* Simulates the probes' variants. A probe that is refused here notes the reason and has no variant. After a failure *p
 * owns nothing. */
salvo_status pairs_run(pairs *p, const batch *b, probe *const *chosen, size_t n, salvo_error *err);
void pairs_free(pairs *p);

/* Returns the value of a variant, or its difference from the base, with its interval. */
salvo_estimate pairs_value(const pairs *p, size_t at);
salvo_estimate pairs_difference(const pairs *p, size_t at);

#endif
