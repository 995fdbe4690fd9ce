/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A throw of fire, in the states of both: its dice, their effect, and whether it can do harm. */
#ifndef SALVO_RULES_LUA_SHOT_H
#define SALVO_RULES_LUA_SHOT_H

#include "rules/lua/script.h"

/* Sets the adapter's functions for throws. The battle has been read. */
void shot_adapt(script_battle *b);

#endif
