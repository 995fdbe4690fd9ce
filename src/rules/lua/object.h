/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects that rules see of contents. */
#ifndef SALVO_RULES_LUA_OBJECT_H
#define SALVO_RULES_LUA_OBJECT_H

#include "rules/lua/book.h"

/* Makes and pushes the object of a content of values, and calls `prepare`. If the content has a log, the object notes
 * into it what rules read, through all calls. The log joins after `prepare`, if what that has set can be compared. */
void object_push_new(lua_State *L, const content *of);

/* Freezes the table on top of the stack as the object of a content: unknown names in it are slips. */
void object_freeze(lua_State *L, const subject *of);

/* Returns whether the value on top of the stack is the parameter's. Lists are new tables, so they are not compared. */
bool object_is_given(lua_State *L, const content *of, size_t parameter);

/* Returns a spelling of a parameter: `spelling` is twice its place, and one more for the name with underscores. The
 * room has ROWS_NAME_BYTES. Returns NULL for the second spelling of a name with one. */
const char *object_spelling(const salvo_schema *schema, size_t spelling, char *room, size_t size);

/* Returns the parameter with the name at `index`; -1: there is none. */
long object_parameter(lua_State *L, const salvo_schema *schema, int index);

#endif
