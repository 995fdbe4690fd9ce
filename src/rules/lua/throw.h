/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dice from a rule, in salvo's form and as the values that a rule receives. */
#ifndef SALVO_RULES_LUA_THROW_H
#define SALVO_RULES_LUA_THROW_H

#include "rules/lua/book.h"

/* Fails unless the value on top of the stack, which the function has returned, is a list. `called` is the function's
 * name in messages, `also` another permitted result, or "". */
void throw_check_list(lua_State *L, const subject *of, function_name function, const char *called, const char *also);

/* Reads the list of dice on top of the stack and replaces it by the values of their faces: for each die a list, or
 * false if each face is worth its number. */
void throw_read(lua_State *L, salvo_dice *dice);

/* The same for a list of one die, which gets a face for each whole number from `least` to `most`. */
void throw_read_numbers(lua_State *L, salvo_dice *dice, int64_t least, int64_t most);

/* Pushes the values of the faces, one for each die; `worth` is the stack place of the list. */
void throw_push(lua_State *L, int worth, const salvo_dice *dice, const uint8_t *faces);

#endif
