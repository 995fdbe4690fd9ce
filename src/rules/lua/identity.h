/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as texts that are equal where the values are, tables too: rows by their place, dice by what they show. */
#ifndef SALVO_RULES_LUA_IDENTITY_H
#define SALVO_RULES_LUA_IDENTITY_H

#include <salvo/text.h>

#include "rules/lua/sandbox.h"

/* Adds the text of the value at `index`. false: a function is in it, so that it is like no other; the text is then of no
 * use. Fails of a number that is none (0/0), and of tables that are too deep. */
bool identity_add(lua_State *L, int index, salvo_text *text);

#endif
