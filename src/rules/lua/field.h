/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The field of a battle: its limits, the brackets of ranges, and which side begins a turn. */
#ifndef SALVO_RULES_LUA_FIELD_H
#define SALVO_RULES_LUA_FIELD_H

#include "rules/lua/script.h"
#include "rules/lua/situation.h"

/* Sets the adapter's functions for fields and their preparation. The battle has been read. */
void field_adapt(script_battle *b);

/* The remark on a battle in which a side begins with so many elements, which lasts as long as the book; or NULL. */
const char *field_remark(const situation *field, int elements);

#endif
