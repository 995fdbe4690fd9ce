/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts that are equal for equal values, including tables. Rows are equal by their place, dice by their faces. */
#ifndef SALVO_RULES_LUA_IDENTITY_H
#define SALVO_RULES_LUA_IDENTITY_H

#include <salvo/text.h>

#include "rules/lua/sandbox.h"

/* Adds the text of the value at `index`. Returns false if the value contains a function, so that it equals no other;
 * the text is then useless. Fails for a number that is not one (0/0), and for tables that are too deep. */
bool identity_add(lua_State *L, int index, salvo_text *text);

/* Adds a text of the fields of the table at `index`, whose metatable does not count. It differs for all values that
 * rules can tell apart, also for 2 and 2.0. Returns false if there is no such text; fails for nothing but memory if the
 * values are frozen. Sets the tables of rows in it (reads_table). */
bool identity_add_exact(lua_State *L, int index, salvo_text *text, uint64_t *tables);

#endif
