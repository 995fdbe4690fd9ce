/* Whom an element fires at, by the targeting policy of its side. */
#ifndef SALVO_FIGHT_TARGETS_H
#define SALVO_FIGHT_TARGETS_H

#include "fight/battle_state.h"

/* How much an element wants to fire at another; the first of the greatest is the target. 0 where only the place in the
 * list decides, or the fire received. */
double battle_model_worth(const battle_model *e, int place, int side, int actor_kind, const uint8_t *actor,
                          int target_kind, const uint8_t *target);

/* The place of the target in the enemy's list; -1 when nobody is left there. */
int choose_target(const battle_model *e, const struct state *s, int side, int actor);

#endif
