/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* A die with what its faces are called. */
typedef struct die_faces {
    const die_weights *weights;
    const char *const *names; /* as in salvo_dice */
} die_faces;

/* `names` holds a text for each face with its end, one behind the other, and "" where there are no words; size 0: faces are
 * called by their numbers. Kept as long as the book. NULL when memory is out. */
const die_faces *die_faces_find(lua_book *book, const die_weights *weights, const char *names, size_t size);

#endif
