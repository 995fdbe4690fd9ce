/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects that rules see of contents. */
#ifndef SALVO_RULES_LUA_OBJECT_H
#define SALVO_RULES_LUA_OBJECT_H

#include "rules/lua/book.h"

/* Makes and pushes the object of a content of values, and calls `prepare`. If the content has a log, the object notes
 * into it what rules read, through all calls. */
void object_push_new(lua_State *L, const content *of);

/* Freezes the table on top of the stack as the object of a content: unknown names in it are slips. */
void object_freeze(lua_State *L, const subject *of);

/* Returns the parameter with the name at `index`; -1: there is none. */
long object_parameter(lua_State *L, const salvo_schema *schema, int index);

#endif
