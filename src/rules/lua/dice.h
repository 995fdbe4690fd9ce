/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dice.lua in a state: the constructors of dice, throws, and the keys that distinguish values. */
#ifndef SALVO_RULES_LUA_DICE_H
#define SALVO_RULES_LUA_DICE_H

#include <lua.h>

/* Adds the constructors to the words on top of the stack, which contain `pairs` already. Pushes the sort that rules
 * have in place of Lua's. row_key(value) returns a text that identifies the row, or nil if the value is no row. */
void dice_add_words(lua_State *L, lua_CFunction row_key);

/* Replaces the list of dice from a rule, on top of the stack, by a flat list. It holds dice.lua's data of each die,
 * {values, weights, ways}. */
void dice_throw(lua_State *L);

/* Replaces the value on top of the stack by a key that equal values share in every state of the book; nil if it
 * contains functions. */
void dice_key(lua_State *L);

/* Replaces dice.lua's data of a die, on top of the stack, by that of a die with a face for each whole number from
 * `least` to `most`, some of which it never shows. Fails if the die shows anything else. */
void dice_numbered(lua_State *L, lua_Integer least, lua_Integer most);

/* Replaces dice.lua's data of a die, on top of the stack, by the names of its faces: a text for each with its end
 * ('\0'), or "" if they have no names. */
void dice_names(lua_State *L);

/* Forgets what dice have kept of a book, because the state gets another one. */
void dice_forget(lua_State *L);

#endif
