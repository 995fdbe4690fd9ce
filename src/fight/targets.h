/* At whom an element fires, by the policy of its side. */
#ifndef SALVO_FIGHT_TARGETS_H
#define SALVO_FIGHT_TARGETS_H

#include "fight/battle_state.h"

/* The place of the target in the enemy's list; -1 when nobody is left. */
int choose_target(const battle_model *e, const struct state *s, int side, int actor);

#endif
