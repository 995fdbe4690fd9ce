/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lua's libraries are opened whole, and permitted names are copied. A list of permitted names stays right when a later
 * Lua adds functions; a list of forbidden names does not. Names that are known from Lua but missing here are listed
 * with their replacement. */
#include "rules/lua/standard.h"

#include <stdio.h>
#include <string.h>

#include "rules/lua/check.h"
#include "rules/lua/frozen.h"
#include "rules/lua/guard.h"

/* Names that Lua has and rules do not. */
static const struct {
    const char *name, *why;
} LEFT_OUT[] = {
    {"random", "name the dice in `dice`; salvo tries all their results"},
    {"randomseed", "name the dice in `dice`; salvo tries all their results"},
    {"print", "write explain = \"...\" to show something, or error(text)"},
    {"dofile", "require reads another file of rules"},
    {"loadfile", "require reads another file of rules"},
    {"load", "require reads another file of rules"},
    {"loadstring", "require reads another file of rules"},
    {"package", "require reads another file of rules"},
    {"io", "rules can read their tables and dice alone"},
    {"os", "rules can read their tables and dice alone"},
    {"debug", "rules can read their tables and dice alone"},
    {"coroutine", "a chain runs step by step"},
    {"pcall", "correct a rule that fails; refuse(text) refuses a question"},
    {"xpcall", "correct a rule that fails; refuse(text) refuses a question"},
    {"setmetatable", "tables are plain ones"},
    {"getmetatable", "tables are plain ones"},
    {"rawget", "tables are plain ones"},
    {"rawset", "tables are plain ones"},
    {"next", "use pairs, which has the keys in order"},
    {"collectgarbage", "SALVO_RULES_MEMORY sets the limit on memory"},
};

void standard_refuse_left_out(lua_State *L, const char *name)
{
    for (size_t i = 0; i < sizeof LEFT_OUT / sizeof *LEFT_OUT; i++)
        if (strcmp(LEFT_OUT[i].name, name) == 0)
            sandbox_fail(L, 0, "rules have no %s: %s", name, LEFT_OUT[i].why);
}

static int unknown_in_library(lua_State *L)
{
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    char what[128];

    standard_refuse_left_out(L, name);
    snprintf(what, sizeof what, "the library has no '%.64s' here", name);
    check_fail_unknown(L, 1, 0, name, what);
}

/* Unknown names in a library are errors: otherwise math.flor(x) would be "attempt to call a nil value". */
void standard_show(lua_State *L)
{
    static const luaL_Reg GUARD[] = {{"__index", unknown_in_library}, {NULL, NULL}};

    guard_set(L, GUARD);
    frozen_show(L);
}

void standard_copy(lua_State *L, const char *const *names)
{
    for (; *names; names++) {
        lua_getfield(L, -1, *names);
        lua_setfield(L, -3, *names);
    }
}

/* The guard has Lua's function as its upvalue, so rules can reach the original only through the guard. */
void standard_guard(lua_State *L, const char *name, lua_CFunction guard)
{
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, guard, 1);
    lua_setfield(L, -3, name);
}

/* The arguments are passed on unchanged: a guard checks and never changes them, so the Lua manual's description stays
 * true. */
int standard_call_guarded(lua_State *L)
{
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* The last argument makes the library a global of Lua, for dice.lua; rules do not see those globals. */
void standard_open(lua_State *L, const char *name, lua_CFunction open)
{
    luaL_requiref(L, name, open, 1);
}
