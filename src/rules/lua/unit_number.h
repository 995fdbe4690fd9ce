/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers about an element or a field, which a rulebook writes as a column of the units, as a number, or as a function. */
#ifndef SALVO_RULES_LUA_UNIT_NUMBER_H
#define SALVO_RULES_LUA_UNIT_NUMBER_H

#include "rules/lua/book.h"
#include "rules/lua/reader.h"

/* Reads the option `name` of the table at `index`; a function has been noted already. */
void unit_number_read(lua_State *L, const reader *r, int index, const char *name, double otherwise, bool is_function,
                      unit_number *to);

/* Returns the number for a content, and calls its function if it has one. Works within a call of a worker. */
double unit_number_of(lua_State *L, const content *of, const unit_number *number, function_name function);

#endif
