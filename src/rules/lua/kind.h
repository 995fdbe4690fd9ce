/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of values that a column, a parameter or a field of a state may hold. */
#ifndef SALVO_RULES_LUA_KIND_H
#define SALVO_RULES_LUA_KIND_H

#include <salvo/rules.h>

#include "rules/lua/check.h"

typedef struct value_kind {
    salvo_parameter_kind kind;  /* SALVO_NAME is a row */
    double min, max;            /* of numbers */
    const char *const *choices; /* ends with NULL */
    const char *const *tables;  /* of rows and lists; ends with NULL */
    const char *blank;          /* of columns: the text of a cell without a value; or NULL */
    const char *word;           /* of columns of numbers: a text in place of a number, which is its value; or NULL */
    bool is_optional;           /* of columns: the table need not have it */
    size_t length;              /* of a field of a state: the length of its list; 0: it is one value */
} value_kind;

/* Adds the words that make kinds to the table on top of the stack. */
void kind_add_words(lua_State *L);

/* Returns whether the value at `index` is a kind. */
bool kind_is(lua_State *L, int index);

/* Reads the kind at `index`, or at the beginning of a list {kind, options}, whose options the caller reads, into
 * `memory`. `what` is its name in messages, `line` is where it is. */
value_kind kind_read(lua_State *L, int index, salvo_arena *memory, int line, const char *what);

/* The same for a field of a state, which may be an array. */
value_kind kind_read_field(lua_State *L, int index, salvo_arena *memory, int line, const char *what);

/* Copies a text of Lua into `memory`; NULL for nil. */
const char *kind_keep(lua_State *L, const char *text, salvo_arena *memory);

/* Allocates an array in `memory`; fails if memory is out. */
void *kind_array(lua_State *L, salvo_arena *memory, size_t count, size_t size);

/* Reads the texts of the list at `index`. *n is their number, and NULL follows the last one. */
const char *const *kind_texts(lua_State *L, int index, salvo_arena *memory, int line, const char *what, size_t *n);

#endif
