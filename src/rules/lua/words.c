/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The globals of rules. An unknown name is an error with the nearest names, and not nil as in Lua: a misspelt name
 * would make a rule that returns a wrong number. Rules may create their own globals only while the file is read. A rule
 * that remembers something from one question to the next is no longer a function of its dice. */
#include "rules/lua/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "rules/lua/check.h"
#include "rules/lua/guard.h"
#include "rules/lua/standard.h"

/* Their addresses are keys of the registry. */
static const char WORDS, OWN, GLOBALS, FILES, REQUIRED;

/* A name that Lua has and rules do not is no slip: the author has to use another word, not to correct a letter. */
static int unknown_name(lua_State *L)
{
    char what[128];

    if (lua_type(L, 2) == LUA_TSTRING)
        standard_refuse_left_out(L, lua_tostring(L, 2));

    snprintf(what, sizeof what, "unknown name '%.64s'",
             lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "(no name)");
    check_fail_unknown(L, 1, 0, lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "", what);
}

/* Functions and tables of the rules may be global, if they are set while the file is read. There are two tables. WORDS
 * holds the values of names, and OWN the names that the rules have created and so may set again. OWN is removed after
 * the file has been read. */
static int set_global(lua_State *L)
{
    if (lua_type(L, 2) != LUA_TSTRING)
        sandbox_fail(L, 0, "the name of a global must be a text");
    lua_rawgetp(L, LUA_REGISTRYINDEX, &OWN);
    if (lua_type(L, -1) != LUA_TTABLE)
        sandbox_fail(L, 0, "the global '%s' cannot be set in a rule; write local %s", lua_tostring(L, 2),
                     lua_tostring(L, 2));
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) != LUA_TNIL) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, -4) == LUA_TNIL)
            sandbox_fail(L, 0, "'%s' is a word of salvo; write local %s, or use another name", lua_tostring(L, 2),
                         lua_tostring(L, 2));
    }
    lua_settop(L, 3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &OWN);
    lua_pushvalue(L, 2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_insert(L, 2);
    lua_settop(L, 4);
    lua_rawset(L, 2);
    return 0;
}

static const rules_files *files_of(lua_State *L)
{
    const rules_files *all;

    lua_rawgetp(L, LUA_REGISTRYINDEX, &FILES);
    all = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return all;
}

/* Where lua_dump writes. */
typedef struct dump {
    char *bytes; /* on the heap */
    size_t length, capacity;
} dump;

static int write_dump(lua_State *L, const void *bytes, size_t length, void *of)
{
    dump *to = of;

    (void)L;
    if (!salvo_grow(&to->bytes, &to->capacity, to->length + length, 1))
        return 1;
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
    return 0;
}

/* Keeps the function on top of the stack as it was compiled, with the names and lines of messages. Without memory for
 * it, the next state compiles the file again. */
static void keep_compiled(lua_State *L, compiled *to, salvo_arena *memory)
{
    dump d = {.bytes = NULL};
    char *kept = NULL;

    if (lua_dump(L, write_dump, &d, 0) == 0)
        kept = salvo_arena_array(memory, d.length, 1);
    if (kept)
        *to = (compiled){memcpy(kept, d.bytes, d.length), d.length};
    free(d.bytes);
}

/* Pushes the file as a function. The text is only read and not run, so refusing a file that is not Lua needs no
 * library. */
static void load_file(lua_State *L, const rules_files *all, size_t file, const char *text, size_t length,
                      const char *name)
{
    const compiled *known = all && all->compiled[file].bytes ? &all->compiled[file] : NULL;
    const int status = known ? luaL_loadbufferx(L, known->bytes, known->length, name, "b")
                             : luaL_loadbufferx(L, text, length, name, "t");

    if (status != LUA_OK)
        lua_error(L);
    if (all && !known && all->memory)
        keep_compiled(L, &all->compiled[file], all->memory);
}

static void read_file(lua_State *L, size_t file)
{
    const rules_files *all = files_of(L);
    char name[SANDBOX_NAME_MAX];

    sandbox_name(name, file);
    load_file(L, all, file, all->files[file].text, all->files[file].length, name);
}

