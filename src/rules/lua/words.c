/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The globals of rules. An unknown name is an error with the nearest names, and not nil as in Lua: a misspelt name
 * would make a rule that returns a wrong number. Rules may create their own globals only while the file is read. A rule
 * that remembers something from one question to the next is no longer a function of its dice. */
#include "rules/lua/words.h"

#include <stdio.h>

#include "rules/lua/check.h"
#include "rules/lua/guard.h"
#include "rules/lua/standard.h"

/* Their addresses are keys of the registry. */
static const char WORDS, OWN;

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

void words_push_new(lua_State *L)
{
    static const luaL_Reg GUARD[] = {{"__index", unknown_name}, {NULL, NULL}};

    lua_newtable(L);
    guard_set(L, GUARD);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &WORDS);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &OWN);
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

/* The text is only read and not run, so refusing a file that is not Lua needs no library. */
void words_read(lua_State *L, const char *text, size_t length)
{
    if (luaL_loadbufferx(L, text, length, SANDBOX_RULES, "t") != LUA_OK)
        lua_error(L);
}

/* The rules' globals are an empty table that shows the words, so that every new name is noticed. */
void words_run(lua_State *L)
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
    /* The first upvalue of a chunk is _ENV, so the chunk sees this table in place of Lua's globals. */
    lua_setupvalue(L, -2, 1);
    lua_call(L, 0, 1);
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &OWN);
}
