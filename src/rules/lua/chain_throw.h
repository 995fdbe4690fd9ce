/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The throw of a chain in a state. */
#ifndef SALVO_RULES_LUA_CHAIN_THROW_H
#define SALVO_RULES_LUA_CHAIN_THROW_H

#include "rules/lua/book.h"

/* Within a call: finds the dice that the chain throws in that state, and puts them into the worker (throw_dice). Leaves
 * the values of their faces on the stack, as throw_read does. The dice of the last call are still there. */
void chain_throw_find(lua_State *L, const content *of, const uint8_t *state);

/* The same without a look at the last call: asks the rule, whose state is already at `at` on the stack. */
void chain_throw_ask(lua_State *L, const content *of, const uint8_t *state, int at);

/* Reads what a function of the chain has returned first, which is at `index`: returns whether a turn is over. */
bool chain_throw_ends_turn(lua_State *L, int index, const subject *chain, function_name function);

/* Returns whether the dice have the same faces, weights and names of faces. */
bool chain_throws_are_equal(const salvo_dice *one, const salvo_dice *other);

#endif
