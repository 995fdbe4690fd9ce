/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is fired at and who acts next decide battles as much as the dice, and nobody has to say it: what the battle as it is
 * gives beside other policies. */
#ifndef SALVO_CLAIMS_OTHER_CHOICES_H
#define SALVO_CLAIMS_OTHER_CHOICES_H

#include <salvo/fight.h>

/* One policy in place of that which the ruleset has, for every side that has none of its own. */
typedef struct other_choice {
    salvo_targets targets; /* SALVO_USUAL: those of the battle */
    salvo_acts acts;       /* SALVO_ACTS_USUAL: as in the battle */
    double p_a;
    uint64_t trials; /* 0: exact */
    bool differs;    /* from the battle as it is: by a battle in a hundred, and by more than both simulations can err */
} other_choice;

enum { OTHER_CHOICES_MAX = SALVO_N_TARGETS + SALVO_N_ACTS };

typedef struct other_choices {
    double p_a; /* of the battle as it is */
    uint64_t seed;
    other_choice tried[OTHER_CHOICES_MAX];
    size_t n;
    bool of_targets, of_acts; /* tried at all */
    double change;            /* none of them changes p_a by more */
} other_choices;

/* NULL where there is nothing to choose, or no policy could be tried in little time. Looked at once, whichever format asks
 * first. *failed becomes true when memory ran out. */
const other_choices *other_choices_of(const salvo_battle *battle, bool *failed);

/* Of those that differ, the ones with the least and the greatest chance for a, each only where it is below or above that of
 * the battle as it is; NULL: none. `targets`: among policies of targets alone. */
const other_choice *least_choice(const other_choices *of, bool targets);
const other_choice *most_choice(const other_choices *of, bool targets);

/* Whether it matters what the side's elements choose: whom they fire at, who of them acts next. One enemy, one element
 * leaves no choice, and cards choose for themselves. */
bool targets_matter(const salvo_battle *battle, int side);
bool acts_matter(const salvo_battle *battle, int side);

#endif
