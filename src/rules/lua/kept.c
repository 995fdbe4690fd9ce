/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules have no globals of their own after loading. A function still sees the locals around it, and may change them: a
 * counter, a table of earlier questions. Lua cannot forbid that. So `salvo check` hashes everything that the functions
 * see, before and after a call, and compares the hashes. */
#include "rules/lua/kept.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/hash.h"
#include "rules/lua/check.h"

enum { DEPTH_MAX = 32, FUNCTIONS_MAX = 4096 };

/* Fixed places on the stack: the functions and tables already seen (each -> true), a list of the functions, and which of
 * the rulebook's functions they are (each -> its function_name). */
enum { SEEN = 1, LIST, OWN, RULEBOOK };

static uint64_t hash_value(lua_State *L, int index, int depth);

/* Notes a function once, after the function in which it was found. */
static void note_function(lua_State *L, int index)
{
    lua_Debug at;

    lua_pushvalue(L, index);
    if (lua_iscfunction(L, -1) || lua_rawlen(L, LIST) >= FUNCTIONS_MAX) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &at);
    lua_pushvalue(L, -1);
    if (sandbox_place(at.source, 1) && lua_rawget(L, SEEN) == LUA_TNIL) {
        lua_pushvalue(L, -2);
        lua_pushboolean(L, 1);
        lua_rawset(L, SEEN);
        lua_pushvalue(L, -2);
        lua_rawseti(L, LIST, (lua_Integer)lua_rawlen(L, LIST) + 1);
    }
    lua_pop(L, 2);
}

/* Rules can only change tables without a metatable. Rows, dice, frozen values and libraries have one. */
static uint64_t hash_table(lua_State *L, int index, int depth)
{
    uint64_t hash = SALVO_HASH;

    if (lua_getmetatable(L, index)) {
        lua_pop(L, 1);
        return hash;
    }
    luaL_checkstack(L, 8, "kept tables");
    lua_pushvalue(L, index);
    if (lua_rawget(L, SEEN) != LUA_TNIL) { /* it may contain itself */
        lua_pop(L, 1);
        return hash;
    }
    lua_pop(L, 1);
    lua_pushvalue(L, index);
    lua_pushboolean(L, 1);
    lua_rawset(L, SEEN);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        hash = salvo_hash_number(hash, hash_value(L, lua_gettop(L) - 1, depth + 1));
        hash = salvo_hash_number(hash, hash_value(L, lua_gettop(L), depth + 1));
    }
    return hash;
}

static uint64_t hash_value(lua_State *L, int index, int depth)
{
    const int type = lua_type(L, index);
    const uint64_t hash = salvo_hash_number(SALVO_HASH, (uint64_t)type);
    const void *address = lua_topointer(L, index);
    double number;

    switch (type) {
    case LUA_TNUMBER:
        number = lua_tonumber(L, index);
        return salvo_hash(hash, &number, sizeof number);
    case LUA_TSTRING:
        return salvo_hash(hash, lua_tostring(L, index), lua_rawlen(L, index));
    case LUA_TBOOLEAN:
        return salvo_hash_number(hash, (uint64_t)lua_toboolean(L, index));
    case LUA_TFUNCTION:
        note_function(L, index);
        break;
    case LUA_TTABLE:
        if (depth < DEPTH_MAX)
            return salvo_hash(salvo_hash_number(hash, hash_table(L, index, depth)), &address, sizeof address);
        break;
    default:
        break;
    }
    return salvo_hash(hash, &address, sizeof address);
}

static bool add_variable(lua_State *L, kept_variables *k, const char *name, int function, int line)
{
    const size_t n = strnlen(name, sizeof k->list->name - 1);

    if (!salvo_grow(&k->list, &k->capacity, k->n + 1, sizeof *k->list))
        return false;
    k->list[k->n] = (kept_variable){.function = function, .line = line, .hash = hash_value(L, lua_gettop(L), 0)};
    memcpy(k->list[k->n].name, name, n);
    k->list[k->n++].name[n] = '\0';
    return true;
}

