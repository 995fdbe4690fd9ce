/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the result of a file of rules into a script, within the call that has read the file. Errors name the line. */
#ifndef SALVO_RULES_LUA_READER_H
#define SALVO_RULES_LUA_READER_H

#include "rules/lua/script.h"

typedef struct reader {
    const salvo_store *store;
    salvo_arena *memory;
    script *script;
} reader;

/* Fails unless ruleset.yaml lists the table. `what` describes the place of its name. */
void reader_need_table(lua_State *L, const reader *r, const char *table, int line, const char *what);

/* The same for a table with range brackets. */
void reader_need_brackets(lua_State *L, const reader *r, const char *table, int line, const char *what);

/* Notes which functions from `first` to `last` the table at `index` has. Those with a `within` ("initiative") are in a
 * table of that name in it. */
void reader_functions(lua_State *L, int index, subject *to, function_name first, function_name last);

/* Reads the fields of a state at `index`. */
void reader_state(lua_State *L, const reader *r, int index, int line, state_layout *layout);

/* Returns the place for a parameter's value. */
salvo_place reader_place(size_t parameter);

#endif
