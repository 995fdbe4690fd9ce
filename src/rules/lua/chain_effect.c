/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/chain_effect.h"

#include <string.h>

#include "rules/lua/chain_throw.h"
#include "rules/lua/roll.h"
#include "rules/lua/worker.h"

static chain_effect *new_effect(lua_State *L, size_t n, salvo_arena **own)
{
    const size_t size = sizeof(chain_effect) + n * sizeof(state_set);
    chain_effect *made;

    if (!own)
        return worker_kept(L, size);
    if (!*own)
        *own = salvo_arena_new();
    made = *own ? salvo_arena_array(*own, 1, size) : NULL;
    if (!made)
        sandbox_no_memory(L);
    return made;
}

const chain_effect *chain_effect_read(lua_State *L, const subject *chain, function_name function, int state,
                                      int returned, salvo_arena **own)
{
    state_set changes[STATE_WATCH_VALUES];
    chain_effect read = {.ends_turn = chain_throw_ends_turn(L, returned, chain, function)};
    chain_effect *effect;

    roll_gains(L, returned + 1, chain, function, read.gain);
    read.n = state_take_watched(L, state, changes);
    for (size_t i = 0; i < read.n; i++)
        read.changed |= UINT64_C(1) << changes[i].field;
    effect = new_effect(L, read.n, own);
    *effect = read;
    memcpy(effect->changes, changes, read.n * sizeof *changes);
    return effect;
}

bool chain_effect_apply(const chain_effect *effect, const subject *chain, uint8_t *state, int64_t *gain)
{
    for (size_t i = 0; i < effect->n; i++)
        field_set_bits(&chain->state.fields[effect->changes[i].field], effect->changes[i].place, state,
                       effect->changes[i].number);
    for (size_t i = 0; gain && i < chain->procedure.n_expectations; i++)
        gain[i] += effect->gain[i];
    return effect->ends_turn;
}

bool chain_effects_are_equal(const void *one, const void *other)
{
    const chain_effect *a = one, *b = other;

    return a->ends_turn == b->ends_turn && a->n == b->n && memcmp(a->gain, b->gain, sizeof a->gain) == 0 &&
           memcmp(a->changes, b->changes, a->n * sizeof *a->changes) == 0;
}
