/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rules find in a state: the words of the vocabulary and as much of Lua's libraries as can do no harm. */
#ifndef SALVO_RULES_LUA_LIBRARY_H
#define SALVO_RULES_LUA_LIBRARY_H

#include <lua.h>

/* Fills an empty state; within a call. Pushes the table of words, to which more may be added until the rules are read.
 * `row_key` as in dice_add_words. */
void library_install(lua_State *L, lua_CFunction row_key);

#endif
