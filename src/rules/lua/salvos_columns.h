/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns that salvo itself reads in a question: the cell of a default, a column that allows a row. */
#ifndef SALVO_RULES_LUA_SALVOS_COLUMNS_H
#define SALVO_RULES_LUA_SALVOS_COLUMNS_H

#include "rules/lua/reader.h"

/* Returns, for each table of the store and each column of it, whether salvo reads it. The rulebook has been read. */
const bool *const *salvos_columns(lua_State *L, const reader *r);

#endif
