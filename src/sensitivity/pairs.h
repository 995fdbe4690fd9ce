/* Variants of one question, simulated on the same dice as the question itself. */
#ifndef SALVO_SENSITIVITY_PAIRS_H
#define SALVO_SENSITIVITY_PAIRS_H

#include "sensitivity/probes.h"
#include "simulate/schedule.h"
#include "simulate/statistics.h"

/* The trials of one variant: their values, in parts, and the differences from the values of the base's trials. */
typedef struct contrast {
    salvo_moments value, difference;
    uint64_t less, greater; /* trials with a smaller value than the base's; with a greater one */
} contrast;

typedef struct variant {
    salvo_rulebook book;
    sampler sampler;
} variant;

typedef struct pairs {
    const salvo_subject *subject;
    salvo_plan plan;
    sampler base;
    variant *variants;
    size_t n;
    contrast *contrasts; /* the base's own, then one for each variant */
    schedule schedule;
} pairs;

/* Simulates the probes' variants. A probe that is refused here notes why, and has no trials. On failure *p owns
 * nothing. */
salvo_status pairs_run(pairs *p, const batch *b, probe *const *chosen, size_t n, const salvo_plan *plan,
                       salvo_error *err);
void pairs_free(pairs *p);

/* The value of a variant and its difference from the base, with their intervals; the base is variant -1. */
salvo_estimate pairs_value(const pairs *p, long at);
salvo_estimate pairs_difference(const pairs *p, long at);

uint64_t pairs_trials(const pairs *p);

#endif
