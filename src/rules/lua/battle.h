/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the battle {} of a rulebook in Lua and makes its adapter. */
#ifndef SALVO_RULES_LUA_BATTLE_H
#define SALVO_RULES_LUA_BATTLE_H

#include "rules/lua/reader.h"

/* Reads the battle {} at `index` into script->battle. The battle has the next number among the subjects. */
void battle_read(lua_State *L, const reader *r, int index);

#endif
