/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A throw of fire, in the states of both: its dice, what they do, and whether harm can come of it. */
#ifndef SALVO_RULES_LUA_SHOT_H
#define SALVO_RULES_LUA_SHOT_H

#include "rules/lua/script.h"

/* Fills its part of the adapter in. The battle has been read. */
void shot_adapt(script_battle *b);

#endif
