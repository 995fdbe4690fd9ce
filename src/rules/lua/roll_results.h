/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of rolls that questions share. A curve asks a roll at two thousand ranges, and its rules make a handful of
 * attacks of them. So the results are kept by what `prepare` has set and `resolve` reads. */
#ifndef SALVO_RULES_LUA_ROLL_RESULTS_H
#define SALVO_RULES_LUA_ROLL_RESULTS_H

#include "rules/lua/book.h"

/* Within the call that prepares a roll, with the values of its dice on top of the stack: numbers what `prepare` has
 * set. */
void roll_results_number(lua_State *L, const content *of, prepared *to);

/* Within a call: takes the results of a question with which it shares them as the worker's steps (chain_steps.h).
 * Returns false if there are none. */
bool roll_results_take(lua_State *L, const content *of);

/* Pushes the object for `resolve`; what that reads of it is noted. The second function keeps the worker's steps, which
 * are complete. */
void roll_results_push_object(lua_State *L, const content *of);
void roll_results_keep(lua_State *L, const content *of);

#endif
