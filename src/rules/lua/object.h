/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objects that rules see of contents. */
#ifndef SALVO_RULES_LUA_OBJECT_H
#define SALVO_RULES_LUA_OBJECT_H

#include <salvo/text.h>

#include "rules/lua/book.h"

/* Makes and pushes the object of a content of values, and calls `prepare`. If the content has a log, the object notes
 * into it what rules read, through all calls. The log joins after `prepare`, if what that has set has a text. */
void object_push_new(lua_State *L, const content *of);

/* Freezes the table on top of the stack as the object of a content: unknown names in it are slips. */
void object_freeze(lua_State *L, const subject *of);

/* Adds a text of all that `prepare` has set in the lazy object on top of the stack and has removed from it. It differs
 * for all objects that rules can tell apart, but for the parameters that are there as given. Returns false if there is
 * no such text. Sets the tables of rows in it (reads_table). */
bool object_add_set(lua_State *L, salvo_text *text, uint64_t *tables);

/* Returns whether the value on top of the stack is the parameter's. Lists are new tables, so they are not compared. */
bool object_is_given(lua_State *L, const content *of, size_t parameter);

/* Returns the parameter with the name at `index`; -1: there is none. */
long object_parameter(lua_State *L, const salvo_schema *schema, int index);

#endif
