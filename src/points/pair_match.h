/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One battle of a pair of armies: one of them attacks in a condition. */
#ifndef SALVO_POINTS_PAIR_MATCH_H
#define SALVO_POINTS_PAIR_MATCH_H

#include "fight/battle_model.h"
#include "points/random_armies.h"

/* Returns how many battles a pair has in the condition: in an advance of equal armies, each attacks in one. */
static inline int attackers_at(const pool_condition *at)
{
    return at->scenario == SALVO_ADVANCE && !has_odds(at) ? 2 : 1;
}

/* Prepares the battle in which army `attacker` is side a, the one that advances. `cache` may be NULL. */
salvo_status pair_match_prepare(battle_model *model, const unit_pool *pool, const army_pair *pair,
                                const pool_condition *at, int attacker, compile_cache *cache, salvo_arena *memory,
                                salvo_error *err);

#endif