/* Adds the rules' own globals. Those that salvo provides have metatables or are C functions. */
static bool add_globals(lua_State *L, kept_variables *k, int function, int line)
{
    bool done = true;
    const int at = lua_gettop(L) + 1;

    check_push_shown(L, at - 1);
    for (lua_pushnil(L); done && lua_next(L, at); lua_pop(L, 1)) {
        const int type = lua_type(L, -1);

        if (lua_type(L, -2) == LUA_TSTRING && (type != LUA_TFUNCTION || !lua_iscfunction(L, -1)))
            done = add_variable(L, k, lua_tostring(L, -2), function, line);
    }
    lua_settop(L, at - 1);
    return done;
}

/* Adds the variables outside the function on top of the stack that it sees. */
static bool add_function(lua_State *L, kept_variables *k, int function)
{
    const int at = lua_gettop(L);
    const char *name;
    lua_Debug info;
    bool done = true;

    lua_pushvalue(L, at);
    lua_getinfo(L, ">S", &info);
    for (int i = 1; done && (name = lua_getupvalue(L, at, i)) != NULL; i++) {
        const bool globals = strcmp(name, "_ENV") == 0;

        done = globals ? add_globals(L, k, function, sandbox_place(info.source, info.linedefined))
                       : add_variable(L, k, name, function, sandbox_place(info.source, info.linedefined));
        lua_settop(L, at);
    }
    return done;
}

/* Returns which of the rulebook's functions it is; -1: none. */
static int name_of(lua_State *L, int index)
{
    int name;

    lua_pushvalue(L, index);
    name = lua_rawget(L, OWN) == LUA_TNUMBER ? (int)lua_tointeger(L, -1) : -1;
    lua_pop(L, 1);
    return name;
}

/* Notes the function on top of the stack. One that is several of the rulebook's is the first of them. */
static void note_one_of_own(lua_State *L, int name)
{
    note_function(L, lua_gettop(L));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, OWN) == LUA_TNIL) {
        lua_pushvalue(L, -2);
        lua_pushinteger(L, name);
        lua_rawset(L, OWN);
    }
    lua_pop(L, 1);
}

static void note_own(lua_State *L)
{
    const worker *w = worker_of(L);
    const size_t n = w->book->script->n_subjects * N_FUNCTIONS;

    for (size_t i = 0; i < n; i++) {
        if (w->functions[i] == LUA_NOREF)
            continue;
        lua_rawgeti(L, LUA_REGISTRYINDEX, w->functions[i]);
        note_one_of_own(L, (int)(i % N_FUNCTIONS));
        lua_pop(L, 1);
    }
    hash_value(L, RULEBOOK, 0); /* prices, cards */
}

bool kept_list(lua_State *L, kept_variables *k)
{
    bool done = true;

    k->n = 0;
    lua_newtable(L);
    lua_insert(L, SEEN);
    lua_newtable(L);
    lua_insert(L, LIST);
    lua_newtable(L);
    lua_insert(L, OWN);
    note_own(L);
    for (lua_Integer i = 1; done && lua_rawgeti(L, LIST, i) == LUA_TFUNCTION; i++) {
        done = add_function(L, k, name_of(L, lua_gettop(L)));
        lua_settop(L, RULEBOOK);
    }
    lua_settop(L, 0);
    return done;
}

void kept_free(kept_variables *k)
{
    free(k->list);
    *k = (kept_variables){.n = 0};
}

/* If several functions see the variable, this is the last one that may have run, because helpers follow their
 * callers. */
const kept_variable *kept_changed(const kept_variables *before, const kept_variables *now, uint64_t called)
{
    const size_t n = before->n < now->n ? before->n : now->n;
    const kept_variable *changed = NULL;

    for (size_t i = 0; i < n; i++) {
        const kept_variable *one = &now->list[i];

        if (before->list[i].hash == one->hash)
            continue;
        if (!changed || (strcmp(changed->name, one->name) == 0 && (one->function < 0 || called >> one->function & 1)))
            changed = one;
    }
    return changed;
}
