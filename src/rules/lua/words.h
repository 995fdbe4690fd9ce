/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names that rules see: the words of the vocabulary, and their own globals while the file is read. */
#ifndef SALVO_RULES_LUA_WORDS_H
#define SALVO_RULES_LUA_WORDS_H

#include <lua.h>

/* Pushes the empty table of words, one for each state. Callers may add words until the rules are read. */
void words_push_new(lua_State *L);

/* add(name, value) in Lua: adds a word. */
int words_add(lua_State *L);

/* Pushes the text of the rules as a function. */
void words_read(lua_State *L, const char *text, size_t length);

/* Calls that function, which is on top of the stack, with the words as its globals, and pushes the result. From then on
 * rules cannot create globals. */
void words_run(lua_State *L);

#endif
