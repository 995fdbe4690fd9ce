/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rulebook's functions for its fire, its prices and its record cards, and the chain that is its duel. */
#ifndef SALVO_RULES_LUA_ADAPTERS_H
#define SALVO_RULES_LUA_ADAPTERS_H

#include "rules/lua/reader.h"

/* Reads the fields duel, fire, no_fire, prices and card of the rulebook at `index`. The procedures have been read. */
void adapters_read(lua_State *L, const reader *r, int index);

#endif
