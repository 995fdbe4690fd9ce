/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lua's standard library for rules: the harmless names are copied, the others guarded or left out. */
#ifndef SALVO_RULES_LUA_STANDARD_H
#define SALVO_RULES_LUA_STANDARD_H

#include <lauxlib.h>

/* The limit of repetitions or moves in one call. */
enum { STANDARD_REPEATS_MAX = 1 << 16 };

/* Pushes one of Lua's own libraries. */
void standard_open(lua_State *L, const char *name, lua_CFunction open);

/* Copies `names`, which end with NULL, from the library on top of the stack to the table below it. */
void standard_copy(lua_State *L, const char *const *names);

/* Copies one name with a guard: a function that calls Lua's if its arguments are harmless. */
void standard_guard(lua_State *L, const char *name, lua_CFunction guard);

/* Calls the guarded function with the guard's own arguments. Returns what the guard must return. */
int standard_call_guarded(lua_State *L);

/* Freezes a library on top of the stack as frozen_show does, but unknown names in it are errors. */
void standard_show(lua_State *L);

/* Fails if Lua has that name and rules do not. */
void standard_refuse_left_out(lua_State *L, const char *name);

#endif
