/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The duel that a battle makes: one element against one. */
#ifndef SALVO_RULES_LUA_DUEL_H
#define SALVO_RULES_LUA_DUEL_H

#include "rules/lua/reader.h"

/* Fills script->one_on_one, whose number and line are set, with the duel that the table of options at `index` describes,
 * and makes the adapter. The battle has been read. */
void duel_make(lua_State *L, const reader *r, int index);

#endif
