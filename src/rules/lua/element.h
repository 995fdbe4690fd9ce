/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elements of a battle: what the rules say of one when it is prepared, and what is asked of it in a state. */
#ifndef SALVO_RULES_LUA_ELEMENT_H
#define SALVO_RULES_LUA_ELEMENT_H

#include "rules/lua/book.h"

/* Fills its part of the adapter in, and how an element is prepared. The battle has been read. */
void element_adapt(script_battle *b);

/* What is left of the element in that state; 0: out. */
int element_strength(const lua_book *book, const content *of, const uint8_t *state);

#endif
