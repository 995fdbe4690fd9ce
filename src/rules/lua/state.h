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

/* A state that a rule reads and changes, field by field. The reads of its own fields go to the worker's log, if there is
 * one. */
typedef struct state_watch {
    const subject *of;
    function_name function;       /* that changes it, for messages */
    const uint8_t *before;        /* the state that the rule reads ... */
    uint8_t now[SALVO_STATE_MAX]; /* ... and the same with the fields that it has changed ... */
    uint64_t changed;             /* ... whose bits are set here */
} state_watch;

enum { STATE_WATCH_FIELDS = 64 }; /* the most fields of a watched state; each of them is one value */

/* Pushes the state `before`, and begins to note changes. Only one state at a time is watched. */
void state_push_watched(lua_State *L, state_watch *watch);

/* Sets all fields of an earlier pushed state at `index`. */
void state_fill(lua_State *L, int index, const state_layout *layout, const uint8_t *bytes);

/* Packs the table at `index`, which a function of the subject has changed. */
void state_take(lua_State *L, int index, const state_layout *layout, const subject *of, function_name function,
                uint8_t *bytes);

/* Packs the fields at `index` into the state `bytes`. Missing fields stay unchanged. */
void state_change(lua_State *L, int index, const state_layout *layout, const subject *of, function_name function,
                  uint8_t *bytes);

#endif
