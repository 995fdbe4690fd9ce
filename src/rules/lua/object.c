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

/* Functions of the battle prepare the elements and the field. */
static void call_prepare(lua_State *L, const subject *of)
{
    const bool is_element = of->is == AN_ELEMENT;
    const function_name function = is_element ? FN_ENLIST : FN_PREPARE;
    const subject *whose = is_element || of->is == A_FIELD ? &of->script->battle->battle : of;

    if (!whose->has[function])
        return;
    worker_push_function(L, whose, function);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
}

long object_parameter(lua_State *L, const salvo_schema *schema, int index)
{
    for (size_t i = 0; lua_type(L, index) == LUA_TSTRING && i < schema->n_parameters; i++)
        if (tables_is_name(schema->parameters[i].key, lua_tostring(L, index)))
            return (long)i;
    return -1;
}

/* A parameter may have no value; any other missing name is a slip. `prepare` may set fields only under some conditions.
 * The message asks to set them to false otherwise, because nil is an error. */
static int missing_field(lua_State *L, const subject *of)
{
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
    char what[160];

    if (object_parameter(L, &of->procedure.schema, 2) >= 0)
        return 0;
    if (lua_type(L, 2) == LUA_TNUMBER) /* a loop over a list reads one place beyond its end */
        return 0;
    snprintf(what, sizeof what, "nothing here is called '%.64s' (what may be missing must be set to false)", name);
    check_fail_unknown(L, 1, 0, name, what);
}

static int miss_field(lua_State *L)
{
    return missing_field(L, lua_touserdata(L, lua_upvalueindex(1)));
}

/* The metatable belongs to the table behind the proxy. Reading goes through the proxy to the table and, if nothing is
 * there, on to missing_field(). */
void object_freeze(lua_State *L, const subject *of)
{
    frozen_copy(L);
    check_push_shown(L, -1);
    lua_createtable(L, 0, 1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)of);
    lua_pushcclosure(L, miss_field, 1);
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

/* A lazy object. Its parameters appear when a rule first looks at them, which the log notes. While `prepare` runs, the
 * object is an ordinary table, and unknown names are nil. `prepare` may replace a parameter, or remove it by nil, under
 * one spelling or both. */

/* What happened to a spelling of a parameter: nothing; it was read or set; it is nil since `prepare` has removed it. */
enum { UNTOUCHED, TOUCHED, REMOVED };

/* The object's own memory: the upvalue of its functions. */
typedef struct looks {
    const content *of;
    bool is_frozen;
    uint8_t spellings[]; /* by spelling_of's number */
} looks;

static const char LOOKS; /* its address is the key of the looks in the metatable */

/* Returns a spelling of a parameter: `spelling` is twice its place, and one more for the name with underscores. NULL:
 * the name has one spelling. */
static const char *spelling_of(const salvo_schema *schema, size_t spelling, char *room, size_t size)
{
    const char *key = schema->parameters[spelling / 2].key;

    if (spelling % 2 == 0)
        return key;
    if (!strchr(key, '-'))
        return NULL;
    rows_with_underscores(room, size, key);
    return room;
}

static uint8_t *look_of(lua_State *L, looks *l, size_t parameter)
{
    const bool is_own = strcmp(lua_tostring(L, 2), l->of->subject->procedure.schema.parameters[parameter].key) == 0;

    return &l->spellings[2 * parameter + !is_own];
}

static void note(lua_State *L, const looks *l, size_t parameter)
{
    if (worker_of(L)->log && l->of->log)
        reads_parameter(worker_of(L)->log, 0, parameter);
}

static void push_noted(lua_State *L, const looks *l, size_t parameter)
{
    note(L, l, parameter);
    rows_push(L, &l->of->values[parameter]);
    if (l->is_frozen)
        frozen_copy(L);
}

/* While `prepare` runs, a parameter that was touched and is not there any more was removed. */
static int look_at_parameter(lua_State *L)
{
    looks *l = lua_touserdata(L, lua_upvalueindex(1));
    const long parameter = object_parameter(L, &l->of->subject->procedure.schema, 2);
    uint8_t *look;

    if (parameter < 0)
        return l->is_frozen ? missing_field(L, l->of->subject) : 0;
    look = look_of(L, l, (size_t)parameter);
    if (*look == REMOVED || (*look == TOUCHED && !l->is_frozen))
        return 0;
    *look = TOUCHED;
    push_noted(L, l, (size_t)parameter);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    return 1;
}

/* Sets a field that the object does not show, while `prepare` runs. The log notes a parameter: whether it has been
 * replaced is known by a comparison with what was given. */
static int set_field(lua_State *L)
{
    looks *l = lua_touserdata(L, lua_upvalueindex(1));
    const long parameter = object_parameter(L, &l->of->subject->procedure.schema, 2);

    if (parameter >= 0) {
        *look_of(L, l, (size_t)parameter) = TOUCHED;
        note(L, l, (size_t)parameter);
    }
    lua_rawset(L, 1);
    return 0;
}

