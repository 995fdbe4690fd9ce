/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the object `s` of a content: the values of its parameters, and what `prepare` adds. Then it is frozen. */
#include "rules/lua/object.h"

#include <stdio.h>
#include <string.h>

#include "rules/lua/check.h"
#include "rules/lua/frozen.h"
#include "rules/lua/identity.h"
#include "rules/lua/reads.h"
#include "rules/lua/rows.h"
#include "rules/lua/worker.h"

/* Pushes the values of the parameters, before any rule has seen them. Values that are nil are not stored:
 * missing_field() distinguishes a parameter without a value from an unknown name. */
static void push_values(lua_State *L, const content *of)
{
    const salvo_schema *schema = &of->subject->procedure.schema;

    /* Leaves room for a few fields that `prepare` adds, so that the table need not grow. */
    lua_createtable(L, 0, (int)schema->n_parameters + 4);
    for (size_t i = 0; i < schema->n_parameters; i++) {
        rows_push(L, &of->values[i]);
        lua_pushvalue(L, -2);
        rows_set_field(L, schema->parameters[i].key);
        lua_pop(L, 1);
    }
}

/* A function of the battle prepares the elements. */
static void call_prepare(lua_State *L, const subject *of)
{
    const bool is_element = of->is == AN_ELEMENT;
    const function_name function = is_element ? FN_ENLIST : FN_PREPARE;
    const subject *whose = is_element ? &of->script->battle->battle : of;

    if (!whose->has[function])
        return;
    worker_push_function(L, whose, function);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
}

long object_parameter(lua_State *L, const salvo_schema *schema, int index)
{
    for (size_t i = 0; lua_type(L, index) == LUA_TSTRING && i < schema->n_parameters; i++)
        if (rows_is_name(schema->parameters[i].key, lua_tostring(L, index)))
            return (long)i;
    return -1;
}

/* A parameter may have no value; any other missing name is a slip. `prepare` may set fields only under some conditions.
 * The message asks to set them to false otherwise, because nil is an error. */
static int missing_field(lua_State *L)
{
    const subject *of = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    char what[160];

    if (object_parameter(L, &of->procedure.schema, 2) >= 0)
        return 0;
    if (lua_type(L, 2) == LUA_TNUMBER) /* a loop over a list reads one place beyond its end */
        return 0;
    snprintf(what, sizeof what, "nothing here is called '%.64s' (what may be missing must be set to false)", name);
    check_fail_unknown(L, 1, 0, name, what);
}

/* The metatable belongs to the table behind the proxy. Reading goes through the proxy to the table and, if nothing is
 * there, on to missing_field(). */
void object_freeze(lua_State *L, const subject *of)
{
    frozen_copy(L);
    check_push_shown(L, -1);
    lua_createtable(L, 0, 1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)of);
    lua_pushcclosure(L, missing_field, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

bool object_is_given(lua_State *L, const content *of, size_t parameter)
{
    bool is = of->values[parameter].is != VALUE_ROWS;

    rows_push(L, &of->values[parameter]);
    is = is && lua_rawequal(L, -1, -2) && lua_isinteger(L, -1) == lua_isinteger(L, -2);
    lua_pop(L, 1);
    return is;
}

/* The object of a content with a log. Its parameters appear when a rule first looks at them, which the log notes. While
 * `prepare` runs, the object is an ordinary table, and unknown names are nil. `prepare` may replace a parameter, or
 * remove it by nil, under one spelling or both. */

enum { UNTOUCHED, TOUCHED, REMOVED }; /* content.looks: at first; `prepare` has read or set it; it is nil since then */

const char *object_spelling(const salvo_schema *schema, size_t spelling, char *room, size_t size)
{
    const char *key = schema->parameters[spelling / 2].key;

    if (spelling % 2 == 0)
        return key;
    if (!strchr(key, '-'))
        return NULL;
    rows_with_underscores(room, size, key);
    return room;
}

static uint8_t *look_of(lua_State *L, const content *of, size_t parameter)
{
    const bool is_own = strcmp(lua_tostring(L, 2), of->subject->procedure.schema.parameters[parameter].key) == 0;

    return &of->looks[2 * parameter + !is_own];
}

static void push_noted(lua_State *L, const content *of, size_t parameter, bool is_frozen)
{
    if (worker_of(L)->log)
        reads_parameter(worker_of(L)->log, 0, parameter);
    rows_push(L, &of->values[parameter]);
    if (is_frozen)
        frozen_copy(L);
}

/* The upvalues are the subject, as for missing_field(), the content, and whether the object is frozen. A parameter that
 * was touched and is not there any more was removed. */
static int look_at_parameter(lua_State *L)
{
    const content *of = lua_touserdata(L, lua_upvalueindex(2));
    const bool is_frozen = lua_toboolean(L, lua_upvalueindex(3));
    const long parameter = object_parameter(L, &of->subject->procedure.schema, 2);
    uint8_t *look;

    if (parameter < 0)
        return is_frozen ? missing_field(L) : 0;
    look = look_of(L, of, (size_t)parameter);
    if (*look != UNTOUCHED)
        return 0;
    if (!is_frozen)
        *look = TOUCHED;
    push_noted(L, of, (size_t)parameter, is_frozen);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    return 1;
}

/* Sets a field that the object does not show, while `prepare` runs. The log notes a parameter: whether it has been
 * replaced is known by a comparison with what was given. */
static int set_field(lua_State *L)
{
    const content *of = lua_touserdata(L, lua_upvalueindex(2));
    const long parameter = object_parameter(L, &of->subject->procedure.schema, 2);

    if (parameter >= 0)
        *look_of(L, of, (size_t)parameter) = TOUCHED;
    if (parameter >= 0 && worker_of(L)->log)
        reads_parameter(worker_of(L)->log, 0, (size_t)parameter);
    lua_rawset(L, 1);
    return 0;
}

/* Fills the object, the first argument, with the parameters that rules have neither looked at nor set. */
static int look_at_all(lua_State *L)
{
    const content *of = lua_touserdata(L, lua_upvalueindex(2));
    const bool is_frozen = lua_toboolean(L, lua_upvalueindex(3));
    const salvo_schema *schema = &of->subject->procedure.schema;
    char room[ROWS_NAME_BYTES];
    const char *name;

    for (size_t i = 0; i < 2 * schema->n_parameters; i++) {
        name = object_spelling(schema, i, room, sizeof room);
        if (!name)
            continue;
        lua_settop(L, 1);
        lua_pushstring(L, name);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL || of->looks[i] != UNTOUCHED)
            continue;
        if (!is_frozen)
            of->looks[i] = TOUCHED;
        lua_pop(L, 1);
        push_noted(L, of, i / 2, is_frozen);
        lua_rawset(L, 1);
    }
    return 0;
}

