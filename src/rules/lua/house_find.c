/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules keep their functions in tables and in variables of other functions, so both are followed. */
#include "rules/lua/house_find.h"

#include <stdio.h>
#include <string.h>

#include "rules/lua/check.h"
#include "rules/lua/kind.h"
#include "rules/lua/made.h"

/* The source of a Lua function on top of the stack: the number of its file of rules; -1: it is not in one. */
int house_file_of(lua_State *L, int index)
{
    lua_Debug at;

    lua_pushvalue(L, index);
    if (lua_iscfunction(L, -1)) {
        lua_pop(L, 1);
        return -1;
    }
    lua_getinfo(L, ">S", &at);
    return sandbox_place(at.source, 1) ? sandbox_file(sandbox_place(at.source, 1)) : -1;
}

/* What can be reached. */

/* Adds the value on top of the stack, and pops it. Rows, dice and libraries have metatables and no functions of rules. */
static void add(lua_State *L)
{
    bool is_wanted = lua_type(L, -1) == LUA_TFUNCTION && house_file_of(L, -1) >= 0;

    if (lua_type(L, -1) == LUA_TTABLE) {
        is_wanted = !lua_getmetatable(L, -1);
        lua_pop(L, !is_wanted);
    }
    lua_pushvalue(L, -1);
    if (!is_wanted || lua_rawget(L, SEEN) != LUA_TNIL) {
        lua_pop(L, 2);
        return;
    }
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, SEEN);
    lua_rawseti(L, LIST, (lua_Integer)lua_rawlen(L, LIST) + 1);
}

static void add_parts(lua_State *L)
{
    const int of = lua_gettop(L);
    const char *name;

    if (lua_type(L, of) == LUA_TTABLE)
        for (lua_pushnil(L); lua_next(L, of);)
            add(L);
    else
        for (int i = 1; (name = lua_getupvalue(L, of, i)) != NULL; i++)
            add(L);
}

/* Lists what can be reached from the rulebook and, if `all`, from what the files return and the rules' own globals. */
void house_reached(lua_State *L, bool all)
{
    lua_settop(L, RULEBOOK);
    lua_newtable(L);
    lua_newtable(L);
    lua_pushvalue(L, RULEBOOK);
    add(L);
    if (all) {
        words_push_required(L);
        add(L);
    }
    words_push_own(L);
    words_push_globals(L);
    for (lua_pushnil(L); lua_next(L, SEEN + 1);) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_rawget(L, SEEN + 2);
        add(L);
    }
    lua_settop(L, SEEN);
    for (lua_Integer i = 1; lua_rawgeti(L, LIST, i) != LUA_TNIL; i++, lua_settop(L, SEEN))
        add_parts(L);
    lua_settop(L, SEEN);
}

/* Finding what is meant. */

int house_push(lua_State *L, const house_place *p)
{
    if (p->is_variable) {
        lua_getupvalue(L, p->holder, p->variable);
        return lua_type(L, -1);
    }
    lua_pushvalue(L, p->key);
    return lua_rawget(L, p->holder);
}

/* Pops the value. */
void house_set(lua_State *L, const house_place *p)
{
    if (p->is_variable) {
        lua_setupvalue(L, p->holder, p->variable);
        return;
    }
    lua_pushvalue(L, p->key);
    lua_insert(L, -2);
    lua_rawset(L, p->holder);
}

static house_place field_at(lua_State *L, const char *key, size_t length)
{
    lua_pushlstring(L, key, length);
    return (house_place){.holder = lua_gettop(L) - 1, .key = lua_gettop(L)};
}

/* Returns whether a file's variable with the value on top of the stack is its own: a function of another file has its
 * own name there. */
static bool is_own(lua_State *L, const house *h, int file)
{
    const int from = house_file_of(L, -1);

    return lua_type(L, -1) != LUA_TFUNCTION || from == file || from >= (int)(h->all->n - h->all->n_house);
}

/* Finds a variable of a file's functions by its name, and pushes a function that sees it. Functions that see the same
 * variable share it. */
