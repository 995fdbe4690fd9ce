/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in rules. Rulebooks round, and divide by numbers from tables. The result must be a usable whole number, or an
 * error in the line of the division. It must not be a NaN that appears in an answer. */
#include "rules/lua/numbers.h"

#include <math.h>

#include <lualib.h>

#include "rules/lua/sandbox.h"
#include "rules/lua/standard.h"

static lua_Number number_of(lua_State *L, int index)
{
    const lua_Number value = luaL_checknumber(L, index);

    if (isnan(value))
        sandbox_fail(L, 0, "a value is not a number (0/0)");
    return value;
}

/* Beyond 9e15, near 2^53, doubles do not hold every whole number. The same test catches infinity, the result of a
 * division by zero. */
static int push_whole(lua_State *L, lua_Number value)
{
    if (fabs(value) > 9e15)
        sandbox_fail(L, 0, "%g is not a whole number that salvo can count with; was something divided by 0?", value);
    lua_pushinteger(L, (lua_Integer)value);
    return 1;
}

static int ceil_of(lua_State *L)
{
    return push_whole(L, ceil(number_of(L, 1)));
}

static int floor_of(lua_State *L)
{
    return push_whole(L, floor(number_of(L, 1)));
}

/* The numbers are divided as doubles. The error is less than one part in 2^53 for numbers that a rulebook can contain,
 * and an exact multiple divides exactly. */
static int divide(lua_State *L, lua_Number (*rounded)(lua_Number))
{
    const lua_Number n = number_of(L, 1), d = number_of(L, 2);

    if (d == 0)
        sandbox_fail(L, 0, "%s divided by 0", lua_tostring(L, 1));
    return push_whole(L, rounded(n / d));
}

static int round_up(lua_State *L)
{
    return divide(L, ceil);
}

static int round_down(lua_State *L)
{
    return divide(L, floor);
}

/* Pushes one of its arguments and not a copy of the number, so that a whole number stays one. */
static int clamp(lua_State *L)
{
    const lua_Number value = number_of(L, 1), least = number_of(L, 2), most = number_of(L, 3);

    if (least > most)
        sandbox_fail(L, 0, "clamp(x, %s, %s): the first limit must be the lower one", lua_tostring(L, 2),
                     lua_tostring(L, 3));
    lua_pushvalue(L, value < least ? 2 : value > most ? 3 : 1);
    return 1;
}

void numbers_add_words(lua_State *L)
{
    /* All of Lua's math except random() and randomseed(). */
    static const char *const NAMES[] = {"abs", "ceil", "cos",        "deg",       "exp",        "floor", "fmod", "huge",
                                        "log", "max",  "maxinteger", "min",       "mininteger", "modf",  "pi",   "rad",
                                        "sin", "sqrt", "tan",        "tointeger", "type",       "ult",   NULL};
    static const luaL_Reg WHOLE[] = {{"clamp", clamp},       {"ceil", ceil_of},          {"floor", floor_of},
                                     {"round_up", round_up}, {"round_down", round_down}, {NULL, NULL}};

    luaL_setfuncs(L, WHOLE, 0);
    lua_newtable(L);
    standard_open(L, LUA_MATHLIBNAME, luaopen_math);
    standard_copy(L, NAMES);
    for (const char *const *name = (const char *const[]){"min", "max", "abs", NULL}; *name; name++) {
        lua_getfield(L, -1, *name);
        lua_setfield(L, -4, *name);
    }
    lua_pop(L, 1);
    standard_show(L);
    lua_setfield(L, -2, "math");
}
