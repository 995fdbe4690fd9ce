/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what rules keep from one call to the next, which is forbidden: variables outside their functions, and the
 * tables in them. salvo check compares them between calls. */
#ifndef SALVO_RULES_LUA_KEPT_H
#define SALVO_RULES_LUA_KEPT_H

#include "rules/lua/book.h"

void kept_free(kept_variables *k);

/* Lists everything that the functions of the rules see. Works within a call of the worker, with only the rulebook's
 * table on the stack, which it pops. Returns false if memory is out. Only if it is_told, each variable has its name,
 * its function and a line, which take most of the time. */
bool kept_list(lua_State *L, kept_variables *k, bool is_told);

bool kept_is_same(const kept_variables *before, const kept_variables *now);

/* Returns a variable that differs, in a function that may have changed it; `now` is told. `called` has a bit for each
 * function_name that was called. NULL: none differs. */
const kept_variable *kept_changed(const kept_variables *before, const kept_variables *now, uint64_t called);

#endif
