/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts in rules: Lua's string library without dump() and pack(), with limits on functions of unlimited time, and a
 * tostring() that shows no address. */
#include "rules/lua/texts.h"

#include <string.h>

#include <lualib.h>

#include "rules/lua/check.h"
#include "rules/lua/standard.h"

/* Ten million steps of Lua's matcher take about a tenth of a second, and the instruction hook does not run inside it.
 * No format of a rule's message is longer than 256 bytes, and a longer one could ask for more than a text may hold. */
enum { PATTERN_STEPS_MAX = 10000000, FORMAT_MAX = 256 };

static int text_of(lua_State *L)
{
    luaL_checkany(L, 1);
    switch (lua_type(L, 1)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING:
        luaL_tolstring(L, 1, NULL);
        break;
    default:
        lua_pushfstring(L, "(%s)", luaL_typename(L, 1)); /* its address would differ in every run */
    }
    return 1;
}

/* %p prints an address, and so does %s for a table or a function. */
static int guard_format(lua_State *L)
{
    const char *format = luaL_checkstring(L, 1);

    if (strlen(format) > FORMAT_MAX)
        sandbox_fail(L, 0, "the format is longer than %d bytes", FORMAT_MAX);
    for (const char *c = strchr(format, '%'); c; c = strchr(c + 1 + (c[1] == '%'), '%'))
        if (c[1 + strspn(c + 1, "-+ #0123456789.")] == 'p')
            sandbox_fail(L, 0, "%%p is not allowed in a format");
    for (int i = 2; i <= lua_gettop(L); i++)
        if (lua_type(L, i) > LUA_TSTRING)
            sandbox_fail(L, 0, "%s cannot be part of a text; use one of its fields", check_words_of(L, i));
    return standard_call_guarded(L);
}

/* The limit is on the count and not on the length. The allocator limits the resulting text, but an empty text repeated
 * a billion times allocates nothing and still takes a while. */
static int guard_rep(lua_State *L)
{
    const lua_Integer n = luaL_checkinteger(L, 2);

    if (n > STANDARD_REPEATS_MAX)
        sandbox_fail(L, 0, "a text is repeated more than %d times", STANDARD_REPEATS_MAX);
    return standard_call_guarded(L);
}

/* A pattern tries at most as many places as the text has, for its beginning and for each of its repetitions. This upper
 * bound is good enough, because rules match short names. It also counts characters that are escaped or in a set: a
 * pattern that is refused by mistake has a plainer form. */
static int guard_pattern(lua_State *L)
{
    size_t length;
    const char *pattern = luaL_checkstring(L, 2);
    double steps;

    luaL_checklstring(L, 1, &length);
    steps = (double)length + 1;
    for (const char *c = pattern; *c && steps <= PATTERN_STEPS_MAX; c++)
        if (strchr("*+-?", *c))
            steps *= (double)length + 1;
    if (steps > PATTERN_STEPS_MAX)
        sandbox_fail(L, 0, "the pattern '%.40s' may take too long in a text of %zu bytes; use fewer of * + - ?",
                     pattern, length);
    return standard_call_guarded(L);
}

void texts_add_words(lua_State *L)
{
    static const char *const NAMES[] = {"byte", "char", "len", "lower", "reverse", "sub", "upper", NULL};
    static const char *const PATTERNS[] = {"find", "match", "gmatch", "gsub", NULL};

    lua_pushcfunction(L, text_of);
    lua_setfield(L, -2, "tostring");
    lua_newtable(L);
    standard_open(L, LUA_STRLIBNAME, luaopen_string);
    standard_copy(L, NAMES);
    for (const char *const *name = PATTERNS; *name; name++)
        standard_guard(L, *name, guard_pattern);
    standard_guard(L, "rep", guard_rep);
    standard_guard(L, "format", guard_format);
    lua_pop(L, 1);
    standard_show(L);
    /* Without this, ("x"):rep() would still reach Lua's own library, past every guard. */
    lua_pushliteral(L, ""); /* all texts have one metatable: ("x"):rep(3) */
    lua_getmetatable(L, -1);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
    lua_setfield(L, -2, "string");
}
