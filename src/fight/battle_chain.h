/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chain of a battle: turns, lines, activations and the end. */
#ifndef SALVO_FIGHT_BATTLE_CHAIN_H
#define SALVO_FIGHT_BATTLE_CHAIN_H

#include "fight/battle_model.h"

/* Completes *model, whose armies are enlisted. The caller has set its adapter, field, side[] (kinds, kind_of, targets,
 * breaks_at), turn_limit, and cache or NULL. With a cache, the model is valid until the cache forgets. Memory belongs
 * to the arena. Returns SALVO_TOO_LARGE if the lines could stand in more than PLACES_MAX places. */
salvo_status battle_chain_prepare(battle_model *model, const salvo_battle_plan *plan, salvo_arena *memory,
                                  salvo_error *err);

#endif