/* Sets the metatable of the table on top of the stack. */
static void set_looks(lua_State *L, const content *of, bool is_frozen)
{
    static const luaL_Reg LOOKS[] = {
        {"__index", look_at_parameter}, {"__fill", look_at_all}, {"__newindex", set_field}, {NULL, NULL}};

    lua_createtable(L, 0, 3);
    lua_pushlightuserdata(L, (void *)(uintptr_t)of->subject);
    lua_pushlightuserdata(L, (void *)(uintptr_t)of);
    lua_pushboolean(L, is_frozen);
    luaL_setfuncs(L, LOOKS, 3);
    lua_setmetatable(L, -2);
}

/* Notes which parameters `prepare` has removed, and withdraws those that it has only looked at, so that each later look
 * is noted, too. The table behind the object is on top of the stack. */
static void withdraw_given(lua_State *L, const content *of)
{
    const salvo_schema *schema = &of->subject->procedure.schema;
    char room[ROWS_NAME_BYTES];

    for (size_t i = 0; i < 2 * schema->n_parameters; i++) {
        if (of->looks[i] == UNTOUCHED)
            continue;
        lua_pushstring(L, object_spelling(schema, i, room, sizeof room));
        lua_pushvalue(L, -1);
        of->looks[i] = lua_rawget(L, -3) == LUA_TNIL && of->values[i / 2].is != VALUE_NONE ? REMOVED : UNTOUCHED;
        if (object_is_given(L, of, i / 2)) {
            lua_pop(L, 1);
            lua_pushnil(L);
            lua_rawset(L, -3);
        } else {
            lua_pop(L, 2);
        }
    }
}

/* Adds the text of all that `prepare` has set and removed. */
static bool add_set(lua_State *L, const content *of, salvo_text *text, uint64_t *tables)
{
    for (size_t i = 0; i < 2 * of->subject->procedure.schema.n_parameters; i++)
        if (of->looks[i] == REMOVED)
            salvo_text_add(text, "-%zu", i);
    return identity_add_exact(L, -1, text, tables);
}

/* The table behind the object is on top of the stack. */
static void join(lua_State *L, read_log *log, const content *of)
{
    worker *w = worker_of(L);
    uint64_t tables;

    worker_begin_identity(w);
    if (add_set(L, of, &w->identity, &tables))
        reads_join(log, worker_number_identity(L), tables);
}

/* If the log has joined, the object was made before, and `prepare` reads nothing new. */
static void push_noted_object(lua_State *L, const content *of)
{
    worker *w = worker_of(L);
    read_log *log = w->log;

    if (log && log->joined)
        w->log = NULL;
    memset(of->looks, UNTOUCHED, 2 * of->subject->procedure.schema.n_parameters);
    lua_newtable(L);
    set_looks(L, of, false);
    call_prepare(L, of->subject);
    lua_pushnil(L);
    lua_setmetatable(L, -2);
    frozen_copy(L);
    check_push_shown(L, -1);
    withdraw_given(L, of);
    if (w->log && of->subject->has[FN_PREPARE])
        join(L, w->log, of);
    set_looks(L, of, true);
    lua_pop(L, 1);
    w->log = log;
}

void object_push_new(lua_State *L, const content *of)
{
    if (of->looks) {
        push_noted_object(L, of);
        return;
    }
    push_values(L, of);
    call_prepare(L, of->subject);
    object_freeze(L, of->subject);
}
