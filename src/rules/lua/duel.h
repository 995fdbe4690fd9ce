/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The duel that a battle makes: one element against one. */
#ifndef SALVO_RULES_LUA_DUEL_H
#define SALVO_RULES_LUA_DUEL_H

#include "rules/lua/reader.h"

/* Makes the procedure ID.duel and the adapter of script->battle, which has been read. */
void duel_make(lua_State *L, const reader *r);

#endif
