/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a rule is a function of its dice: asked twice, in another order and about another situation with the same
 * values, it answers the same. */
#ifndef SALVO_CHECKS_PURITY_H
#define SALVO_CHECKS_PURITY_H

#include <salvo/rules.h>

#include "rng/pcg32.h"

/* One question that is asked twice, and where its results are noted. */
typedef struct trial {
    const salvo_question *first, *second;
    const char *words; /* "target=light range=3", for messages */
    bool *seen;        /* by outcome, for the procedure's fixed ones */
    bool *gained;      /* by expectation: it gained something */
    uint64_t *results; /* dice results tried so far */
    bool goes_far;     /* of a chain: some walks go as far as they can */
    pcg32 *rng;
    salvo_arena *memory; /* for the duration of the trial */
} trial;

salvo_status purity_of_roll(const trial *t, salvo_error *err);

/* Makes random walks through the chain. If goes_far is set, it also walks with the least and the greatest faces. The
 * exact engine follows all states, even beyond a limit of turns. */
salvo_status purity_of_chain(const trial *t, salvo_error *err);

#endif
