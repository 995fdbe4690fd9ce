/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of a watched state is empty at first. A value that a rule looks at is put into it, so that Lua itself finds
 * it the next time, and so is one that the rule sets. At the end the table has what was read and what was set. */
#include "rules/lua/state_watch.h"

#include <stdlib.h>
#include <string.h>

#include "rules/lua/check.h"
#include "rules/lua/guard.h"
#include "rules/lua/reads.h"
#include "rules/lua/worker.h"

/* Arrays of the state are tables of their own. Tables are known by their addresses. */
typedef struct state_watch {
    const subject *of;
    function_name function;
    const uint8_t *before; /* NULL: no state is watched */
    const void *table, *arrays[STATE_WATCH_FIELDS];
    uint64_t read[STATE_WATCH_VALUES / 64]; /* by value, bits */
} state_watch;

static size_t values_of(const state_field *field)
{
    return field->length ? field->length : 1;
}

bool state_can_be_watched(const state_layout *layout)
{
    size_t n = 0;

    for (size_t i = 0; i < layout->n && n <= STATE_WATCH_VALUES; i++)
        n += values_of(&layout->fields[i]);
    return layout->n <= STATE_WATCH_FIELDS && n <= STATE_WATCH_VALUES;
}

static bool is_read(const state_watch *watch, size_t field, size_t place)
{
    const size_t at = watch->of->state.fields[field].first + place;

    return watch->read[at / 64] >> at % 64 & 1;
}

static void push_read(lua_State *L, state_watch *watch, size_t field, size_t place)
{
    const state_field *of = &watch->of->state.fields[field];
    const size_t at = of->first + place;

    if (!is_read(watch, field, place) && worker_of(L)->log)
        reads_note(worker_of(L)->log, (read_key){READ_FIELD, 0, (uint16_t)field, (uint32_t)place});
    watch->read[at / 64] |= UINT64_C(1) << at % 64;
    state_push_value(L, of, field_bits(of, place, watch->before));
}

/* Returns the watch of the table that is the first argument. */
static state_watch *watch_of_table(lua_State *L)
{
    state_watch *watch = worker_of(L)->watch;

    if (!watch->before || watch->table != lua_topointer(L, 1))
        sandbox_fail(L, 0, "this state belongs to an earlier call; a rule must not keep it");
    return watch;
}

/* Returns the place of the field whose name is the second argument. */
static size_t field_of_name(lua_State *L, const state_watch *watch)
{
    const state_layout *layout = &watch->of->state;
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";

    for (size_t i = 0; i < layout->n; i++)
        if (strcmp(layout->fields[i].name, name) == 0)
            return i;
    lua_settop(L, 2);
    state_push(L, layout, watch->before); /* whose names a message proposes */
    lua_replace(L, 1);
    return (size_t)state_unknown_field(L);
}

/* Arrays. */

/* Returns the field of the array that is the first argument. */
static size_t field_of_array(lua_State *L, state_watch **watch)
{
    const void *table = lua_topointer(L, 1);

    *watch = worker_of(L)->watch;
    for (size_t i = 0; (*watch)->before && i < (*watch)->of->state.n; i++)
        if ((*watch)->arrays[i] == table)
            return i;
    sandbox_fail(L, 0, "this array of a state belongs to an earlier call; a rule must not keep it");
}

/* Returns whether the second argument is a place of the array. */
static bool is_place(lua_State *L, const state_field *field, lua_Integer *place)
{
    int is_whole;

    *place = lua_tointegerx(L, 2, &is_whole);
    return lua_type(L, 2) == LUA_TNUMBER && is_whole && *place >= 1 && (size_t)*place <= field->length;
}

static int look_at_place(lua_State *L)
{
    state_watch *watch;
    const size_t field = field_of_array(L, &watch);
    lua_Integer place;

    if (!is_place(L, &watch->of->state.fields[field], &place))
        return state_end_of_array(L);
    push_read(L, watch, field, (size_t)place - 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, 1, place);
    return 1;
}

static int set_place(lua_State *L)
{
    state_watch *watch;
    const state_field *field = &worker_of(L)->watch->of->state.fields[field_of_array(L, &watch)];
    lua_Integer place;

    if (!is_place(L, field, &place))
        return state_refuse_place(L);
    if (lua_isnil(L, 3))
        state_take_value(L, field, watch->of, watch->function); /* which fails */
    lua_rawseti(L, 1, place);
    return 0;
}

static int length_of_array(lua_State *L)
{
    state_watch *watch;

    lua_pushinteger(L, (lua_Integer)worker_of(L)->watch->of->state.fields[field_of_array(L, &watch)].length);
    return 1;
}

/* Returns a list of all places, for loops over them. */
static int look_at_places(lua_State *L)
{
    const lua_Integer n = luaL_len(L, 1);

    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 1, i);
        lua_rawseti(L, -2, i);
    }
    return 1;
}

