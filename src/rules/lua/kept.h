/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rules keep from one call to the next, which they may not: variables outside of their functions, and the tables in
 * them. salvo check compares them between calls. */
#ifndef SALVO_RULES_LUA_KEPT_H
#define SALVO_RULES_LUA_KEPT_H

#include "rules/lua/book.h"

void kept_free(kept_variables *k);

/* Lists all that the functions of the rules see; within a call of the worker, with the rulebook's table alone on the stack,
 * which is popped. false when memory is out. */
bool kept_list(lua_State *L, kept_variables *k);

/* A variable that differs, as a function sees it that may have changed it: `called` has a bit for each function_name that
 * was called. NULL: none differs. */
const kept_variable *kept_changed(const kept_variables *before, const kept_variables *now, uint64_t called);

#endif
