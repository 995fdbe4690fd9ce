/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole numbers by the results of a throw, for all threads and as long as the book: the kinds of a throw of fire, or
 * who begins after an initiative throw. Engines ask for them by the million. */
#ifndef SALVO_RULES_LUA_THROW_NUMBERS_H
#define SALVO_RULES_LUA_THROW_NUMBERS_H

#include "rules/lua/book.h"

enum { THROW_NUMBERS_MAX = 1 << 13 }; /* results of a throw; the numbers of larger ones are asked one by one */

struct throw_numbers {
    salvo_dice dice;
    int32_t numbers[]; /* the last die varies fastest */
};

/* Returns the numbers of a throw of the content; NULL: they are not kept. */
static inline const throw_numbers *throw_numbers_of(const content *of, int throw)
{
    return throw < THROWS_NUMBERED ? atomic_load_explicit(&of->numbers[throw], memory_order_acquire) : NULL;
}

static inline int throw_numbers_at(const throw_numbers *n, const uint8_t *faces)
{
    size_t place = 0;

    for (int i = 0; i < n->dice.count; i++)
        place = place * n->dice.sides[i] + (size_t)faces[i] - 1;
    return n->numbers[place];
}

/* Keeps a copy of the numbers of a throw of these dice, unless there are too many or memory is out. */
void throw_numbers_keep(lua_book *book, const content *of, int throw, const salvo_dice *dice, const int32_t *numbers);

/* Within a call: returns the number of the kind on top of the stack, and pops it. `names` is the place of a table that
 * has the kinds so far, and *n is their number. Fails unless it is a value that can be compared. */
int32_t throw_numbers_kind(lua_State *L, const subject *of, int names, size_t *n);

#endif
