/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function of a chain does to a state: the values that it sets, the gains, and whether a turn is over. */
#ifndef SALVO_RULES_LUA_CHAIN_EFFECT_H
#define SALVO_RULES_LUA_CHAIN_EFFECT_H

#include "rules/lua/state_watch.h"

typedef struct chain_effect {
    bool ends_turn;
    uint64_t changed; /* fields, by bits */
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    size_t n;
    state_set changes[];
} chain_effect;

/* Within a call: reads the effect of a function that has changed the watched state at `state` and returned what is at
 * `returned` and the place behind it. `own`: an arena, or NULL before its first use, whose memory the effect takes; NULL:
 * it lasts as long as the worker. */
const chain_effect *chain_effect_read(lua_State *L, const subject *chain, function_name function, int state,
                                      int returned, salvo_arena **own);

/* Changes the state, and adds the gains to gain[], unless it is NULL. Returns whether a turn is over. */
bool chain_effect_apply(const chain_effect *effect, const subject *chain, uint8_t *state, int64_t *gain);

bool chain_effects_are_equal(const void *one, const void *other);

#endif
