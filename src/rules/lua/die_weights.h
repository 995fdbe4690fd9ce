/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of a die in the form that engines need. */
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

/* Returns the weights of a die of at most 255 faces. They live as long as the book, and equal weights have one address.
 * NULL if memory is out. */
const die_weights *die_weights_find(lua_book *book, const distribution *ways);

/* A die with the names of its faces. */
typedef struct die_faces {
    const die_weights *weights;
    const char *const *names; /* as in salvo_dice */
} die_faces;

/* `names` holds a text for each face with its end, one after the other, and "" for a face without a name. If size is 0,
 * the faces have their numbers as names. The result lives as long as the book. NULL if memory is out. */
const die_faces *die_faces_find(lua_book *book, const die_weights *weights, const char *names, size_t size);

#endif
