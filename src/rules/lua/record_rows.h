/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's own file of records in a Lua state. */
#ifndef SALVO_RULES_LUA_RECORD_ROWS_H
#define SALVO_RULES_LUA_RECORD_ROWS_H

#include <salvo/data.h>

#include "rules/lua/sandbox.h"

/* Pushes the file, which is the same value of Lua each time. */
void record_rows_push(lua_State *L, const salvo_table *file);

/* Returns the file at `index`; NULL: it is none. */
const salvo_table *record_rows_file(lua_State *L, int index);

/* Returns the file with the row at `index`, which is set; NULL: it is not a row of a file. */
const salvo_table *record_rows_row(lua_State *L, int index, size_t *row);

#endif
