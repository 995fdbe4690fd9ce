/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects that note what a rule reads of them, while the worker has a log (reads.h). Rules cannot distinguish them from
 * others. They remain valid after the evaluation, and then note nothing. */
#ifndef SALVO_RULES_LUA_WATCHED_H
#define SALVO_RULES_LUA_WATCHED_H

#include "rules/lua/reads.h"

/* Pushes a watched object of the content, whose own object exists or is made. `root` is its place in the log. Call it
 * before the log begins. */
void watched_push(lua_State *L, int root, const content *of);

/* Pushes the conditions of fire: watched, or frozen. The first keeps the pointer. */
void watched_push_conditions(lua_State *L, const salvo_circumstances *now);
void conditions_push(lua_State *L, const salvo_circumstances *now);

#endif
