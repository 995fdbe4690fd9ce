/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A watched object is a proxy that shows an empty table, whose metatable notes each first look. What was found is put
 * into that table, so that the next look costs nothing. */
#include "rules/lua/watched.h"

#include <string.h>

#include "rules/lua/frozen.h"
#include "rules/lua/object.h"
#include "rules/lua/rows.h"
#include "rules/lua/situation.h"
#include "rules/lua/worker.h"

/* The upvalues of a watched object's functions: its content, its root, and its own object. */
enum { CONTENT = 1, ROOT, OBJECT };

static read_log *log_about(lua_State *L, const content *of, int root)
{
    read_log *log = worker_of(L)->log;

    return log && log->of.root[root] == of ? log : NULL;
}

/* Notes the field whose name is the second argument. What was prepared is known where the log has joined. Elsewhere the
 * log knows nothing of it, so it notes the whole content. */
static void note_field(lua_State *L, read_log *log, const content *of, int root)
{
    const long parameter = object_parameter(L, &of->subject->procedure.schema, 2);

    if (parameter >= 0)
        reads_parameter(log, root, (size_t)parameter);
    else if (!log->joined)
        reads_all(log, root);
}

static void note_all(read_log *log, const content *of, int root)
{
    if (!log->joined)
        reads_all(log, root);
    for (size_t i = 0; log->joined && i < of->subject->procedure.schema.n_parameters; i++)
        reads_parameter(log, root, i);
}

static int look_at_field(lua_State *L)
{
    const content *of = lua_touserdata(L, lua_upvalueindex(CONTENT));
    const int root = (int)lua_tointeger(L, lua_upvalueindex(ROOT));
    read_log *log = log_about(L, of, root);

    lua_pushvalue(L, 2);
    lua_gettable(L, lua_upvalueindex(OBJECT)); /* an unknown name is an error here */
    if (log)
        note_field(L, log, of, root);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    return 1;
}

/* Returns the table with all fields, for loops over them. */
static int look_at_all(lua_State *L)
{
    const content *of = lua_touserdata(L, lua_upvalueindex(CONTENT));
    const int root = (int)lua_tointeger(L, lua_upvalueindex(ROOT));
    read_log *log = log_about(L, of, root);

    if (log)
        note_all(log, of, root);
    check_push_shown(L, lua_upvalueindex(OBJECT));
    return 1;
}

void watched_push(lua_State *L, int root, const content *of)
{
    static const luaL_Reg LOOKS[] = {{"__index", look_at_field}, {"__fill", look_at_all}};

    luaL_checkstack(L, 16, "objects");
    situation_push(L, of);
    lua_newtable(L);
    lua_createtable(L, 0, 2);
    for (size_t i = 0; i < sizeof LOOKS / sizeof *LOOKS; i++) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)of);
        lua_pushinteger(L, root);
        lua_pushvalue(L, -5);
        lua_pushcclosure(L, LOOKS[i].func, OBJECT);
        lua_setfield(L, -2, LOOKS[i].name);
    }
    lua_setmetatable(L, -2);
    frozen_show(L);
    lua_replace(L, -2);
}

/* Conditions. */

static const char *const CONDITIONS[] = {
    [CONDITION_SIDE] = "side",
    [CONDITION_RANGE] = "range",
    [CONDITION_MOVING] = "moving",
    [CONDITION_TARGET_MOVING] = "target_moving",
    [CONDITION_EVER] = "target_ever_moves",
    [CONDITION_DUEL] = "duel",
};

enum { N_CONDITIONS = sizeof CONDITIONS / sizeof *CONDITIONS };

/* The range is pushed as in tables: a whole number has no decimal point. */
static void push_condition(lua_State *L, const salvo_circumstances *now, condition which)
{
    switch (which) {
    case CONDITION_SIDE:
        lua_pushstring(L, now->side ? "b" : "a");
        break;
    case CONDITION_RANGE:
        rows_push(L, &(rule_value){VALUE_DECIMAL, {.decimal = now->range}});
        break;
    case CONDITION_MOVING:
        lua_pushboolean(L, now->moving);
        break;
    case CONDITION_TARGET_MOVING:
        lua_pushboolean(L, now->target_moving);
        break;
    case CONDITION_EVER:
        lua_pushboolean(L, now->target_ever_moves);
        break;
    case CONDITION_DUEL:
        lua_pushboolean(L, now->is_duel);
        break;
    }
}

void conditions_push(lua_State *L, const salvo_circumstances *now)
{
    lua_createtable(L, 0, N_CONDITIONS);
    for (int i = 0; i < N_CONDITIONS; i++) {
        push_condition(L, now, (condition)i);
        lua_setfield(L, -2, CONDITIONS[i]);
    }
    frozen_show(L);
}

static void note_condition(lua_State *L, int which)
{
    if (worker_of(L)->log)
        reads_note(worker_of(L)->log, (read_key){READ_CONDITION, 0, (uint16_t)which, 0});
}

static int look_at_condition(lua_State *L)
{
    const salvo_circumstances *now = lua_touserdata(L, lua_upvalueindex(1));

    for (int i = 0; lua_type(L, 2) == LUA_TSTRING && i < N_CONDITIONS; i++)
        if (strcmp(CONDITIONS[i], lua_tostring(L, 2)) == 0) {
            note_condition(L, i);
            push_condition(L, now, (condition)i);
            lua_pushvalue(L, 2);
            lua_pushvalue(L, -2);
            lua_rawset(L, 1);
            return 1;
        }
    return 0;
}

static int look_at_conditions(lua_State *L)
{
    const salvo_circumstances *now = lua_touserdata(L, lua_upvalueindex(1));

    for (int i = 0; i < N_CONDITIONS; i++) {
        note_condition(L, i);
        push_condition(L, now, (condition)i);
        lua_setfield(L, 1, CONDITIONS[i]);
    }
    return 0;
}

void watched_push_conditions(lua_State *L, const salvo_circumstances *now)
{
    static const luaL_Reg LOOKS[] = {{"__index", look_at_condition}, {"__fill", look_at_conditions}, {NULL, NULL}};

    luaL_checkstack(L, 8, "conditions");
    lua_newtable(L);
    lua_createtable(L, 0, 2);
    lua_pushlightuserdata(L, (void *)(uintptr_t)now);
    luaL_setfuncs(L, LOOKS, 1);
    lua_setmetatable(L, -2);
    frozen_show(L);
}
