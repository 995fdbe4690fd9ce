/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What roll {}, chain {} and battle {} make: the table that they are given, checked and marked. */
#ifndef SALVO_RULES_LUA_MADE_H
#define SALVO_RULES_LUA_MADE_H

#include "rules/lua/check.h"

/* Adds the three to the words on top of the stack. */
void made_add_words(lua_State *L);

/* The options of what has made the table at `index`; NULL: none has. */
const lua_options *made_by(lua_State *L, int index);

/* Where it stands; 0: unknown. */
int made_line(lua_State *L, int index);

#endif
