/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a rulebook says of its fire, its prices and its record cards; and which of its chains is a duel. */
#ifndef SALVO_RULES_LUA_ADAPTERS_H
#define SALVO_RULES_LUA_ADAPTERS_H

#include "rules/lua/reader.h"

/* The fields duel, fire, no_fire, prices and card of the rulebook at `index`. The procedures are read. */
void adapters_read(lua_State *L, const reader *r, int index);

#endif
