/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dice.lua in a state: the constructors of dice, a throw of them, and what tells values apart. */
#ifndef SALVO_RULES_LUA_DICE_H
#define SALVO_RULES_LUA_DICE_H

#include <lua.h>

/* Adds the constructors to the words on top of the stack, among which `pairs` is already, and pushes the sort that rules
 * have in place of Lua's. row_key(value) -> a text that says which row the value is, or nil. */
void dice_add_words(lua_State *L, lua_CFunction row_key);

/* Pushes the list of dice that a rule has given (on top of the stack, in its place) laid flat: what dice.lua knows of each,
 * {values, weights, ways}. */
void dice_throw(lua_State *L);

/* Replaces the value on top of the stack by a key that equal values share, in every state of the book; nil when there are
 * functions in it. */
void dice_key(lua_State *L);

/* Replaces what dice.lua knows of a die, on top of the stack, by what its faces are called: a text for each with its end ('\0'),
 * "" where there are no words. */
void dice_names(lua_State *L);

#endif
