/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chain that fights a battle: turns, lines, activations, and how it ends. */
#ifndef SALVO_FIGHT_BATTLE_CHAIN_H
#define SALVO_FIGHT_BATTLE_CHAIN_H

#include "fight/battle_model.h"

/* Makes *e ready from enlisted armies. The caller has set e->adapter, field, side[] (kinds, kind_of, targets,
 * breaks_at), turn_limit, and cache or NULL: with it the model lasts until the cache forgets. Memory is the arena's. SALVO_TOO_LARGE when the lines could stand in more than PLACES_MAX
 * places. */
salvo_status battle_chain_prepare(battle_model *e, const salvo_battle_plan *plan, salvo_arena *memory,
                                  salvo_error *err);

#endif
