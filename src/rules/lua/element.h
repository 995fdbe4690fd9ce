/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elements of a battle: the data that the rules state when an element is prepared, and the questions about its
 * states. */
#ifndef SALVO_RULES_LUA_ELEMENT_H
#define SALVO_RULES_LUA_ELEMENT_H

#include "rules/lua/book.h"

/* Sets the adapter's functions for elements and their preparation. The battle has been read. */
void element_adapt(script_battle *b);

/* Returns the strength of the element in that state; 0: out. */
int element_strength(const lua_book *book, const content *of, const uint8_t *state);

#endif
