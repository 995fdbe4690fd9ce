/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules cannot change the values that they receive. A change would persist until the next question. Then answers would
 * depend on the order of questions, and so on the number of threads. A proxy without fields covers the table: reading
 * falls through to the table, and writing is an error. */
#include "rules/lua/frozen.h"

#include "rules/lua/check.h"

/* This is deep enough for any list of weapons of units. It detects a table that contains itself before the stack is
 * exhausted. */
enum { DEPTH_MAX = 16 };

static int refuse_change(lua_State *L)
{
    sandbox_fail(L, 0,
                 "%s cannot be set here; rules can change only s in prepare, and a state in a function that "
                 "receives one",
                 check_words_of(L, 2));
}

/* The proxy itself is empty, so # needs a function. The function also looks through a second proxy. */
static int length_of_shown(lua_State *L)
{
    check_push_shown(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
}

/* The proxy's metatable has an entry for every way past it: reading, writing, length, and asking for the metatable. */
void frozen_show(lua_State *L)
{
    lua_createtable(L, 0, 0);
    lua_createtable(L, 0, 4);
    lua_rotate(L, -3, -1); /* proxy, metatable, shown */
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, refuse_change);
    lua_setfield(L, -2, "__newindex");
    lua_pushcfunction(L, length_of_shown);
    lua_setfield(L, -2, "__len");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

/* It is a copy and not the table itself, because the rules may still hold the original and change it behind the
 * proxy. */
static void freeze(lua_State *L, int depth)
{
    const int from = lua_gettop(L);

    if (lua_type(L, from) != LUA_TTABLE)
        return;
    if (lua_getmetatable(L, from)) { /* rows, dice, and values that are already frozen */
        lua_pop(L, 1);
        return;
    }
    if (depth == DEPTH_MAX)
        sandbox_fail(L, 0, "a table is nested %d deep; it must be flatter, and must not contain itself", DEPTH_MAX);
    /* Each level keeps the table, its copy, a key and a value on the stack. Lua guarantees only 20 slots to a C
     * function. */
    luaL_checkstack(L, 8, "nested tables");
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, from);) {
        freeze(L, depth + 1);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, from + 1);
    }
    frozen_show(L);
    lua_replace(L, from);
}

void frozen_copy(lua_State *L)
{
    freeze(L, 0);
}
