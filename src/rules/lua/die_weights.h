/* The ways of a die as engines have them. */
#ifndef SALVO_RULES_LUA_DIE_WEIGHTS_H
#define SALVO_RULES_LUA_DIE_WEIGHTS_H

#include "base/convolution.h"
#include "rules/lua/book.h"

/* As in salvo_dice. */
typedef struct die_weights {
    uint8_t sides;
    const uint32_t *weights;
    const salvo_long_weights *long_weights;
} die_weights;

/* The weights of a die of at most 255 faces, kept as long as the book: equal ones at the same place. NULL when memory is
 * out. */
const die_weights *die_weights_find(lua_book *book, const distribution *ways);

#endif
