/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A repeated test whose successes are counted: how many figures are suppressed, or whether one of several attempts
 * succeeds. It is a chain whose situation begins with a struct skank_tries. */
#ifndef SALVO_RULES_SKANK_TRIES_H
#define SALVO_RULES_SKANK_TRIES_H

#include <stdbool.h>

#include <salvo/rules.h>

struct skank_tries {
    int tries;
    int enough; /* the number of successes that ends the tries; 0: all tries are made */
    bool gated; /* one die must first show `gate` or less, or nothing happens */
    int gate;
    int n_dice;  /* of one try, with ten faces each */
    int over[2]; /* a try succeeds if each die shows more than its number; `under` reverses that */
    bool under;  /* ... shows its number or less */
};

/* The outcome is the number of successes. gain[0] counts them. */
extern const salvo_chain SKANK_TRIES;

#endif
