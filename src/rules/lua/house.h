/* SPDX-License-Identifier: GPL-3.0-or-later */
/* House rules: small files whose functions take the place of functions of a rulebook. */
#ifndef SALVO_RULES_LUA_HOUSE_H
#define SALVO_RULES_LUA_HOUSE_H

#include "rules/lua/words.h"

/* Before the rules are read: notes which functions they call meanwhile, for house rules would be too late. */
void house_watch(lua_State *L, const rules_files *all);

/* Reads the house rules among the files, in their order, and puts their functions in place. What the first file has
 * returned is alone on the stack. `id` is the rulebook's. */
void house_replace(lua_State *L, const rules_files *all, const char *id);

/* Returns what was replaced, in texts: "house.lua:3 replaces attack.level_of (attack.lua:8)". */
const char *const *house_told(lua_State *L, salvo_arena *memory, size_t *n);

#endif
