/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In Lua a state is a fresh table each time. Its metatable refuses names that are no fields, so that a rule that writes
 * st.hitz does not lose a hit. Limits are checked when the table is packed again. */
#include "rules/lua/state.h"

#include <stdio.h>
#include <string.h>

#include "rules/lua/guard.h"
#include "rules/lua/reads.h"
#include "rules/lua/rows.h"
#include "rules/lua/state_bits.h"
#include "rules/lua/worker.h"

/* The number of names that a message can propose. */
enum { FIELDS_MAX = 256 };

/* To Lua. */

/* Bytes that are no state occur only if the answer does not matter. The least value prevents a rule from failing on
 * them. */
void state_push_value(lua_State *L, const state_field *field, uint64_t number)
{
    rule_value row = {.is = VALUE_ROW};

    if (number >= field->count)
        number = 0;
    switch (field->kind.kind) {
    case SALVO_FLAG:
        lua_pushboolean(L, number != 0);
        break;
    case SALVO_CHOICE:
        lua_pushstring(L, field->kind.choices[number]);
        break;
    case SALVO_NAME:
        row.of.row = (row_value){value_table(worker_of(L)->book->store, field->kind.tables[0]), number};
        if (worker_of(L)->log)
            reads_enters(worker_of(L)->log, row.of.row);
        rows_push(L, &row);
        break;
    default:
        lua_pushinteger(L, field->least + (int64_t)number);
    }
}

/* Reached only for unknown names, because all fields are there. One metatable serves all states of a Lua state: it
 * needs no list of fields, because the table has them all. */
int state_unknown_field(lua_State *L)
{
    char what[128];

    if (lua_type(L, 2) != LUA_TSTRING)
        sandbox_fail(L, 0, "the fields of a state have names, and none is called %s", check_words_of(L, 2));
    snprintf(what, sizeof what, "a state has no field '%.64s'", lua_tostring(L, 2));
    check_fail_unknown(L, 1, 0, lua_tostring(L, 2), what);
}

static const luaL_Reg STATE_GUARD[] = {
    {"__index", state_unknown_field}, {"__newindex", state_unknown_field}, {NULL, NULL}};

/* There is nothing beyond the last place, and rules cannot add to it. */
int state_end_of_array(lua_State *L)
{
    if (lua_type(L, 2) != LUA_TNUMBER)
        sandbox_fail(L, 0, "an array of a state has places 1, 2, ..., and none is called %s", check_words_of(L, 2));
    return 0;
}

int state_refuse_place(lua_State *L)
{
    sandbox_fail(L, 0, "this array of a state has places 1 to %d, and none is called %s", (int)luaL_len(L, 1),
                 check_words_of(L, 2));
}

static const luaL_Reg ARRAY_GUARD[] = {
    {"__index", state_end_of_array}, {"__newindex", state_refuse_place}, {NULL, NULL}};

