/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of targets and of who acts next decides battles as much as the dice, and a user need not state it. This
 * compares the present battle with other policies. */
#ifndef SALVO_CLAIMS_OTHER_CHOICES_H
#define SALVO_CLAIMS_OTHER_CHOICES_H

#include <salvo/fight.h>

/* One policy in place of the ruleset's, for every side without a policy of its own. */
typedef struct other_choice {
    salvo_targets targets; /* SALVO_USUAL: those of the battle */
    salvo_acts acts;       /* SALVO_ACTS_USUAL: as in the battle */
    double p_a;
    uint64_t trials; /* 0: exact */
    bool differs;    /* By a battle in a hundred, and by more than the errors of both simulations. */
} other_choice;

enum { OTHER_CHOICES_MAX = SALVO_N_TARGETS + SALVO_N_ACTS };

typedef struct other_choices {
    double p_a; /* of the present battle */
    uint64_t seed;
    other_choice tried[OTHER_CHOICES_MAX];
    size_t n;
    bool of_targets, of_acts; /* whether any was tried */
    double change;            /* none of them changes p_a by more */
} other_choices;

/* Returns NULL if there is nothing to choose, or no policy could be tried in little time. The result is computed once,
 * for all formats. *failed becomes true if memory runs out. */
const other_choices *other_choices_of(const salvo_battle *battle, bool *failed);

/* Returns the policies that differ with the least and the greatest chance for a, if it is below or above that of the
 * present battle; NULL: none. `targets`: only among policies of targets. */
const other_choice *least_choice(const other_choices *of, bool targets);
const other_choice *most_choice(const other_choices *of, bool targets);

/* Returns whether the choices of the side's elements matter: their targets, and which of them acts next. One enemy or
 * one element leaves no choice, and cards choose for themselves. */
bool targets_matter(const salvo_battle *battle, int side);
bool acts_matter(const salvo_battle *battle, int side);

#endif
