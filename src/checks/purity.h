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
    uint64_t *results; /* dice results tried so far */
    pcg32 *rng;
    salvo_arena *memory; /* for as long as the trial takes */
} trial;

salvo_status purity_of_roll(const trial *t, salvo_error *err);

/* Walks at random through the chain. */
salvo_status purity_of_chain(const trial *t, salvo_error *err);

#endif
