/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words for a rulebook's own check of its tables: what no kind of a column can say about a cell. */
#ifndef SALVO_RULES_LUA_CELLS_H
#define SALVO_RULES_LUA_CELLS_H

#include "rules/lua/book.h"

/* Adds `refuse_cell`, `parts` and `nearest` to the words on top of the stack. */
void cells_add_words(lua_State *L);

#endif
