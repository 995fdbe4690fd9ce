/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All results of one throw of a chain or a roll. Engines that enumerate go through the results of a throw one after the
 * other, so one call asks the rules for all of them. A worker keeps those of the last throw. */
#ifndef SALVO_RULES_LUA_CHAIN_STEPS_H
#define SALVO_RULES_LUA_CHAIN_STEPS_H

#include "rules/lua/worker.h"

enum { CHAIN_STEPS_MAX = 1 << 14 }; /* results of a throw; those of larger ones are asked one by one */

/* Finds a result; false: the worker's results are of another throw. `state` has `bytes` bytes, at most
 * CHAIN_STATE_MEMO. */
bool chain_steps_find(const lua_book *book, const content *of, const uint8_t *state, size_t bytes, const uint8_t *faces,
                      step_answer *to);

/* Within a call: provide room for the results of that throw, the last die varying fastest, and say that they are
 * complete. The dice have at most CHAIN_STEPS_MAX results. */
step_answer *chain_steps_begin(lua_State *L, const salvo_dice *dice);
void chain_steps_end(lua_State *L, const content *of, const uint8_t *state, size_t bytes, const salvo_dice *dice);

#endif
