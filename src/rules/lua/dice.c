/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bridge to dice.lua, which is compiled into the library as an array. Dice made of dice are written in Lua and not
 * in C. A rule may pass functions to them (map, combine, pools with a stage of their own). Calling those from C would
 * need a protected stack for each. */
#include "rules/lua/dice.h"

#include <lualib.h>

#include "rules/lua/dice_source.h"
#include "rules/lua/frozen.h"
#include "rules/lua/sandbox.h"
#include "rules/lua/standard.h"
#include "rules/lua/ways.h"
#include "rules/lua/words.h"

/* Their addresses are keys of the registry. */
static const char THROW, KEY, NAMES, NUMBERED, FORGET;

/* dice.lua uses sandbox_fail(), because Lua's error() would name a line of dice.lua, which no author of rules can
 * change. */
static int fail(lua_State *L)
{
    sandbox_fail(L, 0, "%s", luaL_checkstring(L, 1));
}

static int freeze(lua_State *L)
{
    lua_settop(L, 1);
    frozen_copy(L);
    return 1;
}

/* dice.lua is part of salvo, so it may use Lua's whole library. salvo's own `pairs` replaces Lua's, so that a card {ace
 * = 4, other = 48} has its values in the same order in every run. */
void dice_add_words(lua_State *L, lua_CFunction row_key)
{
    standard_open(L, LUA_TABLIBNAME, luaopen_table);
    lua_pop(L, 1);
    words_load_own(L, (const char *)DICE_SOURCE, sizeof DICE_SOURCE, "=dice");
    lua_pushglobaltable(L);
    lua_getfield(L, -3, "pairs");
    lua_setfield(L, -2, "pairs");
    lua_setupvalue(L, -2, 1);
    lua_pushcfunction(L, fail);
    lua_pushcfunction(L, freeze);
    lua_pushcfunction(L, words_add);
    lua_pushcfunction(L, row_key);
    ways_push_library(L);
    /* It returns six functions: a throw of a list of dice, the sort for the table library, the key of a value, the
     * names of faces, a die with a face for each of some numbers, and one that forgets what belongs to a book. */
    lua_call(L, 5, 6);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &FORGET);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &NUMBERED);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &NAMES);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &KEY);
    lua_insert(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &THROW);
}

void dice_throw(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &THROW);
    lua_insert(L, -2);
    lua_call(L, 1, 1);
}

void dice_key(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &KEY);
    lua_insert(L, -2);
    lua_call(L, 1, 1);
}

void dice_names(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &NAMES);
    lua_insert(L, -2);
    lua_call(L, 1, 1);
}

void dice_forget(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &FORGET);
    lua_call(L, 0, 1);
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        lua_pushnil(L);
        lua_setfield(L, -2, "kept");
    }
    lua_pop(L, 1);
}

void dice_numbered(lua_State *L, lua_Integer least, lua_Integer most)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &NUMBERED);
    lua_insert(L, -2);
    lua_pushinteger(L, least);
    lua_pushinteger(L, most);
    lua_call(L, 3, 1);
}
