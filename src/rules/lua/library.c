/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every state has its own library. It differs from Lua's only where an answer would differ from run to run: no random
 * numbers, no clock, no addresses, no order of hash tables. */
#include "rules/lua/library.h"

#include <lualib.h>

#include "rules/lua/dice.h"
#include "rules/lua/kind.h"
#include "rules/lua/made.h"
#include "rules/lua/numbers.h"
#include "rules/lua/standard.h"
#include "rules/lua/texts.h"
#include "rules/lua/words.h"

/* The keys are sorted, because Lua's own order differs from run to run. The upvalues are the list of keys, the table
 * that is walked, and the position. The keys were listed before the loop began, so a rule may remove fields during the
 * loop. */
static int next_pair(lua_State *L)
{
    const lua_Integer at = lua_tointeger(L, lua_upvalueindex(3)) + 1;

    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(3));
    if (lua_rawgeti(L, lua_upvalueindex(1), at) == LUA_TNIL)
        return 1;
    lua_pushvalue(L, -1);
    lua_rawget(L, lua_upvalueindex(2));
    return 2;
}

/* Lua's __pairs is not used: a rule cannot set metatables, and this function looks through proxies. */
static int pairs(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    check_push_shown(L, 1);
    check_push_keys(L, -1);
    lua_insert(L, -2);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}

static int refuse(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING)
        sandbox_fail(L, 0, "refuse needs a text that gives the reason");
    lua_settop(L, 1);
    sandbox_refuse(L);
}

static void add_base(lua_State *L)
{
    /* The functions that cannot compile a text, have no memory between calls, and show no address. For the same reason
     * salvo has its own `tostring` (texts.c). */
    static const char *const NAMES[] = {"assert", "error", "ipairs", "select", "tonumber", "type", NULL};
    static const luaL_Reg OWN_ONES[] = {{"pairs", pairs}, {"refuse", refuse}, {NULL, NULL}};

    standard_open(L, LUA_GNAME, luaopen_base);
    standard_copy(L, NAMES);
    lua_pop(L, 1);
    luaL_setfuncs(L, OWN_ONES, 0);
}

/* table.move() is the only function of the table library whose time depends on its arguments alone. Halves are
 * subtracted, because the difference of two integers may overflow. */
static int guard_move(lua_State *L)
{
    if (luaL_checkinteger(L, 3) / 2 - luaL_checkinteger(L, 2) / 2 > STANDARD_REPEATS_MAX / 2)
        sandbox_fail(L, 0, "more than %d values are moved", STANDARD_REPEATS_MAX);
    return standard_call_guarded(L);
}

/* Adds the table library; the sort is on top of the stack. Lua's own sort takes its pivot from the clock for a large
 * list. Then the order of two equal elements would differ from run to run. The merge sort of dice.lua is the same in
 * every run. */
static void add_table(lua_State *L)
{
    static const char *const NAMES[] = {"concat", "insert", "remove", "unpack", "pack", NULL};

    lua_newtable(L);
    lua_insert(L, -2);
    lua_setfield(L, -2, "sort");
    standard_open(L, LUA_TABLIBNAME, luaopen_table);
    standard_copy(L, NAMES);
    standard_guard(L, "move", guard_move);
    lua_pop(L, 1);
    standard_show(L);
    lua_setfield(L, -2, "table");
}

/* dice.lua needs pairs and the libraries among the words. It returns the sort, which the table library needs. */
void library_install(lua_State *L, lua_CFunction row_key)
{
    words_push_new(L);
    add_base(L);
    texts_add_words(L);
    numbers_add_words(L);
    made_add_words(L);
    kind_add_words(L);
    dice_add_words(L, row_key);
    add_table(L);
}
