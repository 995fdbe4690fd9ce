/* The two rolls that everything else leans on: a test of ability, and two dice of which the lower wins. */
#ifndef SALVO_RULES_SKANK_BASICS_H
#define SALVO_RULES_SKANK_BASICS_H

#include <salvo/rules.h>

#include "rules/skank/tables.h"

/* The faces that pass a test of ability: of the troop, unless a number is given in its place. */
int skank_ability_faces(const struct skank_tables *t, const salvo_value *troop, const salvo_value *ability,
                        int modifier);

/* A roll with one die: `good` faces of ten give the outcome 0, the others 1. gain[0] counts the 0. */
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
