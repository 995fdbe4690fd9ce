/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dice that a rule gives, as salvo's and as what a rule gets of them. */
#ifndef SALVO_RULES_LUA_THROW_H
#define SALVO_RULES_LUA_THROW_H

#include "rules/lua/book.h"

/* Fails unless the value on top of the stack, which the function has returned, is a list. `called` is the function's name
 * in messages, `also` what it may return besides, or "". */
void throw_check_list(lua_State *L, const subject *of, function_name function, const char *called, const char *also);

/* Reads the list of dice on top of the stack and puts in its place what their faces are worth: for each die a list of
 * values, or false where each face is worth its number. */
void throw_read(lua_State *L, salvo_dice *dice);

/* Pushes what the faces are worth, one value for each die; `worth` is where the list lies on the stack. */
void throw_push(lua_State *L, int worth, const salvo_dice *dice, const uint8_t *faces);

#endif
