/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles that a test has fought by hand, against the library's: what happened, and what is simulated, must lie as near
 * to the exact answer as chance allows. A true answer fails a comparison one in more than 1.6 million times. */
#ifndef SALVO_TESTS_FOUGHT_H
#define SALVO_TESTS_FOUGHT_H

#include <salvo/fight.h>

enum { FOUGHT_A, FOUGHT_B, FOUGHT_BOTH_LOST, FOUGHT_UNDECIDED, N_FOUGHT_ENDS };

struct fought {
    int end; /* who won */
    int lost[2], strength_lost[2], turns;
    salvo_defeat by[2]; /* how either side lost; SALVO_N_DEFEATS: it has not. Where a tally asks for it */
};

struct fought_tally {
    int trials;
    int ends[N_FOUGHT_ENDS];
    int lost[2][SALVO_ELEMENTS_MAX + 1];
    bool tells_defeats;
    int by[2][SALVO_N_DEFEATS + 1];
    double turns[2], strength_lost[2][2]; /* sums, and sums of squares */
};

void fought_add(struct fought_tally *t, const struct fought *f);

/* Fights the plan with the library, counted and simulated, and compares. Returns the number of comparisons. */
int fought_check(const struct fought_tally *t, const char *name, const salvo_rulebook *book,
                 const salvo_battle_plan *plan);

#endif
