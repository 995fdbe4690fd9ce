/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains: a repeated throw, each from the state that the last one left. */
#ifndef SALVO_RULES_LUA_CHAIN_H
#define SALVO_RULES_LUA_CHAIN_H

#include "rules/lua/reader.h"
#include "rules/lua/situation.h"

/* Reads the options that a chain {} at `index` has beyond a roll {}. */
void chain_read(lua_State *L, const reader *r, int index, subject *to);

#endif
