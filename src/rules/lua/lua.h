/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules that users write, in Lua. */
#ifndef SALVO_RULES_LUA_H
#define SALVO_RULES_LUA_H

#include "rules/language.h"

/* See salvo_language.describe. */
salvo_status salvo_lua_describe(const salvo_store *store, salvo_arena *memory, const salvo_ruleset **ruleset,
                                salvo_error *err);

#endif
