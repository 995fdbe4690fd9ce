/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that rules find in a state: those of the vocabulary, and the harmless part of Lua's libraries. */
#ifndef SALVO_RULES_LUA_LIBRARY_H
#define SALVO_RULES_LUA_LIBRARY_H

#include <lua.h>

/* Fills an empty state within a call. Pushes the table of words, to which the caller may add more until the rules are
 * read. For `row_key` see dice_add_words. */
void library_install(lua_State *L, lua_CFunction row_key);

#endif
