#include "rules/lua/frozen.h"

#include "rules/lua/check.h"

enum { DEPTH_MAX = 16 };

static int refuse_change(lua_State *L)
{
    sandbox_fail(L, 0,
                 "'%s' cannot be set here: rules change only s in prepare, and states where a state is handed to them",
                 lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "this");
}

static int length_of_shown(lua_State *L)
{
    check_push_shown(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
}

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
        sandbox_fail(L, 0, "a table in a table, %d deep: it may not be larger, or contain itself", DEPTH_MAX);
    luaL_checkstack(L, 8, "tables in tables");
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
