/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Metatables: what a table does if a rule reads or sets a field that it does not have. */
#ifndef SALVO_RULES_LUA_GUARD_H
#define SALVO_RULES_LUA_GUARD_H

#include <lauxlib.h>

/* Sets a metatable with these metamethods, which rules cannot reach, on the table on top of the stack. A Lua state
 * makes it once for each list, and the address of the list is its key. So the list must be static. */
void guard_set(lua_State *L, const luaL_Reg *metamethods);

#endif
