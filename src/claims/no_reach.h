/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a side cannot harm anything: it is out of range, or no weapon of it could damage the enemy. */
#ifndef SALVO_CLAIMS_NO_REACH_H
#define SALVO_CLAIMS_NO_REACH_H

#include <salvo/fight.h>

#include "claims/held_up_reasons.h"

/* Adds a reason for each side that cannot harm anything at the range of the plan. Does nothing if the rulebook has no
 * battles, or a side cannot be read as an army. `h` may be NULL. */
void no_reach_in_battle(held_up *h, const salvo_rulebook *book, const salvo_battle_plan *plan);

/* The same for a question of the rulebook's duel, whose units name the sides. */
void no_reach_in_duel(held_up *h, const salvo_question *duel);

#endif
