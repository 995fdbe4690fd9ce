/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables that roll {}, chain {} and battle {} have checked and marked. */
#ifndef SALVO_RULES_LUA_MADE_H
#define SALVO_RULES_LUA_MADE_H

#include "rules/lua/check.h"

/* Adds the three to the words on top of the stack. */
void made_add_words(lua_State *L);

/* Returns the options of the word that made the table at `index`; NULL: no such word made it. */
const lua_options *made_by(lua_State *L, int index);

/* Returns the table's line; 0: unknown. */
int made_line(lua_State *L, int index);

/* Returns the name of a procedure without the id of its rulebook, which an author may write before it. */
const char *made_name_within(const char *book, const char *name);

#endif
