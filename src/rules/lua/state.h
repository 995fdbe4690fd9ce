/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States: fields with limits, packed into bytes; in Lua a table whose fields are those and no others. */
#ifndef SALVO_RULES_LUA_STATE_H
#define SALVO_RULES_LUA_STATE_H

#include "rules/lua/book.h"

/* Pushes the state as a table. Bytes that no state has (see state_is_one) become the least of a field. */
void state_push(lua_State *L, const state_layout *layout, const uint8_t *bytes);

/* The same, but its fields are there only when a rule looks at one: then the worker's is_looked_at is set. One at a time. */
void state_push_lazy(lua_State *L, const state_layout *layout, const uint8_t *bytes);

/* Sets all fields of a state that was pushed before, at `index`. */
void state_fill(lua_State *L, int index, const state_layout *layout, const uint8_t *bytes);

/* Packs the table at `index`, which a function of the subject has left so. */
void state_take(lua_State *L, int index, const state_layout *layout, const subject *of, function_name function,
                uint8_t *bytes);

/* Packs the fields at `index` over those of the state `bytes`: what is left out stays. */
void state_change(lua_State *L, int index, const state_layout *layout, const subject *of, function_name function,
                  uint8_t *bytes);

/* The number of a field that is one value, 0 for the first; whether all fields have such values. */
uint64_t state_field_number(const state_field *field, const uint8_t *bytes);
/* The same of a field of any length: other values, another number. */
uint64_t state_field_mark(const state_field *field, const uint8_t *bytes);
bool state_is_one(const state_layout *layout, const uint8_t *bytes);

#endif
