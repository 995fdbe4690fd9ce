/* Variants of one question, thrown on the same dice as the question as it is. */
#ifndef SALVO_SENSITIVITY_PAIRS_H
#define SALVO_SENSITIVITY_PAIRS_H

#include "sensitivity/probes.h"
#include "simulate/schedule.h"
#include "simulate/statistics.h"

/* What the trials of one variant gave, in parts, and how that differs from what the same trials gave without it. */
typedef struct contrast {
    salvo_moments value, difference;
    uint64_t less, greater; /* trials that gave less than without it; more */
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

/* Throws the probes' variants. What a probe is refused here is written down in it, and it has no trials. On failure, too,
 * pairs_free. */
salvo_status pairs_run(pairs *p, const batch *b, probe *const *chosen, size_t n, const salvo_plan *plan,
                       salvo_error *err);
void pairs_free(pairs *p);

/* The number itself and its difference, with their intervals; the base is variant -1. */
salvo_estimate pairs_value(const pairs *p, long at);
salvo_estimate pairs_difference(const pairs *p, long at);

uint64_t pairs_trials(const pairs *p);

#endif
