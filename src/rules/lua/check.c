/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the fields of Lua tables. Unknown fields are errors: a misspelt option would otherwise count as left out, and
 * the answer would be silently wrong. */
#include "rules/lua/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/names.h"

/* The number of names among which a message finds the nearest. Tables of units may have more rows; a message does not
 * propose those beyond it. */
enum { NAMES_MAX = 256 };

/* The same function makes this sentence for command lines and data files, so proposals look alike everywhere. */
void check_fail_among(lua_State *L, const char *const *names, int line, const char *typed, const char *what)
{
    salvo_error err;
    size_t n = 0;

    while (names[n])
        n++;
    salvo_names_fail(&err, names, n, typed, "%s", what);
    sandbox_fail(L, line, "%s", err.text);
}

void check_fail_unknown(lua_State *L, int index, int line, const char *typed, const char *what)
{
    const char *names[NAMES_MAX + 1] = {NULL};
    size_t n = 0;

    check_push_keys(L, index);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL && n < NAMES_MAX; i++, lua_pop(L, 1))
        if (lua_type(L, -1) == LUA_TSTRING)
            names[n++] = lua_tostring(L, -1); /* the key of a table that persists */
    check_fail_among(L, names, line, typed, what);
}

/* Values in rules have no other types. */
static unsigned type_of(lua_State *L, int index)
{
    static const unsigned TYPES[LUA_NUMTYPES] = {[LUA_TBOOLEAN] = IS_BOOLEAN,
                                                 [LUA_TNUMBER] = IS_NUMBER,
                                                 [LUA_TSTRING] = IS_TEXT,
                                                 [LUA_TTABLE] = IS_TABLE,
                                                 [LUA_TFUNCTION] = IS_FUNCTION};

    return TYPES[lua_type(L, index)];
}

/* Writes a text such as "a text, a function or a table". */
static void describe_types(unsigned is, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (unsigned i = 0; i < N_TYPES_OF_RULES; i++)
        if (is & 1u << i && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " or " : "", TYPES_OF_RULES[i].one);
}

static void check_type(lua_State *L, const lua_options *options, const lua_option *option, int line)
{
    char wanted[128];

    if (type_of(L, -1) & option->is)
        return;
    describe_types(option->is, wanted, sizeof wanted);
    sandbox_fail(L, line, "'%s' of %s is %s; it must be %s", option->name, options->of, check_words_of(L, -1), wanted);
}

