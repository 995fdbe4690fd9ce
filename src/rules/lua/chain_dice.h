/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers for what the dice of a chain show, so that a result of a throw is a key without a call to Lua. */
#ifndef SALVO_RULES_LUA_CHAIN_DICE_H
#define SALVO_RULES_LUA_CHAIN_DICE_H

#include "rules/lua/book.h"

/* The dice of a throw, and a number for what each face shows. */
typedef struct chain_dice {
    salvo_dice dice;
    bool has_numbers;                      /* all faces show small whole numbers or texts */
    const int16_t *values[SALVO_DICE_MAX]; /* by face; NULL: each face shows its number */
} chain_dice;

bool chain_dice_are_equal(const void *one, const void *other);

/* Within a call: numbers the faces of the dice, whose values are on top of the stack as throw_read leaves them. The result
 * lasts as long as the worker, and so do the numbers. */
const chain_dice *chain_dice_number(lua_State *L, const salvo_dice *dice);

/* Within a call: pushes what the dice show, and notes it for messages. */
void chain_dice_push(lua_State *L, const chain_dice *d, const uint8_t *faces);

/* Writes what the dice show into zeroed bytes: the values of few dice in 16 bits each, those of more in 8. The last byte
 * says which, so that no two results are equal. Returns false if there is no room. */
enum { CHAIN_SHOWN_BYTES = 16, SHOWN_FEW = 1, SHOWN_MORE = 2, SHOWN_KIND = 3 /* a kind of faces, and no values */ };
bool chain_dice_shown(const chain_dice *d, const uint8_t *faces, uint8_t bytes[CHAIN_SHOWN_BYTES]);

#endif
