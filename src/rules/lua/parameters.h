/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the parameters of a question. */
#ifndef SALVO_RULES_LUA_PARAMETERS_H
#define SALVO_RULES_LUA_PARAMETERS_H

#include "rules/lua/reader.h"

/* Returns the parameters in the list at `index` (nil: none), after `first` (or NULL). Each goes to the situation's
 * value of the same place. `what` names their owner in messages. */
const salvo_parameter *parameters_read(lua_State *L, const reader *r, int index, const salvo_parameter *first, int line,
                                       const char *what, size_t *n);

/* Refuses a key that users could not type, or rules could not write. `of` is whose parameter it is. */
void parameters_check_key(lua_State *L, const char *key, int line, const char *of);

#endif
