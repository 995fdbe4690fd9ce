/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of a chain's functions by the values of the state that they read (reads.h). Two lines of twelve stands have
 * millions of states, and their rules look at a few stands at a time. */
#ifndef SALVO_RULES_LUA_CHAIN_READS_H
#define SALVO_RULES_LUA_CHAIN_READS_H

#include "rules/lua/chain_dice.h"
#include "rules/lua/chain_effect.h"
#include "rules/lua/situation.h"

/* Return what the functions answer in that state; NULL: it is not known. The answers last as long as the book. The first is
 * the first state. Of a step it also finds whether its reads should be noted next. */
const uint8_t *chain_reads_start(const situation *s);
const int *chain_reads_outcome(const situation *s, const uint8_t *state);
const salvo_dice *chain_reads_dice(const situation *s, const uint8_t *state);
const chain_effect *chain_reads_step(const situation *s, const uint8_t *state, const uint8_t *faces, bool *notes);

/* Within a call: begins to note what the function reads of the state, and pushes it, unless it is NULL. Returns false
 * without a push if nothing is noted. */
bool chain_reads_begin(lua_State *L, const content *of, function_name function, const uint8_t *state);

/* End that, and keep the answer: the first state; an outcome; the dice, whose values are on top of the stack as throw_read leaves them. */
void chain_reads_keep_start(lua_State *L, const content *of, const uint8_t *begin);
void chain_reads_keep_outcome(lua_State *L, const content *of, int outcome);
void chain_reads_keep_dice(lua_State *L, const content *of, const salvo_dice *dice);

/* Within a call: takes the step in Lua, and keeps its effect by what it reads. NULL: nothing is noted. */
const chain_effect *chain_reads_take_step(lua_State *L, const content *of, const uint8_t *state, const uint8_t *faces);

#endif
