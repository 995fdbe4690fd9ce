/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what a file of rules returns into a script. Within the call that has read the file; errors name the line. */
#ifndef SALVO_RULES_LUA_READER_H
#define SALVO_RULES_LUA_READER_H

#include "rules/lua/script.h"

typedef struct reader {
    const salvo_store *store;
    salvo_arena *memory;
    script *script;
} reader;

/* The parameters in the list at `index` (nil: none), behind `first` (or NULL). Each goes to the situation's value of the same
 * place. `what` is what messages call whose they are. */
const salvo_parameter *reader_parameters(lua_State *L, const reader *r, int index, const salvo_parameter *first,
                                         int line, const char *what, size_t *n);

/* The schema's kind of a table that ruleset.yaml lists, or an error. `what` says where the name stands. */
void reader_need_table(lua_State *L, const reader *r, const char *table, int line, const char *what);

/* The same of a table with range brackets. */
void reader_need_brackets(lua_State *L, const reader *r, const char *table, int line, const char *what);

/* Notes which functions the table at `index` has, of those from `first` to `last`; with those in a table in it where
 * `within` is its name ("initiative"). */
void reader_functions(lua_State *L, int index, subject *to, function_name first, function_name last);

/* The fields of a state at `index`. */
void reader_state(lua_State *L, const reader *r, int index, int line, state_layout *layout);

/* Where a parameter's value goes. */
salvo_place reader_place(size_t parameter);

#endif
