/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing that a rule is given can be changed: what it left behind would be there for the next question, and answers
 * would depend on the order of questions and so on the number of threads. A proxy without fields stands before the
 * table; reading falls through to it and writing is an error. */
#include "rules/lua/frozen.h"

#include "rules/lua/check.h"

/* Deep enough for any list of weapons of units; a table that contains itself is found at this depth and not by
 * exhausting the stack. */
enum { DEPTH_MAX = 16 };

static int refuse_change(lua_State *L)
{
    sandbox_fail(L, 0,
                 "%s cannot be set here; rules can change only s in prepare, and a state in a function that "
                 "receives one",
                 check_words_of(L, 2));
}

/* The proxy itself is empty, so # needs a function; it looks through a second proxy as well. */
static int length_of_shown(lua_State *L)
{
    check_push_shown(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
}

/* The proxy has an entry in the metatable for every way past it: reading, writing, length, and asking for the
 * metatable. */
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

/* A copy and not the table itself, because the rules may still hold the original and change it behind the proxy. */
static void freeze(lua_State *L, int depth)
{
    const int from = lua_gettop(L);

    if (lua_type(L, from) != LUA_TTABLE)
        return;
    if (lua_getmetatable(L, from)) { /* rows, dice, and what is frozen already */
        lua_pop(L, 1);
        return;
    }
    if (depth == DEPTH_MAX)
        sandbox_fail(L, 0, "a table is nested %d deep; it must be flatter, and must not contain itself", DEPTH_MAX);
    /* Each level keeps the table, its copy, a key and a value on the stack; Lua guarantees a C function 20 slots in
     * all. */
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
