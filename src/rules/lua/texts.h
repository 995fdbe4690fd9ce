/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts in rules: without addresses, and in limited time. */
#ifndef SALVO_RULES_LUA_TEXTS_H
#define SALVO_RULES_LUA_TEXTS_H

#include <lua.h>

/* Adds `string` and `tostring` to the words on top of the stack. */
void texts_add_words(lua_State *L);

#endif
