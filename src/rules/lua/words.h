/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names that rules see: the words of the vocabulary, and their own globals while the file is read. */
#ifndef SALVO_RULES_LUA_WORDS_H
#define SALVO_RULES_LUA_WORDS_H

#include <lua.h>

#include <salvo/arena.h>
#include <salvo/data.h>

/* Pushes the empty table of words, one for each state. Callers may add words until the rules are read. */
void words_push_new(lua_State *L);

/* add(name, value) in Lua: adds a word. */
int words_add(lua_State *L);

/* A file as Lua has compiled it, so that further states need not. */
typedef struct compiled {
    const char *bytes; /* NULL: it was not compiled yet */
    size_t length;
} compiled;

/* The files of rules; the first returns the rulebook, and the last ones are house rules. */
typedef struct rules_files {
    const salvo_rules_file *files;
    size_t n, n_house;
    compiled *compiled;  /* n, and one for salvo's own file of dice */
    salvo_arena *memory; /* of what is compiled now; NULL: nothing more is kept */
} rules_files;

/* Pushes a file of salvo itself as a function. */
void words_load_own(lua_State *L, const char *text, size_t length, const char *name);

/* Pushes the first file as a function. `all` must outlive the state. */
void words_read(lua_State *L, const rules_files *all);

/* Calls that function, which is on top of the stack, with the words as its globals, and pushes the result. */
void words_run(lua_State *L);

/* Does the same with another file, after words_run. */
void words_run_file(lua_State *L, size_t file);

/* Pushes what the files have returned, by their numbers; the words with the rules' own globals; and the names of
 * these. */
void words_push_required(lua_State *L);
void words_push_globals(lua_State *L);
void words_push_own(lua_State *L);

/* From now on rules cannot create globals or require files. */
void words_close(lua_State *L);

#endif
