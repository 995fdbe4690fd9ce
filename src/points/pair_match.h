/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One battle of a pair of armies, a match: one of them attacks in a condition. */
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

enum { MATCH_HALVES = 2 };

/* The first army's score in either half of the trials, whichever army attacks. */
typedef struct match_result {
    double score[MATCH_HALVES];
    bool won;       /* in any trial, by either army */
    uint64_t print; /* the battle's fingerprint, if it was asked for (battle_print.h); 0: unknown */
} match_result;

/* The trials of a match. */
typedef struct match_trials {
    salvo_plan plan; /* their number and instruction set; the seed is the stream's, in which the matches' trials follow
                        each other */
    uint64_t first;
    bool prints;              /* the match gets a fingerprint ... */
    const match_result *like; /* ... and if it is that of this match on the same trials, its result; NULL: none */
} match_trials;

/* Fights the match in the calling thread. *to begins zeroed. */
salvo_status pair_match_fight(match_result *to, const unit_pool *pool, const army_pair *pair, const pool_condition *at,
                              int attacker, const match_trials *trials, compile_cache *cache, salvo_error *err);

#endif
