/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aims every fire of a battle before it begins. */
#ifndef SALVO_FIGHT_BATTLE_FIRES_H
#define SALVO_FIGHT_BATTLE_FIRES_H

#include "fight/battle_model.h"

/* Sets model->fires; the places must exist. Memory belongs to the arena, or to model->cache. Returns SALVO_BAD_INPUT if
 * the ruleset does not cover a fire. */
salvo_status battle_fires_aim(battle_model *model, salvo_arena *memory, salvo_error *err);

#endif
