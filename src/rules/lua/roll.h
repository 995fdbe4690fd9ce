/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolls: a throw and its result. */
#ifndef SALVO_RULES_LUA_ROLL_H
#define SALVO_RULES_LUA_ROLL_H

#include "rules/lua/situation.h"

extern const salvo_roll ROLL_IN_LUA;

/* subject.finish of a roll: reads its dice. */
void roll_finish(lua_State *L, const content *of, prepared *to);

/* Returns the number of the outcome at `index`, which a function of the subject has returned. */
int roll_outcome(lua_State *L, int index, const subject *of, function_name function);

/* Returns the outcome that is the name in that place of the list. */
int roll_name_outcome(const subject *of, size_t name);

/* Returns whether the name is a name before a number: "d#". */
bool roll_has_number(const char *name);

/* Returns whether the name of that length is `form`, with any number in place of its "#". */
bool roll_is_named(const char *form, const char *name, size_t length);

/* Numbers the outcomes of the subject in the order of their list. */
void roll_number_outcomes(lua_State *L, salvo_arena *memory, subject *to);

/* The outcome of a chain that never ends although its rule says that it always does. */
enum { ROLL_NEVER_ENDS = INT32_MAX };

/* procedure.label of a rule that has numbers, or that says that it always ends. */
void roll_label(const void *situation, int outcome, char text[SALVO_LABEL_MAX]);

/* Adds the gains at `index`, a table by the names of expectations or nil. */
void roll_gains(lua_State *L, int index, const subject *of, function_name function, int64_t *gain);

/* Reads what `expects` of the subject has returned, on top of the stack. */
bool roll_has_meaning(lua_State *L, const subject *of);

/* Returns whether an expectation of a roll or a chain has a meaning in the situation: its `expects`. */
bool roll_expects(const void *situation, size_t expectation);

#endif
