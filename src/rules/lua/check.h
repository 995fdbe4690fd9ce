/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the tables of a rulebook: checks their options against the vocabulary, and converts their fields to C values.
 * All functions raise errors that name the line. */
#ifndef SALVO_RULES_LUA_CHECK_H
#define SALVO_RULES_LUA_CHECK_H

#include <stdbool.h>

#include "rules/lua/sandbox.h"
#include "rules/lua/vocabulary.h"

/* Fails unless every field of the table at `index`, from place `first` on, is one of these options and has its type.
 * `first` is one more than the number of places that a list may fill. `line` is the table's line. */
void check_options(lua_State *L, int index, const lua_options *options, int first, int line);

/* Fails as salvo_names_fail does, with the keys of the table at `index` that are texts. */
_Noreturn void check_fail_unknown(lua_State *L, int index, int line, const char *typed, const char *what);
/* The same for a list that ends with NULL. */
_Noreturn void check_fail_among(lua_State *L, const char *const *names, int line, const char *typed, const char *what);

/* Returns the whole number at `index` within its limits; `what` is its name in messages. */
int64_t check_whole(lua_State *L, int index, int line, const char *what, int64_t least, int64_t most);

/* Describes a value for messages: "'hurt'", "nil", "a table". The text stays on the stack. */
const char *check_words_of(lua_State *L, int index);

/* Returns the option of the table at `index`, or NULL. The text lives as long as the table. */
const char *check_text(lua_State *L, int index, const char *name);
bool check_flag(lua_State *L, int index, const char *name);
double check_number(lua_State *L, int index, const char *name, double otherwise);

/* Pushes a sorted list of the keys of the table at `index` that are numbers or texts. Lua's own order differs from run
 * to run. */
void check_push_keys(lua_State *L, int index);

/* Pushes the table that a proxy shows, or the table itself. The value at `index` is a table. */
void check_push_shown(lua_State *L, int index);

#endif
