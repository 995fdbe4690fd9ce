/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a book in a Lua state: rows that show their cells, made when they are first asked for. */
#ifndef SALVO_RULES_LUA_ROWS_H
#define SALVO_RULES_LUA_ROWS_H

#include "rules/lua/book.h"

/* Adds `tables`, `each` and `find` to the words on top of the stack. */
void rows_add_words(lua_State *L);

/* A text that says which row the argument is, or nil: as row_key of library_install. */
int rows_key(lua_State *L);

/* Whether the name, or the name with underscores for hyphens, is what was typed. */
bool rows_is_name(const char *name, const char *typed);

/* Pushes a value. */
void rows_push(lua_State *L, const rule_value *value);

/* Whether the value at `index` is a row, and which. */
bool rows_is_row(lua_State *L, int index, row_value *row);

/* Sets the field of the table on top of the stack to the value below it, which is popped: under the name, and under the
 * name with underscores for hyphens. */
void rows_set_field(lua_State *L, const char *name);

#endif
