/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a book in a Lua state: rows that show their cells, made at the first request. */
#ifndef SALVO_RULES_LUA_ROWS_H
#define SALVO_RULES_LUA_ROWS_H

#include "rules/lua/book.h"

/* Adds `tables`, `each`, `find` and `brackets` to the words on top of the stack. */
void rows_add_words(lua_State *L);

/* Forgets all rows and tables, because the state gets another book. */
void rows_forget(lua_State *L);

/* Returns a text that identifies the row in the argument, or nil: the row_key of library_install. */
int rows_key(lua_State *L);

/* Writes the name with underscores for hyphens. Names of columns, tables and parameters are far shorter than the room
 * that suffices. */
enum { ROWS_NAME_BYTES = 256 };
void rows_with_underscores(char *to, size_t size, const char *name);

/* Pushes the value. */
void rows_push(lua_State *L, const rule_value *value);

/* Returns whether the value at `index` is a row, and which. */
bool rows_is_row(lua_State *L, int index, row_value *row);

/* Returns whether it is a table of the rulebook, and which. */
bool rows_is_table(lua_State *L, int index, int *table);

/* Sets a field of the table on top of the stack to the value below it, which is popped. The field has two names: the
 * name, and the name with underscores for hyphens. */
void rows_set_field(lua_State *L, const char *name);

#endif