static const lua_option *option_named(const lua_options *options, const char *name)
{
    for (const lua_option *o = options->options; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

_Noreturn static void fail_option(lua_State *L, const lua_options *options, const char *name, int line)
{
    const char *names[NAMES_MAX + 1] = {NULL};
    char what[256];

    for (size_t n = 0; n < NAMES_MAX && options->options[n].name; n++)
        names[n] = options->options[n].name;
    snprintf(what, sizeof what, "%s has no field '%.64s'", options->of, name);
    check_fail_among(L, names, line, name, what);
}

/* Checks the field whose name is on top of the stack. Lists such as {"range", decimal(0, 60), "help", default = 6} hold
 * places and named options at once. The caller checks the places below `first`. */
static void check_field(lua_State *L, int index, const lua_options *options, int first, int line)
{
    const lua_option *option;

    if (lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 && lua_tointeger(L, -1) < first)
        return;
    lua_pushvalue(L, -1);
    lua_rawget(L, index);
    if (lua_type(L, -2) != LUA_TSTRING)
        sandbox_fail(L, line, "%s has a value without a name, %s; write name = value", options->of,
                     check_words_of(L, -1));
    option = option_named(options, lua_tostring(L, -2));
    if (!option)
        fail_option(L, options, lua_tostring(L, -2), line);
    check_type(L, options, option, line);
    lua_pop(L, 1);
}

/* Whether check_field() would pass every field. */
static bool has_no_mistake(lua_State *L, int index, const lua_options *options, int first)
{
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        const lua_option *option;

        if (lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && lua_tointeger(L, -2) < first)
            continue;
        option = lua_type(L, -2) == LUA_TSTRING ? option_named(options, lua_tostring(L, -2)) : NULL;
        if (!option || !(type_of(L, -1) & option->is)) {
            lua_pop(L, 2);
            return false;
        }
    }
    return true;
}

/* The keys are sorted: if a table has two mistakes, the message is about the same one in every run. */
static void check_fields(lua_State *L, int index, const lua_options *options, int first, int line)
{
    check_push_keys(L, index);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++) {
        check_field(L, index, options, first, line);
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}

/* Checks the fields that are there, then those that are missing. */
void check_options(lua_State *L, int index, const lua_options *options, int first, int line)
{
    index = lua_absindex(L, index);
    if (!has_no_mistake(L, index, options, first))
        check_fields(L, index, options, first, line);
    for (const lua_option *o = options->options; o->name; o++) {
        if (lua_getfield(L, index, o->name) == LUA_TNIL && o->is & IS_NEEDED)
            sandbox_fail(L, line, "%s needs '%s': %s", options->of, o->name, o->help);
        lua_pop(L, 1);
    }
}

/* Returns a text that fits into a sentence. lua_pushfstring leaves its text on the stack, which the error unwinds. */
const char *check_words_of(lua_State *L, int index)
{
    switch (lua_type(L, index)) {
    case LUA_TSTRING:
        return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
    case LUA_TNIL:
    case LUA_TNONE:
        return "nil";
    case LUA_TNUMBER:
        lua_pushvalue(L, index);
        return lua_tostring(L, -1);
    case LUA_TBOOLEAN:
        return lua_toboolean(L, index) ? "true" : "false";
    default:
        return lua_pushfstring(L, "a %s", luaL_typename(L, index));
    }
}

/* There are two messages, because "3.5" and "12" are different mistakes: a value of the wrong kind, and one outside its
 * limits. */
int64_t check_whole(lua_State *L, int index, int line, const char *what, int64_t least, int64_t most)
{
    int is_whole;
    const int64_t value = lua_tointegerx(L, index, &is_whole);

    if (lua_type(L, index) != LUA_TNUMBER || !is_whole)
        sandbox_fail(L, line, "%s is %s; it must be a whole number from %lld to %lld", what, check_words_of(L, index),
                     (long long)least, (long long)most);
    if (value < least || value > most)
        sandbox_fail(L, line, "%s is %lld; it must be from %lld to %lld", what, (long long)value, (long long)least,
                     (long long)most);
    return value;
}

/* A value of another type counts as absent, because check_options() has refused it. */
const char *check_text(lua_State *L, int index, const char *name)
{
    const char *text = lua_getfield(L, index, name) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;

    lua_pop(L, 1); /* the table keeps it */
    return text;
}

bool check_flag(lua_State *L, int index, const char *name)
{
    bool yes;

    lua_getfield(L, index, name);
    yes = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return yes;
}

double check_number(lua_State *L, int index, const char *name, double otherwise)
{
    double number = lua_getfield(L, index, name) == LUA_TNUMBER ? lua_tonumber(L, -1) : otherwise;

    lua_pop(L, 1);
    return number;
}

/* Used if fields are listed or read raw. A row or a lazy state has its fields only after a rule has looked at them. It
 * is filled first, because listing the fields is a way of looking at them. */
void check_push_shown(lua_State *L, int index)
{
    const int shown = lua_gettop(L) + 1;

    lua_pushvalue(L, index);
    if (luaL_getmetafield(L, -1, "__index") == LUA_TTABLE)
        lua_replace(L, shown);
    else
        lua_settop(L, shown);
    if (luaL_getmetafield(L, -1, "__fill") == LUA_TFUNCTION) {
        lua_pushvalue(L, -2);
        lua_call(L, 1, 1);
        if (lua_type(L, -1) == LUA_TTABLE)
            lua_replace(L, shown);
        else
            lua_pop(L, 1);
    }
}

typedef struct sort_key {
    double number;
    const char *text; /* NULL: a number */
    int at;
} sort_key;

/* Numbers precede texts, so that the places of a list are first and in their order. */
static int compare_keys(const void *one, const void *other)
{
    const sort_key *a = one, *b = other;

    if (!a->text || !b->text)
        return a->text ? 1 : b->text ? -1 : (a->number > b->number) - (a->number < b->number);
    return strcmp(a->text, b->text);
}

/* The keys are sorted in C, where a comparison cannot call into Lua. The array is a userdata and not from malloc,
 * because an error unwinds past any free(). */
void check_push_keys(lua_State *L, int index)
{
    lua_Integer room = 0, n = 0;
    sort_key *keys;
    int found;

    index = lua_absindex(L, index);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
        room++;
    /* There is one more than needed, because the allocator would treat a block of no bytes as a special case. */
    keys = lua_newuserdatauv(L, (size_t)(room + 1) * sizeof *keys, 0);
    lua_createtable(L, (int)room, 0); /* in Lua's order */
    found = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        const int type = lua_type(L, -2);

        if (type != LUA_TSTRING && type != LUA_TNUMBER)
            continue;
        keys[n] = (sort_key){type == LUA_TNUMBER ? lua_tonumber(L, -2) : 0,
                             type == LUA_TSTRING ? lua_tostring(L, -2) : NULL, (int)n + 1};
        lua_pushvalue(L, -2);
        lua_rawseti(L, found, ++n);
    }
    qsort(keys, (size_t)n, sizeof *keys, compare_keys);
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 0; i < n; i++) {
        lua_rawgeti(L, found, keys[i].at);
        lua_rawseti(L, -2, i + 1);
    }
    /* The userdata is no longer needed: the result replaces it, and everything above it is popped. */
    lua_replace(L, found - 1);
    lua_settop(L, found - 1);
}
