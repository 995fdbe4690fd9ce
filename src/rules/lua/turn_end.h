/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a turn: an element throws once more where all have acted at once. */
#ifndef SALVO_RULES_LUA_TURN_END_H
#define SALVO_RULES_LUA_TURN_END_H

#include "rules/lua/script.h"

/* Fills its part of the adapter in, if the rules have such an end. The battle has been read. */
void turn_end_adapt(script_battle *b);

#endif
