/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the parameters of a question. */
#ifndef SALVO_RULES_LUA_PARAMETERS_H
#define SALVO_RULES_LUA_PARAMETERS_H

#include "rules/lua/reader.h"

/* Returns the parameters in the list at `index` (nil: none), after `first` (or NULL). Each goes to the situation's
 * value of the same place. `what` names their owner in messages. */
const salvo_parameter *parameters_read(lua_State *L, const reader *r, int index, const salvo_parameter *first, int line,
                                       const char *what, size_t *n);

#endif
