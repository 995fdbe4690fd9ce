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
#include "rules/lua/kind.h"
#include "rules/lua/made.h"

enum { HOUSE_NAME_MAX = 160 }; /* of a name in messages */

/* Fixed places on the stack: the rulebook; tables and functions that are found from it, as a list and as keys. */
enum { RULEBOOK = 1, LIST, SEEN };

/* Their addresses are keys of the registry: the list of what was replaced, and the functions that were called while the
 * rules were read. */
static const char TOLD, CALLED;

/* The house rule that is put in place. */
typedef struct house {
    const rules_files *all;
    const char *id, *name; /* of the rulebook; "attack.level_of" */
    int line;              /* where the house rule is, as a place */
    int value;             /* its place on the stack */
} house;

/* The source of a Lua function on top of the stack: the number of its file of rules; -1: it is not in one. */
static int file_of(lua_State *L, int index)
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
    bool is_wanted = lua_type(L, -1) == LUA_TFUNCTION && file_of(L, -1) >= 0;

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
static void list_reached(lua_State *L, bool all)
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

/* A place of a value: a field of a table, or a variable of a function. The holder is on the stack, below the key. */
typedef struct place {
    bool is_variable;
    int variable;    /* its number in the function */
    int holder, key; /* on the stack */
    int made;        /* the procedure or battle that holds it, on the stack; 0: none */
} place;

static int push_value(lua_State *L, const place *p)
{
    if (p->is_variable) {
        lua_getupvalue(L, p->holder, p->variable);
        return lua_type(L, -1);
    }
    lua_pushvalue(L, p->key);
    return lua_rawget(L, p->holder);
}

/* Pops the value. */
static void set_value(lua_State *L, const place *p)
{
    if (p->is_variable) {
        lua_setupvalue(L, p->holder, p->variable);
        return;
    }
    lua_pushvalue(L, p->key);
    lua_insert(L, -2);
    lua_rawset(L, p->holder);
}

static place field_at(lua_State *L, const char *key, size_t length)
{
    lua_pushlstring(L, key, length);
    return (place){.holder = lua_gettop(L) - 1, .key = lua_gettop(L)};
}

/* Returns whether a file's variable with the value on top of the stack is its own: a function of another file has its
 * own name there. */
static bool is_own(lua_State *L, const house *h, int file)
{
    const int from = file_of(L, -1);

    return lua_type(L, -1) != LUA_TFUNCTION || from == file || from >= (int)(h->all->n - h->all->n_house);
}

/* Finds a variable of a file's functions by its name, and pushes a function that sees it. Functions that see the same
 * variable share it. */
static bool find_variable(lua_State *L, const house *h, int file, const char *name, size_t length, place *found)
{
    const void *first = NULL;
    const char *seen;

    lua_pushnil(L);
    for (lua_Integer i = 1; lua_rawgeti(L, LIST, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        if (lua_type(L, -1) != LUA_TFUNCTION || file_of(L, -1) != file)
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
            *found = (place){.is_variable = true, .variable = k, .holder = lua_gettop(L) - 1};
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
        if (lua_type(L, -1) != LUA_TFUNCTION || file_of(L, -1) != file)
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
_Noreturn static void fail_unknown(lua_State *L, const house *h, int of, int file, size_t length)
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
static place follow(lua_State *L, const house *h, const char *rest)
{
    place at = {0};
    int made = 0;

    for (const char *point;; rest = point + 1) {
        const int holder = lua_gettop(L);

        made = made_by(L, holder) ? holder : made;
        point = strchr(rest, '.');
        at = field_at(L, rest, point ? (size_t)(point - rest) : strlen(rest));
        at.made = made;
        if (!point)
            return at;
        if (push_value(L, &at) != LUA_TTABLE || lua_getmetatable(L, -1))
            fail_unknown(L, h, holder, -1, (size_t)(rest - h->name - 1));
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
static place find_in_file(lua_State *L, const house *h, int file, const char *rest)
{
    const char *path = h->all->files[file].path, *point = rest ? strchr(rest, '.') : NULL;
    const size_t length = !rest ? 0 : point ? (size_t)(point - rest) : strlen(rest);
    place at = {0};
    int result;

    push_result(L, file);
    result = lua_gettop(L);
    if (lua_isnil(L, result))
        sandbox_fail(L, h->line, "'%s' is in %s, which no rule requires; leave it out", h->name, path);
    if (!rest) {
        words_push_required(L);
        lua_pushinteger(L, file);
        at = (place){.holder = lua_gettop(L) - 1, .key = lua_gettop(L)};
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
            fail_unknown(L, h, result, file, (size_t)(rest - h->name - 1));
        words_push_globals(L);
        at = field_at(L, rest, length);
    }
    if (!point)
        return at;
    if (push_value(L, &at) != LUA_TTABLE)
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

static place find_in_procedure(lua_State *L, const house *h, const char *rest)
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

static place find_meant(lua_State *L, const house *h)
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
static void check_types(lua_State *L, const house *h, const place *p, int original)
{
    const bool is_loose = p->made && lua_type(L, h->value) == LUA_TTABLE; /* dice may be a list or a function */

    if (p->made == p->holder)
        return;
    if (lua_isnil(L, original))
        fail_unknown(L, h, p->holder, -1, (size_t)(strrchr(h->name, '.') - h->name));
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
    const place p = find_meant(L, h);
    const int type = push_value(L, &p), original = lua_gettop(L);

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
    set_value(L, &p);
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

    if (lua_type(L, value) == LUA_TFUNCTION && file_of(L, value) == (int)file) {
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

    list_reached(L, true);
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
    list_reached(L, false);
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