static void push_field(lua_State *L, const state_field *field, const uint8_t *bytes)
{
    if (!field->length) {
        state_push_value(L, field, field_bits(field, 0, bytes));
        return;
    }
    lua_createtable(L, (int)field->length, 0);
    for (size_t i = 0; i < field->length; i++) {
        state_push_value(L, field, field_bits(field, i, bytes));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    guard_set(L, ARRAY_GUARD);
}

void state_fill(lua_State *L, int index, const state_layout *layout, const uint8_t *bytes)
{
    index = lua_absindex(L, index);
    for (size_t i = 0; i < layout->n; i++) {
        push_field(L, &layout->fields[i], bytes);
        lua_setfield(L, index, layout->fields[i].name);
    }
}

/* Fills the table on top of the stack, which has no metatable. The metatable is set last, because it refuses every new
 * field. */
static void fill(lua_State *L, const state_layout *layout, const uint8_t *bytes)
{
    state_fill(L, -1, layout, bytes);
    guard_set(L, STATE_GUARD);
}

void state_push(lua_State *L, const state_layout *layout, const uint8_t *bytes)
{
    luaL_checkstack(L, 16, "a state");
    lua_createtable(L, 0, (int)layout->n);
    fill(L, layout, bytes);
}

/* Turns the lazy state, the first argument, into an ordinary one. A rule that never looks at its state answers alike in
 * every state, so the engine need not ask again for the next one. `is_looked_at` says whether a rule looked. The proxy
 * becomes an ordinary state at the first look, and costs nothing afterwards. */
static int look(lua_State *L)
{
    worker *w = worker_of(L);

    w->is_looked_at = true;
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    lua_setmetatable(L, -2);
    fill(L, w->lazy_layout, w->lazy_state);
    lua_pop(L, 1);
    return 0;
}

static int look_up(lua_State *L)
{
    look(L);
    lua_settop(L, 2);
    lua_gettable(L, 1);
    return 1;
}

static int look_and_set(lua_State *L)
{
    look(L);
    lua_settop(L, 3);
    lua_settable(L, 1);
    return 0;
}

/* __fill is for loops over all fields: see check_push_shown. */
static const luaL_Reg LAZY_GUARD[] = {
    {"__index", look_up}, {"__newindex", look_and_set}, {"__fill", look}, {NULL, NULL}};

/* Only one state at a time can be lazy, because its source is in the worker and not in the table. */
void state_push_lazy(lua_State *L, const state_layout *layout, const uint8_t *bytes)
{
    worker *w = worker_of(L);

    w->lazy_layout = layout;
    w->lazy_state = bytes;
    w->is_looked_at = false;
    luaL_checkstack(L, 16, "a state");
    lua_newtable(L);
    guard_set(L, LAZY_GUARD);
}

/* From Lua. The value is on top of the stack. */

/* Choices have few words, so a search through them costs less than a call. */
static uint64_t take_choice(lua_State *L, const state_field *field, const subject *of, function_name function)
{
    char what[256];

    for (uint64_t i = 0; lua_type(L, -1) == LUA_TSTRING && i < field->count; i++)
        if (strcmp(field->kind.choices[i], lua_tostring(L, -1)) == 0)
            return i;
    snprintf(what, sizeof what, "%s set the state's %s to %.64s, which is not one of its choices",
             FUNCTION_NAMES[function], field->name, check_words_of(L, -1));
    check_fail_among(L, field->kind.choices, of->lines[function], "", what);
}

static uint64_t take_row(lua_State *L, const state_field *field, const subject *of, function_name function)
{
    row_value row;

    if (!rows_is_row(L, -1, &row) || row.table != value_table(worker_of(L)->book->store, field->kind.tables[0]))
        worker_fail(L, of, function, "%s set the state's %s to %s; it must be a row of the table %s",
                    FUNCTION_NAMES[function], field->name, check_words_of(L, -1), field->kind.tables[0]);
    return row.row;
}

/* Types must match exactly: Lua's truth (0 is true) and texts that look like numbers would hide slips of a rule. */
uint64_t state_take_value(lua_State *L, const state_field *field, const subject *of, function_name function)
{
    const int64_t most = field->least + (int64_t)field->count - 1;
    int is_whole;
    int64_t value;

    switch (field->kind.kind) {
    case SALVO_FLAG:
        if (lua_type(L, -1) != LUA_TBOOLEAN)
            worker_fail(L, of, function, "%s set the state's %s to %s; it must be true or false",
                        FUNCTION_NAMES[function], field->name, check_words_of(L, -1));
        return (uint64_t)lua_toboolean(L, -1);
    case SALVO_CHOICE:
        return take_choice(L, field, of, function);
    case SALVO_NAME:
        return take_row(L, field, of, function);
    default:
        value = lua_tointegerx(L, -1, &is_whole);
        if (lua_type(L, -1) != LUA_TNUMBER || !is_whole || value < field->least || value > most)
            worker_fail(L, of, function, "%s set the state's %s to %s; it must be a whole number from %lld to %lld",
                        FUNCTION_NAMES[function], field->name, check_words_of(L, -1), (long long)field->least,
                        (long long)most);
        return (uint64_t)(value - field->least);
    }
}

void state_check_list(lua_State *L, const state_field *field, const subject *of, function_name function)
{
    if (lua_type(L, -1) != LUA_TTABLE || (size_t)luaL_len(L, -1) > field->length)
        worker_fail(L, of, function, "%s set the state's %s to %s; it must be a list of %zu values",
                    FUNCTION_NAMES[function], field->name,
                    lua_type(L, -1) == LUA_TTABLE ? "a longer list" : check_words_of(L, -1), field->length);
}

/* `whole`: every place must have a value; otherwise missing places stay unchanged. */
static void take_field(lua_State *L, const state_field *field, const subject *of, function_name function, bool whole,
                       uint8_t *bytes)
{
    if (!field->length) {
        field_set_bits(field, 0, bytes, state_take_value(L, field, of, function));
        return;
    }
    state_check_list(L, field, of, function);
    for (size_t i = 0; i < field->length; i++) {
        if (lua_geti(L, -1, (lua_Integer)i + 1) != LUA_TNIL || whole)
            field_set_bits(field, i, bytes, state_take_value(L, field, of, function));
        lua_pop(L, 1);
    }
}

/* Raw reads suffice: all fields are there, because the guard permits no new ones, and nil fails the check of the
 * kind. */
void state_take(lua_State *L, int index, const state_layout *layout, const subject *of, function_name function,
                uint8_t *bytes)
{
    for (size_t i = 0; i < layout->n; i++) {
        lua_pushstring(L, layout->fields[i].name);
        lua_rawget(L, index);
        take_field(L, &layout->fields[i], of, function, true, bytes);
        lua_pop(L, 1);
    }
}

static const state_field *field_named(lua_State *L, const state_layout *layout, const char *name, const subject *of,
                                      function_name function)
{
    const char *names[FIELDS_MAX + 1] = {NULL};
    char what[128];

    for (size_t i = 0; i < layout->n; i++)
        if (strcmp(layout->fields[i].name, name) == 0)
            return &layout->fields[i];
    for (size_t i = 0; i < layout->n && i < FIELDS_MAX; i++)
        names[i] = layout->fields[i].name;
    snprintf(what, sizeof what, "a state has no field '%.64s'", name);
    check_fail_among(L, names, of->lines[function], name, what);
}

/* Serves `start` and other functions that return only the differences from the least values. The order of Lua's keys
 * does not matter, because each field is set on its own. With two mistakes in one table, the message may be about
 * either. */
void state_change(lua_State *L, int index, const state_layout *layout, const subject *of, function_name function,
                  uint8_t *bytes)
{
    if (lua_type(L, index) != LUA_TTABLE)
        worker_fail(L, of, function, "%s returned %s; it must return the fields of a state: {hits = 3}",
                    FUNCTION_NAMES[function], check_words_of(L, index));
    check_push_shown(L, index); /* they may be a part of s */
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const state_field *field;

        if (lua_type(L, -2) != LUA_TSTRING)
            worker_fail(L, of, function, "the fields of a state need names: {hits = 3}");
        field = field_named(L, layout, lua_tostring(L, -2), of, function);
        take_field(L, field, of, function, false, bytes);
    }
    lua_pop(L, 1);
}