static bool find_variable(lua_State *L, const house *h, int file, const char *name, size_t length, house_place *found)
{
    const void *first = NULL;
    const char *seen;

    lua_pushnil(L);
    for (lua_Integer i = 1; lua_rawgeti(L, LIST, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        if (lua_type(L, -1) != LUA_TFUNCTION || house_file_of(L, -1) != file)
            continue;
        for (int k = 1; (seen = lua_getupvalue(L, -1, k)) != NULL; k++) {
            const bool own = is_own(L, h, file);
            const void *id = lua_upvalueid(L, -2, k);

            lua_pop(L, 1);
            if (!own || strlen(seen) != length || strncmp(seen, name, length) != 0 || id == first)
                continue;
            if (first)
                sandbox_fail(L, h->line,
                             "%s has two variables '%.*s'; give one of them another name, in a copy of the "
                             "book",
                             h->all->files[file].name, (int)length, name);
            first = id;
            lua_pushvalue(L, -1);
            lua_replace(L, -3);
            *found = (house_place){.is_variable = true, .variable = k, .holder = lua_gettop(L) - 1};
        }
    }
    lua_pop(L, 1);
    return first != NULL;
}

/* Adds the names of a table's fields, after a beginning, as keys to the table at `names`. */
static void add_fields(lua_State *L, int names, int of, const char *before)
{
    of = lua_absindex(L, of);
    if (lua_type(L, of) != LUA_TTABLE)
        return;
    for (lua_pushnil(L); lua_next(L, of); lua_pop(L, 1))
        if (lua_type(L, -2) == LUA_TSTRING) {
            lua_pushfstring(L, "%s.%s", before, lua_tostring(L, -2));
            lua_pushboolean(L, 1);
            lua_rawset(L, names);
        }
}

/* Adds the names of the file's own functions that others see. */
static void add_variables(lua_State *L, const house *h, int names, int file, const char *before)
{
    const char *seen;

    for (lua_Integer i = 1; lua_rawgeti(L, LIST, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        if (lua_type(L, -1) != LUA_TFUNCTION || house_file_of(L, -1) != file)
            continue;
        for (int k = 1; (seen = lua_getupvalue(L, -1, k)) != NULL; k++, lua_pop(L, 1))
            if (lua_type(L, -1) == LUA_TFUNCTION && is_own(L, h, file)) {
                lua_pushfstring(L, "%s.%s", before, seen);
                lua_pushboolean(L, 1);
                lua_rawset(L, names);
            }
    }
    lua_pop(L, 1);
}

/* Proposes the nearest fields of a table and, unless `file` is -1, variables of that file. `length` is that of the part
 * of the name that was found. */
_Noreturn void house_fail_unknown(lua_State *L, const house *h, int of, int file, size_t length)
{
    char before[HOUSE_NAME_MAX], what[2 * HOUSE_NAME_MAX];
    int names;

    snprintf(before, sizeof before, "%.*s", (int)length, h->name);
    lua_newtable(L);
    names = lua_gettop(L);
    add_fields(L, names, of, before);
    if (file >= 0)
        add_variables(L, h, names, file, before);
    snprintf(what, sizeof what, "'%s' has no function '%.100s'", before, h->name + length + 1);
    check_fail_unknown(L, names, h->line, h->name, what);
}

/* Follows the parts of the name from the table on top of the stack on: "initiative.dice". */
static house_place follow(lua_State *L, const house *h, const char *rest)
{
    house_place at = {0};
    int made = 0;

    for (const char *point;; rest = point + 1) {
        const int holder = lua_gettop(L);

        made = made_by(L, holder) ? holder : made;
        point = strchr(rest, '.');
        at = field_at(L, rest, point ? (size_t)(point - rest) : strlen(rest));
        at.made = made;
        if (!point)
            return at;
        if (house_push(L, &at) != LUA_TTABLE || lua_getmetatable(L, -1))
            house_fail_unknown(L, h, holder, -1, (size_t)(rest - h->name - 1));
    }
}

/* Pushes what the file has returned; nil: it was not read. */
static void push_result(lua_State *L, int file)
{
    if (file == 0) {
        lua_pushvalue(L, RULEBOOK);
        return;
    }
    words_push_required(L);
    lua_rawgeti(L, -1, file);
    lua_remove(L, -2);
}

/* Finds what a name means in a file: what it returns, a field of that, a variable of its functions, or a global. */
static house_place find_in_file(lua_State *L, const house *h, int file, const char *rest)
{
    const char *path = h->all->files[file].path, *point = rest ? strchr(rest, '.') : NULL;
    const size_t length = !rest ? 0 : point ? (size_t)(point - rest) : strlen(rest);
    house_place at = {0};
    int result;

    push_result(L, file);
    result = lua_gettop(L);
    if (lua_isnil(L, result))
        sandbox_fail(L, h->line, "'%s' is in %s, which no rule requires; leave it out", h->name, path);
    if (!rest) {
        words_push_required(L);
        lua_pushinteger(L, file);
        at = (house_place){.holder = lua_gettop(L) - 1, .key = lua_gettop(L)};
        if (lua_type(L, result) == LUA_TFUNCTION)
            return at;
        sandbox_fail(L, h->line, "'%s' is a file of rules; name one of its functions, as in %s.name", h->name, h->name);
    }
    if (lua_type(L, result) == LUA_TTABLE) {
        lua_pushlstring(L, rest, length);
        if (lua_rawget(L, result) != LUA_TNIL || (!point && made_by(L, result))) {
            lua_settop(L, result);
            return follow(L, h, rest);
        }
    }
    if (!find_variable(L, h, file, rest, length, &at)) {
        words_push_own(L);
        lua_pushlstring(L, rest, length);
        if (lua_rawget(L, -2) == LUA_TNIL)
            house_fail_unknown(L, h, result, file, (size_t)(rest - h->name - 1));
        words_push_globals(L);
        at = field_at(L, rest, length);
    }
    if (!point)
        return at;
    if (house_push(L, &at) != LUA_TTABLE)
        sandbox_fail(L, h->line, "%s: '%.*s' has no fields", path, (int)length, rest);
    return follow(L, h, point + 1);
}

/* Returns the name of a procedure of the rules, which is on top of the stack; NULL: it is none. */
static const char *name_of_procedure(lua_State *L, const char *id)
{
    const char *name;

    if (!made_by(L, -1))
        return NULL;
    name = check_text(L, lua_gettop(L), "name");
    return name ? made_name_within(id, name) : "duel";
}

static house_place find_in_procedure(lua_State *L, const house *h, const char *rest)
{
    const char *point = strchr(rest, '.');
    const size_t length = point ? (size_t)(point - rest) : strlen(rest);
    char typed[HOUSE_NAME_MAX], what[2 * HOUSE_NAME_MAX];
    int names, procedures;

    lua_newtable(L);
    names = lua_gettop(L);
    lua_getfield(L, RULEBOOK, "procedures");
    procedures = lua_gettop(L);
    for (lua_Integer i = 1; lua_type(L, procedures) == LUA_TTABLE && lua_rawgeti(L, procedures, i) != LUA_TNIL;
         i++, lua_settop(L, procedures)) {
        const char *name = name_of_procedure(L, h->id);

        if (!name)
            continue;
        if (strlen(name) == length && strncmp(name, rest, length) == 0) {
            if (point)
                return follow(L, h, point + 1);
            sandbox_fail(L, h->line, "'%s' is a procedure; name one of its functions, as in %s.resolve", h->name,
                         h->name);
        }
        lua_pushfstring(L, "%s.%s", h->id, name);
        lua_pushboolean(L, 1);
        lua_rawset(L, names);
    }
    lua_settop(L, names);
    snprintf(typed, sizeof typed, "%.60s.%.*s", h->id, (int)length, rest);
    snprintf(what, sizeof what, "unknown procedure '%s'", typed);
    check_fail_unknown(L, names, h->line, typed, what);
}

house_place house_find(lua_State *L, const house *h)
{
    const char *point = strchr(h->name, '.');
    const size_t length = point ? (size_t)(point - h->name) : strlen(h->name);
    const size_t n = h->all->n - h->all->n_house;
    char first[HOUSE_NAME_MAX], what[3 * HOUSE_NAME_MAX];

    snprintf(first, sizeof first, "%.*s", (int)length, h->name);
    if (point && strcmp(first, h->id) == 0)
        return find_in_procedure(L, h, point + 1);
    lua_newtable(L);
    for (size_t i = 0; i < n; i++) {
        const char *name = h->all->files[i].name;
        const size_t stem = strlen(name) - strlen(".lua");

        if (stem == length && strncmp(name, first, stem) == 0)
            return find_in_file(L, h, (int)i, point ? point + 1 : NULL);
        lua_pushlstring(L, name, stem);
        lua_pushboolean(L, 1);
        lua_rawset(L, -3);
    }
    lua_pushstring(L, h->id);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    snprintf(what, sizeof what, "the rules have no file '%s.lua' for '%.100s'", first, h->name);
    check_fail_unknown(L, lua_gettop(L), h->line, first, what);
}
