/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A state that notes which of its values a rule reads, and finds those that it changes. So an answer can be kept by a few
 * values of a large state. A worker watches one state at a time. */
#ifndef SALVO_RULES_LUA_STATE_WATCH_H
#define SALVO_RULES_LUA_STATE_WATCH_H

#include "rules/lua/state.h"

enum {
    STATE_WATCH_FIELDS = 64,  /* the most fields of a watched state ... */
    STATE_WATCH_VALUES = 512, /* ... and the most values in them */
};

/* A value that a rule has set: which of a field, from 0, and its number (state_bits.h). */
typedef struct state_set {
    uint16_t field, place;
    uint32_t number;
} state_set;

/* Returns whether states of that layout are small enough. */
bool state_can_be_watched(const state_layout *layout);

/* Pushes the state, which a function of the subject may read and change. Reads go to the worker's log, if it has one.
 * `before` must last until the state is taken or forgotten. */
void state_push_watched(lua_State *L, const subject *of, function_name function, const uint8_t *before);

/* Reads what the function has made of the watched state at `index`, and ends the watch. Returns the number of changes:
 * values that the function has set without a look, and those that it has looked at and changed. There is room for all
 * values. */
size_t state_take_watched(lua_State *L, int index, state_set *changes);

/* Ends the watch of a state that the function does not change. */
void state_forget_watched(lua_State *L);

#endif
