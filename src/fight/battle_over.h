/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a state ends a battle's chain, and with which outcome. These are functions of a salvo_chain. */
#ifndef SALVO_FIGHT_BATTLE_OVER_H
#define SALVO_FIGHT_BATTLE_OVER_H

#include "fight/battle_state.h"

/* Returns SALVO_CONTINUES, or the outcome code. */
int battle_outcome(const void *situation, const void *state);

/* Returns the outcome of a chain that never ends: nothing changes, so the state shows the survivors. */
int battle_never_ends(const void *situation, const void *state);

#endif
