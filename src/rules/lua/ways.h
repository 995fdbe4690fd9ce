/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ways in which a die shows its faces, for dice.lua: a userdata with a whole number of any length for each face. */
#ifndef SALVO_RULES_LUA_WAYS_H
#define SALVO_RULES_LUA_WAYS_H

#include "base/convolution.h"
#include "rules/lua/sandbox.h"

/* Pushes a table of functions that make and combine ways:
 *     of(list)                of whole numbers, or of one number and its count: of(1, 6)
 *     pairs(a, b)             of every pair, those of a's first face first
 *     join(ways, places, n)   of n new faces: face i becomes face places[i]; in lowest terms
 *     power(ways, count)      of the number of dice among `count` that show the first of two faces: 0 to count
 *     any(ways, i)            whether face i has any
 *     text(ways)              equal ways have equal texts
 *     total(ways)             of all faces */
void ways_push_library(lua_State *L);

/* Returns the ways at `index`. ways[0] is that of the first face. */
const distribution *ways_at(lua_State *L, int index);

#endif
