/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of the results of a chain's throws: results of one kind have the same effect in every state that throws the
 * same dice. So a step is asked for one of each. */
#ifndef SALVO_RULES_LUA_CHAIN_KINDS_H
#define SALVO_RULES_LUA_CHAIN_KINDS_H

#include "rules/lua/situation.h"

/* Returns the number of the throw of these dice, which the chain throws in that state; -1: its results have no kinds.
 * `kind` is asked about all its results once. After a fault of the book, it returns -1. */
int chain_kinds_number(const situation *s, const uint8_t *state, const salvo_dice *dice);

/* The same without asking: -1 if its kinds are not known. */
int chain_kinds_known(const situation *s, const salvo_dice *dice);

/* Returns the kind of a result of such a throw. */
int chain_kinds_of(const situation *s, int number, const uint8_t *faces);

#endif
