/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States in Lua: a table with exactly the fields of a packed state (state_bits.h), whose limits are checked. */
#ifndef SALVO_RULES_LUA_STATE_H
#define SALVO_RULES_LUA_STATE_H

#include "rules/lua/state_bits.h"

/* Pushes the state as a table. Bytes that no state has (see state_is_one) become the least value of a field. */
void state_push(lua_State *L, const state_layout *layout, const uint8_t *bytes);

/* The same, but the fields appear only when a rule looks at one, which sets the worker's is_looked_at. Only one state
 * at a time can be lazy. */
void state_push_lazy(lua_State *L, const state_layout *layout, const uint8_t *bytes);

/* Sets all fields of an earlier pushed state at `index`. */
void state_fill(lua_State *L, int index, const state_layout *layout, const uint8_t *bytes);

/* Packs the table at `index`, which a function of the subject has changed. */
void state_take(lua_State *L, int index, const state_layout *layout, const subject *of, function_name function,
                uint8_t *bytes);

/* Packs the fields at `index` into the state `bytes`. Missing fields stay unchanged. */
void state_change(lua_State *L, int index, const state_layout *layout, const subject *of, function_name function,
                  uint8_t *bytes);

/* For tables that show a state in another way (state_watch.h). The first pushes a value of a field; a number that it does
 * not have is its least value. The second reads one from the top of the stack, which the function has set, the third
 * checks a list of a field's values there. The others are metamethods: they fail for a name that is no field, and for a
 * place that an array does not have. */
void state_push_value(lua_State *L, const state_field *field, uint64_t number);
uint64_t state_take_value(lua_State *L, const state_field *field, const subject *of, function_name function);
void state_check_list(lua_State *L, const state_field *field, const subject *of, function_name function);
int state_unknown_field(lua_State *L);
int state_end_of_array(lua_State *L);
int state_refuse_place(lua_State *L);

#endif
