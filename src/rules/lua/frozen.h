/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables that cannot be changed: a proxy stands before what it shows. */
#ifndef SALVO_RULES_LUA_FROZEN_H
#define SALVO_RULES_LUA_FROZEN_H

#include <lua.h>

/* Pushes a proxy that shows the table on top of the stack, in its place, and lets nobody change it. */
void frozen_show(lua_State *L);

/* Pushes a frozen copy of the value on top of the stack, in its place: tables in tables too. */
void frozen_copy(lua_State *L);

#endif
