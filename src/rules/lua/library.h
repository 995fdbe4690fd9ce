/* What rules find in a state: the words of the vocabulary and as much of Lua's libraries as can do no harm. */
#ifndef SALVO_RULES_LUA_LIBRARY_H
#define SALVO_RULES_LUA_LIBRARY_H

#include "rules/lua/check.h"

/* Fills an empty state; within a call. row_key(value) -> a text that says which row the value is, or nil. Leaves on the stack: the table of words, to which more may be added (library_add)
 * until the rules are read. */
void library_install(lua_State *L, lua_CFunction row_key);

/* Loads the text of the rules and pushes what it returns. From then on there are no new globals. */
void library_run(lua_State *L, const char *text, size_t length);

/* Pushes a frozen copy of the value on top of the stack, in its place: tables in tables too. */
void library_freeze(lua_State *L);

/* Pushes a proxy that shows the table on top of the stack, in its place, and lets nobody change it. */
void library_show(lua_State *L);

/* Pushes the list of dice that a rule has given (on top of the stack, in its place) laid flat: what dice.lua knows of each,
 * {values, weights, ways}. */
void library_throw(lua_State *L);

/* Replaces the value on top of the stack by a key that equal values share, in every state of the book; nil when there are
 * functions in it. */
void library_key(lua_State *L);

/* Marks on what roll {}, chain {} and battle {} make. */
const lua_options *library_made(lua_State *L, int index); /* which of them it is; NULL: none */
int library_line(lua_State *L, int index);                /* where it stands; 0: unknown */

#endif
