/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice that act alone. A chain with `each` says what one die of a throw does to the state before the throw. A step is
 * what all dice do together, so it needs no rule of its own. What a die does depends on the few fields that it reads.
 * It is kept by these, and states share it (reads.h): two sides of sixty units have four million results, and need some
 * thousand calls. */
#ifndef SALVO_RULES_LUA_LONE_DICE_H
#define SALVO_RULES_LUA_LONE_DICE_H

#include "rules/lua/situation.h"

/* Changes the state of a chain by a throw with these faces, and adds the gains to gain[], unless it is NULL. Returns
 * whether a turn is over. After a fault of the book, it returns true. */
bool lone_dice_step(const situation *s, uint8_t *state, const uint8_t *faces, int64_t *gain);

#endif
