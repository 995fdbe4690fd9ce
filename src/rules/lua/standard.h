/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lua's standard library as rules have it: opened, its harmless names copied, the others guarded or left out. */
#ifndef SALVO_RULES_LUA_STANDARD_H
#define SALVO_RULES_LUA_STANDARD_H

#include <lauxlib.h>

/* What a call may repeat or move. */
enum { STANDARD_REPEATS_MAX = 1 << 16 };

/* Pushes a library of Lua's own. */
void standard_open(lua_State *L, const char *name, lua_CFunction open);

/* Copies `names`, which end with NULL, of the library on top of the stack to the table below it. */
void standard_copy(lua_State *L, const char *const *names);

/* The same of one name, behind a guard: a function that calls Lua's if its arguments are harmless. */
void standard_guard(lua_State *L, const char *name, lua_CFunction guard);

/* Calls what is guarded, with the guard's own arguments; what the guard returns. */
int standard_call_guarded(lua_State *L);

/* As frozen_show, of a library on top of the stack, where other names are errors. */
void standard_show(lua_State *L);

/* Fails if Lua has that name and rules have not. */
void standard_refuse_left_out(lua_State *L, const char *name);

#endif
