/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in rules: what is rounded is whole, and nothing is divided by 0. */
#ifndef SALVO_RULES_LUA_NUMBERS_H
#define SALVO_RULES_LUA_NUMBERS_H

#include <lua.h>

/* Adds `math`, `min`, `max`, `abs`, `clamp` and what rounds to the words on top of the stack. */
void numbers_add_words(lua_State *L);

#endif
