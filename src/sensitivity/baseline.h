/* The answer as it is, before anything is moved, and by which engine. */
#ifndef SALVO_SENSITIVITY_BASELINE_H
#define SALVO_SENSITIVITY_BASELINE_H

#include "sensitivity/probes.h"

/* What is to be done. */
typedef struct base_answer {
    bool can_count; /* the answer takes no more than a few seconds */
    bool counts, simulates;
} base_answer;

/* Asks the batch's subject in the batch's book: *asked is made (memory and all, also on failure: baseline_free), b->base,
 * b->print and b->options are set. What is simulated comes later. */
salvo_status base_find(base_answer *base, salvo_baseline *asked, batch *b, salvo_error *err);
void baseline_free(salvo_baseline *asked);

#endif
