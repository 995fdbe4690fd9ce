/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a battle's chain has ended in a state, and with what outcome. Of a salvo_chain. */
#ifndef SALVO_FIGHT_BATTLE_OVER_H
#define SALVO_FIGHT_BATTLE_OVER_H

#include "fight/battle_state.h"

/* SALVO_GOES_ON, or the outcome code. */
int battle_outcome(const void *situation, const void *state);

/* The outcome of a chain that goes on for ever: nobody is weakened any more, so the state tells what is left. */
int battle_never_ends(const void *situation, const void *state);

#endif
