/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer with all cells unchanged, and the engine that finds it. */
#ifndef SALVO_SENSITIVITY_BASELINE_H
#define SALVO_SENSITIVITY_BASELINE_H

#include "sensitivity/probes.h"

/* How the base and its variants are answered. */
typedef struct base_answer {
    bool can_count; /* exactly, within a few seconds */
    bool counts, simulates;
} base_answer;

/* Asks the batch's subject in the batch's book. Makes *asked (also after a failure: call baseline_free) and sets
 * b->base, b->print and b->options. The simulation follows later. */
salvo_status base_find(base_answer *base, salvo_baseline *asked, batch *b, salvo_error *err);
void baseline_free(salvo_baseline *asked);

#endif
