/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A house rule names what it replaces: "attack.level_of" is a function of attack.lua, a field of the table that the file
 * returns or one of its local functions; "mad.initiative.dice" is a field of a procedure. Rules keep their functions
 * in tables and in variables of other functions. So a function of a file is replaced wherever it is found from what the
 * files return, and a field of a procedure or a battle only there.
 *
 * The files have run by then. A function that rules have called meanwhile is refused, because the calls are done. A new
 * function that no rule can reach is refused, because it would change nothing. */
#include "rules/lua/house.h"

#include <stdio.h>
#include <string.h>

#include "rules/lua/check.h"
#include "rules/lua/house_find.h"
#include "rules/lua/kind.h"
#include "rules/lua/made.h"

/* Their addresses are keys of the registry: the list of what was replaced, and the functions that were called while the
 * rules were read. */
static const char TOLD, CALLED;

/* Replacing. */

/* Puts the value on top of the stack wherever the function at `original` is, and pops it. */
static void replace_everywhere(lua_State *L, int original)
{
    const int value = lua_gettop(L);

    for (lua_Integer i = 1; lua_rawgeti(L, LIST, i) != LUA_TNIL; i++, lua_settop(L, value)) {
        const int of = lua_gettop(L);

        if (lua_type(L, of) == LUA_TTABLE) {
            for (lua_pushnil(L); lua_next(L, of); lua_settop(L, of + 1))
                if (lua_rawequal(L, -1, original)) { /* a field that is there may be set meanwhile */
                    lua_pushvalue(L, of + 1);
                    lua_pushvalue(L, value);
                    lua_rawset(L, of);
                }
            continue;
        }
        for (int k = 1; lua_getupvalue(L, of, k); k++, lua_settop(L, of))
            if (lua_rawequal(L, -1, original)) {
                lua_pushvalue(L, value);
                lua_setupvalue(L, of, k);
            }
    }
    lua_settop(L, value - 1);
}

/* Replaces the original and the new function on top of the stack by a function that passes the one to the other. It
 * begins in the line of the new one, so that messages and checks find it there. */
static void join(lua_State *L, const house *h)
{
    static const char TEXT[] = "local original, new = ... return function(...) return new(original, ...) end";
    char name[SANDBOX_NAME_MAX];
    luaL_Buffer text;

    luaL_buffinit(L, &text);
    for (int line = 1; line < sandbox_line(h->line); line++)
        luaL_addchar(&text, '\n');
    luaL_addstring(&text, TEXT);
    luaL_pushresult(&text);
    sandbox_name(name, (size_t)sandbox_file(h->line));
    if (luaL_loadbufferx(L, lua_tostring(L, -1), lua_rawlen(L, -1), name, "t") != LUA_OK)
        lua_error(L);
    lua_replace(L, -2);
    lua_insert(L, -3);
    lua_call(L, 2, 1);
}

/* A field of a procedure may be new, and its type is checked with all others of the procedure. */
static void check_types(lua_State *L, const house *h, const house_place *p, int original)
{
    const bool is_loose = p->made && lua_type(L, h->value) == LUA_TTABLE; /* dice may be a list or a function */

    if (p->made == p->holder)
        return;
    if (lua_isnil(L, original))
        house_fail_unknown(L, h, p->holder, -1, (size_t)(strrchr(h->name, '.') - h->name));
    if (lua_type(L, original) != lua_type(L, h->value) && !(is_loose && lua_isfunction(L, original)))
        sandbox_fail(L, h->line, "'%s' is a %s, and here it is %s", h->name, luaL_typename(L, original),
                     check_words_of(L, h->value));
}

/* Notes what is replaced, and what replaces it. */
static void tell(lua_State *L, const house *h, int original, int now)
{
    const salvo_rules_file *files = h->all->files;
    lua_Debug at;
    int before = 0;

    if (lua_type(L, original) == LUA_TFUNCTION) {
        lua_pushvalue(L, original);
        lua_getinfo(L, ">S", &at);
        before = sandbox_place(at.source, at.linedefined);
    }
    lua_rawgetp(L, LUA_REGISTRYINDEX, &TOLD);
    lua_createtable(L, 0, 3);
    lua_pushfstring(L, "%s:%d replaces %s", files[sandbox_file(h->line)].path, sandbox_line(h->line), h->name);
    if (before) {
        lua_pushfstring(L, " (%s:%d)", files[sandbox_file(before)].name, sandbox_line(before));
        lua_concat(L, 2);
    }
    lua_setfield(L, -2, "text");
    lua_pushinteger(L, h->line);
    lua_setfield(L, -2, "line");
    lua_pushvalue(L, now);
    lua_setfield(L, -2, "now");
    lua_pushstring(L, h->name);
    lua_setfield(L, -2, "name");
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_pop(L, 1);
}

/* Its results are in parameters and lists that stay as they are. */
static void refuse_called(lua_State *L, const house *h, int original)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &CALLED);
    lua_pushvalue(L, original);
    if (!lua_isnil(L, -1) && lua_rawget(L, -2) != LUA_TNIL)
        sandbox_fail(L, h->line,
                     "rules call '%s' while they are read, before a house rule can replace it; change it in "
                     "a copy of the rulebook",
                     h->name);
    lua_settop(L, original);
}