/* A state without files of rules, as in tests, keeps nothing. */
void words_load_own(lua_State *L, const char *text, size_t length, const char *name)
{
    const rules_files *all = files_of(L);

    load_file(L, all, all ? all->n : 0, text, length, name);
}

/* Returns the number of the file that `name` requires: "air" is air.lua. The first file requires, and is not required. */
static size_t file_named(lua_State *L, const char *name)
{
    const size_t length = strlen(name);
    const rules_files *all = files_of(L);

    for (size_t i = 1; i < all->n - all->n_house; i++)
        if (strncmp(all->files[i].name, name, length) == 0 && strcmp(all->files[i].name + length, ".lua") == 0)
            return i;
    sandbox_fail(L, 0, "require: ruleset.yaml does not list '%.64s.lua' in more_rules", name);
}

void words_run_file(lua_State *L, size_t file)
{
    read_file(L, file);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &GLOBALS);
    lua_setupvalue(L, -2, 1);
    lua_call(L, 0, 1);
}

/* Runs a file of rules once, with the globals of the others, and returns what it returns. */
static int require(lua_State *L)
{
    enum { NAME = 1, DONE, RESULT };
    size_t file;

    lua_settop(L, NAME);
    if (lua_type(L, NAME) != LUA_TSTRING)
        sandbox_fail(L, 0, "require needs the name of a file: require \"air\"");
    file = file_named(L, lua_tostring(L, NAME));
    lua_rawgetp(L, LUA_REGISTRYINDEX, &REQUIRED); /* at DONE */
    if (lua_rawgeti(L, DONE, (lua_Integer)file) == LUA_TNIL) {
        lua_settop(L, DONE);
        if (lua_rawgetp(L, LUA_REGISTRYINDEX, &OWN) != LUA_TTABLE)
            sandbox_fail(L, 0, "require is for the beginning of a file, and not for a rule");
        lua_pushboolean(L, 0); /* while it runs */
        lua_rawseti(L, DONE, (lua_Integer)file);
        words_run_file(L, file);
        lua_replace(L, RESULT);
        if (lua_isnil(L, RESULT)) {
            lua_pushboolean(L, 1);
            lua_replace(L, RESULT);
        }
        lua_pushvalue(L, RESULT);
        lua_rawseti(L, DONE, (lua_Integer)file);
    }
    if (lua_isboolean(L, RESULT) && !lua_toboolean(L, RESULT))
        sandbox_fail(L, 0, "%s.lua requires itself, directly or through other files", lua_tostring(L, NAME));
    return 1;
}

void words_push_new(lua_State *L)
{
    static const luaL_Reg GUARD[] = {{"__index", unknown_name}, {NULL, NULL}};

    lua_newtable(L);
    guard_set(L, GUARD);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_pushcfunction(L, require);
    lua_setfield(L, -2, "require");
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &OWN);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &REQUIRED);
}

/* dice.lua adds its words to salvo through this function, because its own globals are Lua's. */
int words_add(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_insert(L, 1);
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
}

void words_read(lua_State *L, const rules_files *all)
{
    lua_pushlightuserdata(L, (void *)(uintptr_t)all);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &FILES);
    read_file(L, 0);
}

/* Pushes the globals of rules: an empty table that shows the words, so that every new name is noticed. */
static void push_globals(lua_State *L)
{
    lua_newtable(L);
    lua_createtable(L, 0, 3);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, set_global);
    lua_setfield(L, -2, "__newindex");
    /* A false __metatable hides the metatable from every function that asks for it. */
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

void words_run(lua_State *L)
{
    push_globals(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &GLOBALS);
    /* The first upvalue of a chunk is _ENV, so the chunk sees this table in place of Lua's globals. */
    lua_setupvalue(L, -2, 1);
    lua_call(L, 0, 1);
}

void words_push_required(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &REQUIRED);
}

void words_push_globals(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &WORDS);
}

void words_push_own(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &OWN);
}

void words_close(lua_State *L)
{
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &OWN);
}
