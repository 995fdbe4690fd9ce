/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of values: what a column, a parameter or a field of a state may hold. */
#ifndef SALVO_RULES_LUA_KIND_H
#define SALVO_RULES_LUA_KIND_H

#include <salvo/rules.h>

#include "rules/lua/check.h"

typedef struct value_kind {
    salvo_kind kind;            /* SALVO_NAME is a row */
    double min, max;            /* of numbers */
    const char *const *choices; /* ends with NULL */
    const char *const *tables;  /* of rows and lists; ends with NULL */
    const char *blank;          /* of columns: the text of a cell without a value; or NULL */
    size_t length;              /* of a field of a state: values in its list; 0: it is one value */
} value_kind;

/* Adds the words that make kinds to the table on top of the stack. */
void kind_add_words(lua_State *L);

/* Whether the value at `index` is a kind. */
bool kind_is(lua_State *L, int index);

/* The kind at `index`, copied into `memory`; or of {kind, options}, whose options are left to the caller. `what` is what
 * messages call the thing, `line` where it stands. */
value_kind kind_read(lua_State *L, int index, salvo_arena *memory, int line, const char *what);

/* The same of a field of a state, which may be an array. */
value_kind kind_read_field(lua_State *L, int index, salvo_arena *memory, int line, const char *what);

/* A text of Lua's in `memory`, or NULL for nil. */
const char *kind_keep(lua_State *L, const char *text, salvo_arena *memory);

/* An array in `memory`; fails when there is none left. */
void *kind_array(lua_State *L, salvo_arena *memory, size_t count, size_t size);

/* The texts of the list at `index`; *n is how many, and NULL stands behind the last. */
const char *const *kind_texts(lua_State *L, int index, salvo_arena *memory, int line, const char *what, size_t *n);

#endif
