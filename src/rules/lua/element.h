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

/* The same for a rulebook with a field for it ("hits"). Most have one, and engines read it by the million. */
static inline int element_strength_field(const script_battle *b, const uint8_t *state)
{
    const state_field *field = &b->battle.state.fields[b->strength_field];
    uint64_t word = 0, number;

    for (int i = SALVO_ELEMENT_BYTES - 1; i >= 0; i--)
        word = word << 8 | state[i];
    number = word >> field->at & ((UINT64_C(1) << field->bits) - 1);
    return number < field->count ? (int)(field->least + (int64_t)number) : 0;
}

#endif
