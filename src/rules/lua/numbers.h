/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in rules: rounded numbers are whole, and a division by 0 is an error. */
#ifndef SALVO_RULES_LUA_NUMBERS_H
#define SALVO_RULES_LUA_NUMBERS_H

#include <lua.h>

/* Adds `math`, `min`, `max`, `abs`, `clamp` and the functions that round to the words on top of the stack. */
void numbers_add_words(lua_State *L);

#endif
