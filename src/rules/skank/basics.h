/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two basic rolls of the book: a test of ability, and two dice of which the lower wins. */
#ifndef SALVO_RULES_SKANK_BASICS_H
#define SALVO_RULES_SKANK_BASICS_H

#include <salvo/rules.h>

#include "rules/skank/words.h"

/* The figure whose ability is tested. */
struct skank_tester {
    int troop;    /* row */
    int ability;  /* SKANK_OWN: the troop's */
    int modifier; /* added to the roll */
};

/* The parameters of a struct skank_tester except for the modifier. */
/* clang-format off */
#define SKANK_TESTER(type, at, name, words, ability_words) \
    SKANK_TROOP(name, words, INTO(type, at.troop)), SKANK_ABILITY(ability_words, INTO(type, at.ability))
/* clang-format on */

/* Returns the faces that pass, with `more` also added to the roll. */
int skank_ability_faces(const struct skank_tables *t, const struct skank_tester *tester, int more);

/* A roll with one die: `good` faces of ten have the outcome 0, the others 1. gain[0] counts the 0. */
struct skank_test {
    int good;
};
extern const salvo_roll SKANK_TEST;

/* Both sides roll a die; the outcomes for either lower one, and for a tie. */
struct skank_roll_off {
    int a_lower, b_lower;
    int tie; /* an outcome, or ROLL_AGAIN */
};
enum { ROLL_AGAIN = -1 };
extern const salvo_chain SKANK_ROLL_OFF;

#endif