static const luaL_Reg ARRAY_WATCH[] = {{"__index", look_at_place},
                                       {"__newindex", set_place},
                                       {"__len", length_of_array},
                                       {"__fill", look_at_places},
                                       {NULL, NULL}};

static void push_array(lua_State *L, state_watch *watch, size_t field)
{
    lua_createtable(L, (int)watch->of->state.fields[field].length, 0);
    watch->arrays[field] = lua_topointer(L, -1);
    guard_set(L, ARRAY_WATCH);
}

/* States. */

static int look_at_field(lua_State *L)
{
    state_watch *watch = watch_of_table(L);
    const size_t field = field_of_name(L, watch);

    if (watch->of->state.fields[field].length)
        push_array(L, watch, field);
    else
        push_read(L, watch, field, 0);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    return 1;
}

static int set_field(lua_State *L)
{
    state_watch *watch = watch_of_table(L);
    const state_field *field = &watch->of->state.fields[field_of_name(L, watch)];

    if (lua_isnil(L, 3) && field->length)
        state_check_list(L, field, watch->of, watch->function); /* which fails, as the next line does */
    else if (lua_isnil(L, 3))
        state_take_value(L, field, watch->of, watch->function);
    lua_rawset(L, 1);
    return 0;
}

/* Returns a table of all fields, for loops over them. */
static int look_at_fields(lua_State *L)
{
    const state_layout *layout = &watch_of_table(L)->of->state;

    lua_createtable(L, 0, (int)layout->n);
    for (size_t i = 0; i < layout->n; i++) {
        lua_getfield(L, 1, layout->fields[i].name);
        lua_setfield(L, -2, layout->fields[i].name);
    }
    return 1;
}

static const luaL_Reg STATE_WATCH[] = {
    {"__index", look_at_field}, {"__newindex", set_field}, {"__fill", look_at_fields}, {NULL, NULL}};

void state_push_watched(lua_State *L, const subject *of, function_name function, const uint8_t *before)
{
    worker *w = worker_of(L);

    luaL_checkstack(L, 16, "a state");
    if (!w->watch)
        w->watch = malloc(sizeof *w->watch);
    if (!w->watch)
        sandbox_no_memory(L);
    lua_newtable(L);
    *w->watch = (state_watch){.of = of, .function = function, .before = before, .table = lua_topointer(L, -1)};
    guard_set(L, STATE_WATCH);
}

void state_forget_watched(lua_State *L)
{
    worker_of(L)->watch->before = NULL;
}

/* Takes the value on top of the stack, which is nil if the function has neither read nor set it, or has removed it. */
static size_t take_value(lua_State *L, const state_watch *watch, size_t field, size_t place, state_set *to)
{
    const state_field *of = &watch->of->state.fields[field];
    const bool was_read = is_read(watch, field, place);
    uint64_t number;

    if (lua_isnil(L, -1) && !was_read)
        return 0;
    number = state_take_value(L, of, watch->of, watch->function);
    if (was_read && number == field_bits(of, place, watch->before))
        return 0;
    *to = (state_set){(uint16_t)field, (uint16_t)place, (uint32_t)number};
    return 1;
}

/* The same for the list on top of the stack: the state's own, or another that replaces it and has all values. */
static size_t take_list(lua_State *L, const state_watch *watch, size_t field, state_set *to)
{
    const state_field *of = &watch->of->state.fields[field];
    const bool is_own = lua_istable(L, -1) && lua_topointer(L, -1) == watch->arrays[field];
    size_t n = 0;

    if (!is_own)
        state_check_list(L, of, watch->of, watch->function);
    for (size_t i = 0; i < of->length; i++, lua_pop(L, 1)) {
        if (is_own) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            n += take_value(L, watch, field, i, to + n);
        } else {
            lua_geti(L, -1, (lua_Integer)i + 1);
            to[n++] = (state_set){(uint16_t)field, (uint16_t)i,
                                  (uint32_t)state_take_value(L, of, watch->of, watch->function)};
        }
    }
    return n;
}

size_t state_take_watched(lua_State *L, int index, state_set *changes)
{
    const state_watch *watch = worker_of(L)->watch;
    const state_layout *layout = &watch->of->state;
    size_t n = 0;

    index = lua_absindex(L, index);
    for (size_t i = 0; i < layout->n; i++, lua_pop(L, 1)) {
        lua_pushstring(L, layout->fields[i].name);
        lua_rawget(L, index);
        if (!layout->fields[i].length)
            n += take_value(L, watch, i, 0, changes + n);
        else if (!lua_isnil(L, -1) || watch->arrays[i])
            n += take_list(L, watch, i, changes + n);
    }
    state_forget_watched(L);
    return n;
}