/* Returns whether the object, the first argument, shows a value that `prepare` has set in place of a parameter's. */
static bool is_shown(lua_State *L, const char *name)
{
    bool is;

    lua_pushstring(L, name);
    is = lua_rawget(L, 1) != LUA_TNIL;
    lua_pop(L, 1);
    return is;
}

/* Fills the object, the first argument, with the parameters that rules have neither looked at nor set. */
static int look_at_all(lua_State *L)
{
    looks *l = lua_touserdata(L, lua_upvalueindex(1));
    const salvo_schema *schema = &l->of->subject->procedure.schema;
    char room[ROWS_NAME_BYTES];
    const char *name;

    for (size_t i = 0; i < 2 * schema->n_parameters; i++) {
        name = spelling_of(schema, i, room, sizeof room);
        if (!name || l->spellings[i] != UNTOUCHED || is_shown(L, name))
            continue;
        l->spellings[i] = TOUCHED;
        lua_pushstring(L, name);
        push_noted(L, l, i / 2);
        lua_rawset(L, 1);
    }
    return 0;
}

/* Pushes the metatable of a new lazy object, with its looks. */
static looks *push_looks(lua_State *L, const content *of)
{
    static const luaL_Reg FUNCTIONS[] = {
        {"__index", look_at_parameter}, {"__fill", look_at_all}, {"__newindex", set_field}, {NULL, NULL}};
    const size_t size = sizeof(looks) + 2 * of->subject->procedure.schema.n_parameters;
    looks *l;

    lua_createtable(L, 0, 4);
    l = lua_newuserdatauv(L, size, 0);
    memset(l, 0, size);
    l->of = of;
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -3, &LOOKS);
    luaL_setfuncs(L, FUNCTIONS, 1);
    return l;
}

/* Withdraws the parameters that rules have only looked at from the table on top of the stack, so that each later look
 * is noted, too. Parameters that are not there after `prepare` were removed. */
static void withdraw_given(lua_State *L, looks *l)
{
    const content *of = l->of;
    const salvo_schema *schema = &of->subject->procedure.schema;
    char room[ROWS_NAME_BYTES];

    for (size_t i = 0; i < 2 * schema->n_parameters; i++) {
        if (l->spellings[i] != TOUCHED)
            continue;
        lua_pushstring(L, spelling_of(schema, i, room, sizeof room));
        lua_pushvalue(L, -1);
        l->spellings[i] = lua_rawget(L, -3) == LUA_TNIL && !l->is_frozen ? REMOVED : UNTOUCHED;
        if (object_is_given(L, of, i / 2)) {
            lua_pop(L, 1);
            lua_pushnil(L);
            lua_rawset(L, -3);
        } else {
            lua_pop(L, 2);
        }
    }
}

bool object_add_set(lua_State *L, salvo_text *text, uint64_t *tables)
{
    const int top = lua_gettop(L);
    looks *l;
    bool done;

    lua_getmetatable(L, -1);
    lua_getfield(L, -1, "__index"); /* the table behind the object */
    lua_getmetatable(L, -1);
    lua_rawgetp(L, -1, &LOOKS);
    l = lua_touserdata(L, -1);
    lua_settop(L, top + 2);
    withdraw_given(L, l);
    for (size_t i = 0; i < 2 * l->of->subject->procedure.schema.n_parameters; i++)
        if (l->spellings[i] == REMOVED)
            salvo_text_add(text, "-%zu", i);
    done = identity_add_exact(L, -1, text, tables);
    lua_settop(L, top);
    return done;
}

/* The object is on top of the stack. */
static void join(lua_State *L, read_log *log)
{
    worker *w = worker_of(L);
    uint64_t tables;

    worker_begin_identity(w);
    if (object_add_set(L, &w->identity, &tables))
        reads_join(log, worker_number_identity(L), tables);
}

/* If the log has joined, the object was made before, and `prepare` reads nothing new. */
static void push_lazy(lua_State *L, const content *of)
{
    worker *w = worker_of(L);
    read_log *log = w->log;
    looks *l;

    if (log && log->joined)
        w->log = NULL;
    lua_newtable(L);
    l = push_looks(L, of);
    lua_pushvalue(L, -1);
    lua_setmetatable(L, -3);
    lua_insert(L, -2);
    call_prepare(L, of->subject);
    lua_pushnil(L);
    lua_setmetatable(L, -2);
    withdraw_given(L, l);
    frozen_copy(L);
    l->is_frozen = true;
    check_push_shown(L, -1);
    lua_rotate(L, -3, -1); /* object, shown, metatable */
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
    if (w->log && of->log && of->subject->has[FN_PREPARE])
        join(L, w->log);
    w->log = log;
}

void object_push_new(lua_State *L, const content *of)
{
    if (of->is_lazy) {
        push_lazy(L, of);
        return;
    }
    push_values(L, of);
    call_prepare(L, of->subject);
    object_freeze(L, of->subject);
}