static void put_in_place(lua_State *L, const house *h)
{
    const house_place p = house_find(L, h);
    const int type = house_push(L, &p), original = lua_gettop(L);

    refuse_called(L, h, original);
    check_types(L, h, &p, original);
    lua_pushvalue(L, original);
    lua_pushvalue(L, h->value);
    if (lua_type(L, h->value) == LUA_TFUNCTION)
        join(L, h);
    else
        lua_remove(L, -2);
    tell(L, h, original, original + 1);
    lua_pushvalue(L, original + 1);
    house_set(L, &p);
    if (p.made)
        check_options(L, p.made, made_by(L, p.made), 1, h->line);
    else if (type == LUA_TFUNCTION)
        replace_everywhere(L, original);
}

/* Reading. */

static void note_call(lua_State *L, lua_Debug *at)
{
    lua_getinfo(L, "f", at);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &CALLED);
    lua_insert(L, -2);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

void house_watch(lua_State *L, const rules_files *all)
{
    if (all->n_house == 0)
        return;
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &CALLED);
    sandbox_tell_calls(L, note_call);
}

/* Returns the place of a house rule: where its function begins, or where the file has its name. */
static int place_of(lua_State *L, const rules_files *all, size_t file, const char *name, int value)
{
    const char *text = all->files[file].text, *found = strstr(text, name);
    lua_Debug at;
    int line = 1;

    if (lua_type(L, value) == LUA_TFUNCTION && house_file_of(L, value) == (int)file) {
        lua_pushvalue(L, value);
        lua_getinfo(L, ">S", &at);
        line = at.linedefined;
    } else {
        for (; found && text < found; text++)
            line += *text == '\n';
    }
    return (int)file * SANDBOX_LINES + line;
}

static void read_house(lua_State *L, const rules_files *all, const char *id, size_t file)
{
    const int line = (int)file * SANDBOX_LINES + 1, rules = SEEN + 1, keys = SEEN + 2;

    house_reached(L, true);
    words_run_file(L, file);
    if (lua_type(L, rules) != LUA_TTABLE)
        sandbox_fail(L, line,
                     "the file returns %s; house rules must end with return {[\"file.name\"] = "
                     "function(original, ...) ... end}",
                     check_words_of(L, rules));
    check_push_keys(L, rules);
    if (lua_rawlen(L, keys) == 0)
        sandbox_fail(L, line, "the file replaces nothing; return {[\"file.name\"] = function(original, ...) ... end}");
    for (lua_Integer i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL; i++, lua_settop(L, keys)) {
        house h = {.all = all, .id = id, .value = keys + 2};

        lua_pushvalue(L, -1);
        lua_rawget(L, rules);
        if (lua_type(L, keys + 1) != LUA_TSTRING)
            sandbox_fail(L, line, "house rules need names: [\"file.name\"] = function(original, ...) ... end");
        h.name = lua_tostring(L, keys + 1);
        h.line = place_of(L, all, file, h.name, h.value);
        luaL_checkstack(L, 3 * LUA_MINSTACK, "names of house rules");
        put_in_place(L, &h);
    }
}

/* Every new function must be reached from the rulebook. */
static void refuse_unused(lua_State *L)
{
    house_reached(L, false);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &TOLD);
    for (lua_Integer i = 1; lua_rawgeti(L, SEEN + 1, i) != LUA_TNIL; i++, lua_settop(L, SEEN + 1)) {
        const int type = lua_getfield(L, SEEN + 2, "now");

        if ((type != LUA_TFUNCTION && type != LUA_TTABLE) || lua_rawget(L, SEEN) != LUA_TNIL)
            continue;
        lua_getfield(L, SEEN + 2, "line");
        lua_getfield(L, SEEN + 2, "name");
        sandbox_fail(L, (int)lua_tointeger(L, -2), "no rule uses '%s' once the rules are read, so it changes nothing",
                     lua_tostring(L, -1));
    }
}

void house_replace(lua_State *L, const rules_files *all, const char *id)
{
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &TOLD);
    if (all->n_house == 0 || lua_type(L, RULEBOOK) != LUA_TTABLE)
        return;
    sandbox_tell_calls(L, NULL);
    for (size_t file = all->n - all->n_house; file < all->n; file++)
        read_house(L, all, id, file);
    refuse_unused(L);
    lua_settop(L, RULEBOOK);
}

const char *const *house_told(lua_State *L, salvo_arena *memory, size_t *n)
{
    const char **told;

    lua_rawgetp(L, LUA_REGISTRYINDEX, &TOLD);
    *n = lua_rawlen(L, -1);
    told = *n ? kind_array(L, memory, *n, sizeof *told) : NULL;
    for (size_t i = 0; i < *n; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        told[i] = kind_keep(L, check_text(L, lua_gettop(L), "text"), memory);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return told;
}
