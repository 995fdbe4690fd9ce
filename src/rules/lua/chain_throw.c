/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/chain_throw.h"

#include <string.h>

#include "rules/lua/check.h"
#include "rules/lua/situation.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/worker.h"

static const char WORTH; /* its address is the key of the values of the last throw's dice */

void chain_throw_ask(lua_State *L, const content *of, const uint8_t *state, int at)
{
    worker *w = worker_of(L);
    const subject *chain = of->subject;

    w->throw_of = NULL; /* until the dice are read */
    worker_push_function(L, chain, FN_DICE);
    if (!chain->constant_dice) {
        situation_push(L, of);
        lua_pushvalue(L, at);
        lua_call(L, 2, 1);
        throw_check_list(L, chain, FN_DICE, "dice", "");
    }
    throw_read(L, &w->throw_dice);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &WORTH);
    memcpy(w->throw_state, state, chain->state.bytes);
    w->throw_of = of;
}

void chain_throw_find(lua_State *L, const content *of, const uint8_t *state)
{
    const worker *w = worker_of(L);
    const state_layout *layout = &of->subject->state;

    if (w->throw_of == of && memcmp(w->throw_state, state, layout->bytes) == 0) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &WORTH);
        return;
    }
    if (of->subject->constant_dice)
        lua_pushnil(L); /* which nobody looks at */
    else
        state_push(L, layout, state);
    chain_throw_ask(L, of, state, lua_gettop(L));
    lua_replace(L, -2);
}

bool chain_throw_ends_turn(lua_State *L, int index, const subject *chain, function_name function)
{
    if (lua_type(L, index) != LUA_TBOOLEAN && !lua_isnil(L, index))
        worker_fail(L, chain, function, "%s returned %s; it must return true at the end of a turn, and then its gains",
                    FUNCTION_NAMES[function], check_words_of(L, index));
    return lua_toboolean(L, index);
}

bool chain_throws_are_equal(const salvo_dice *one, const salvo_dice *other)
{
    const size_t n = one->count;

    return n == other->count && memcmp(one->sides, other->sides, n) == 0 &&
           memcmp(one->weights, other->weights, n * sizeof *one->weights) == 0 &&
           memcmp(one->long_weights, other->long_weights, n * sizeof *one->long_weights) == 0 &&
           memcmp(one->names, other->names, n * sizeof *one->names) == 0;
}
