/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a rule is a function of its dice: asked twice, in another order and of another situation with the same values, it
 * answers the same. */
#ifndef SALVO_CHECKS_PURITY_H
#define SALVO_CHECKS_PURITY_H

#include <salvo/rules.h>

#include "rng/pcg32.h"

/* One question, asked twice over, and what is to be noted of it. */
typedef struct trial {
    const salvo_question *first, *second;
    const char *words; /* "target=light range=3", for messages */
    bool *seen;        /* by outcome, of the procedure's fixed ones */
    bool *gained;      /* by expectation: something was added to it */
    uint64_t *results; /* dice results tried so far */
    bool goes_far;     /* of a chain: some walks go as far as they can */
    pcg32 *rng;
    salvo_arena *memory; /* for as long as the trial takes */
} trial;

salvo_status purity_of_roll(const trial *t, salvo_error *err);

/* Walks at random through the chain; where it goes far, also with the least and the greatest faces, because the exact engine
 * follows all states, also beyond a limit of turns. */
salvo_status purity_of_chain(const trial *t, salvo_error *err);

#endif
