#include "rules/lua/throw.h"

#include "rules/lua/dice.h"

enum { FACES_MAX = 255 };

/* The weights of a die, which is on top of the stack; they are kept in the die once they are found. NULL: all alike. */
static const uint32_t *weights_of(lua_State *L, lua_Integer n)
{
    uint32_t weights[FACES_MAX];
    const uint32_t *kept;

    if (lua_getfield(L, -1, "kept") == LUA_TLIGHTUSERDATA) {
        kept = lua_touserdata(L, -1);
        lua_pop(L, 1);
        return kept;
    }
    if (lua_getfield(L, -2, "weights") != LUA_TTABLE) {
        lua_pop(L, 2);
        return NULL;
    }
    for (lua_Integer i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        weights[i] = (uint32_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    kept = book_weights(book_changeable(worker_of(L)->book), weights, (size_t)n);
    if (!kept)
        luaL_error(L, "memory is out");
    lua_pushlightuserdata(L, (void *)(uintptr_t)kept);
    lua_setfield(L, -4, "kept");
    lua_pop(L, 2);
    return kept;
}

/* Of the die on top of the stack, which becomes its values. */
static void read_die(lua_State *L, salvo_dice *dice, int i)
{
    lua_Integer n;
    bool plain;

    lua_getfield(L, -1, "values");
    n = (lua_Integer)lua_rawlen(L, -1);
    lua_pop(L, 1);
    dice->sides[i] = (uint8_t)n;
    dice->weights[i] = weights_of(L, n);
    lua_getfield(L, -1, "plain");
    plain = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (plain)
        lua_pushboolean(L, 0);
    else
        lua_getfield(L, -1, "values");
    lua_replace(L, -2);
}

void throw_read(lua_State *L, salvo_dice *dice)
{
    int n;

    *dice = (salvo_dice){.count = 0};
    dice_throw(L);
    n = (int)lua_rawlen(L, -1);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        read_die(L, dice, i);
        lua_rawseti(L, -2, i + 1);
    }
    dice->count = (uint8_t)n;
}

void throw_push(lua_State *L, int worth, const salvo_dice *dice, const uint8_t *faces)
{
    luaL_checkstack(L, SALVO_DICE_MAX + 4, "dice");
    for (int i = 0; i < dice->count; i++) {
        if (lua_rawgeti(L, worth, i + 1) == LUA_TTABLE) {
            lua_rawgeti(L, -1, faces[i]);
            lua_replace(L, -2);
        } else {
            lua_pop(L, 1);
            lua_pushinteger(L, faces[i]);
        }
    }
}
