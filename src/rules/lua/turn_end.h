/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a turn: an element throws once more after all have acted. */
#ifndef SALVO_RULES_LUA_TURN_END_H
#define SALVO_RULES_LUA_TURN_END_H

#include "rules/lua/script.h"

/* Sets the adapter's functions for the end of a turn, if the rules have one. The battle has been read. */
void turn_end_adapt(script_battle *b);

#endif
