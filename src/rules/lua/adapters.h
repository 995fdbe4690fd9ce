/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rulebook's functions for its fire, its prices, its record cards and the check of its tables, and the chain that is
 * its duel. */
#ifndef SALVO_RULES_LUA_ADAPTERS_H
#define SALVO_RULES_LUA_ADAPTERS_H

#include "rules/lua/book.h"
#include "rules/lua/reader.h"

/* Reads the fields duel, fire, no_fire, prices, card and check of the rulebook at `index`. The procedures have been
 * read. */
void adapters_read(lua_State *L, const reader *r, int index);

/* Makes the room that they need in a book whose tables are loaded, and calls the rulebook's `check`. A refused cell is an
 * error with its place. */
salvo_status adapters_open(lua_book *book, salvo_arena *memory, salvo_error *err);

#endif
