/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All tables of a kind share one metatable. Rules make states by the million, and a metatable for each would cost more
 * than the states. */
#include "rules/lua/guard.h"

void guard_set(lua_State *L, const luaL_Reg *metamethods)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, metamethods) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_createtable(L, 0, 4);
        luaL_setfuncs(L, metamethods, 0);
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, metamethods);
    }
    lua_setmetatable(L, -2);
}
