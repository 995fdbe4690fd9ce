/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables that cannot be changed: a proxy covers the table that it shows. */
#ifndef SALVO_RULES_LUA_FROZEN_H
#define SALVO_RULES_LUA_FROZEN_H

#include <lua.h>

/* Replaces the table on top of the stack by a proxy that shows it and refuses changes. */
void frozen_show(lua_State *L);

/* Replaces the value on top of the stack by a frozen copy, which includes tables in tables. */
void frozen_copy(lua_State *L);

#endif
