/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Metatables: what a table does when somebody reads or sets what it has not. */
#ifndef SALVO_RULES_LUA_GUARD_H
#define SALVO_RULES_LUA_GUARD_H

#include <lauxlib.h>

/* Gives the table on top of the stack a metatable of these metamethods, which rules cannot get at. It is made once in a
 * Lua state for each such list, whose address is its key: so the list is a static one. */
void guard_set(lua_State *L, const luaL_Reg *metamethods);

#endif
