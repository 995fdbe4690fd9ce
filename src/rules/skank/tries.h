/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same test made again and again, its successes counted: who of many is suppressed, whether one of several attempts
 * succeeds. A chain whose situation begins with a struct skank_tries. */
#ifndef SALVO_RULES_SKANK_TRIES_H
#define SALVO_RULES_SKANK_TRIES_H

#include <stdbool.h>

#include <salvo/rules.h>

struct skank_tries {
    int tries;
    int enough; /* successes after which nobody tries on; 0: all tries are made */
    bool gated; /* one die must first show `gate` or less, or nothing happens */
    int gate;
    int n_dice;  /* of one try, with ten faces each */
    int over[2]; /* a try succeeds when each die shows more than its number; `under` turns that round */
    bool under;  /* ... shows its number or less */
};

/* Outcome: the number of successes. gain[0] counts them. */
extern const salvo_chain SKANK_TRIES;

#endif
