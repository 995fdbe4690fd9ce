/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the tables that a rulebook writes: their options against the vocabulary, and their fields as C values. All of it
 * raises errors that name the line. */
#ifndef SALVO_RULES_LUA_CHECK_H
#define SALVO_RULES_LUA_CHECK_H

#include <stdbool.h>

#include "rules/lua/sandbox.h"
#include "rules/lua/vocabulary.h"

/* Fails unless every field of the table at `index`, from place `first` on, is one of these options and of its type.
 * `first` is one more than the places of the list that may be filled. `line` is where the table stands. */
void check_options(lua_State *L, int index, const lua_options *options, int first, int line);

/* As salvo_names_fail, of the keys of the table at `index` that are texts. */
_Noreturn void check_fail_unknown(lua_State *L, int index, int line, const char *typed, const char *what);
/* The same of a list that ends with NULL. */
_Noreturn void check_fail_among(lua_State *L, const char *const *names, int line, const char *typed, const char *what);

/* The whole number at `index`, in limits; `what` is what messages call it. */
int64_t check_whole(lua_State *L, int index, int line, const char *what, int64_t least, int64_t most);

/* A value in a few words, for messages: "'hurt'", "nil", "a table". It stays on the stack. */
const char *check_words_of(lua_State *L, int index);

/* The option of the table at `index`, or NULL; lives as long as the table. */
const char *check_text(lua_State *L, int index, const char *name);
bool check_flag(lua_State *L, int index, const char *name);
double check_number(lua_State *L, int index, const char *name, double otherwise);

/* Pushes a list of the keys of the table at `index` that are numbers or texts, in their order: Lua's own order is another
 * in every run. */
void check_push_keys(lua_State *L, int index);

/* Pushes the table that a proxy shows, or the table itself. The value at `index` is a table. */
void check_push_shown(lua_State *L, int index);

#endif
