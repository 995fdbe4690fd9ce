/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roll {}, chain {} and battle {} only mark their table. They check its fields at once, because the line of the file is
 * still known there. procedure.c and battle.c read the fields after the file has returned. */
#include "rules/lua/made.h"

#include <string.h>

/* Their addresses are keys in these tables. A rule cannot write a light userdata, so no field of a rule can replace a
 * mark. */
static const char MADE, LINE;

/* Options are checked where they are written. The table is marked and returned unchanged, so that rules may keep it in
 * a local and put it into the list later. */
static int make(lua_State *L)
{
    const lua_options *options = lua_touserdata(L, lua_upvalueindex(1));

    if (lua_type(L, 1) != LUA_TTABLE || lua_gettop(L) != 1)
        sandbox_fail(L, 0, "%s must be written %s {name = value, ...}", options->of, options->of);
    check_options(L, 1, options, 1, 0);
    lua_settop(L, 1);
    lua_pushlightuserdata(L, (void *)(uintptr_t)options);
    lua_rawsetp(L, 1, &MADE);
    lua_pushinteger(L, sandbox_running_line(L));
    lua_rawsetp(L, 1, &LINE);
    return 1;
}

/* For any other value the result is NULL, and the caller's message says what it found. */
const lua_options *made_by(lua_State *L, int index)
{
    const lua_options *made;

    if (lua_type(L, index) != LUA_TTABLE)
        return NULL;
    lua_rawgetp(L, index, &MADE);
    made = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return made;
}

int made_line(lua_State *L, int index)
{
    int line;

    if (lua_type(L, index) != LUA_TTABLE)
        return 0;
    lua_rawgetp(L, index, &LINE);
    line = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return line;
}

/* Commands write the id of the rulebook before the name. */
const char *made_name_within(const char *book, const char *name)
{
    const size_t n = strlen(book);

    return strncmp(name, book, n) == 0 && name[n] == '.' ? name + n + 1 : name;
}

void made_add_words(lua_State *L)
{
    static const lua_options *const MAKERS[] = {&ROLL_OPTIONS, &CHAIN_OPTIONS, &BATTLE_OPTIONS,
                                                &DUEL_OF_BATTLE_OPTIONS};

    for (size_t i = 0; i < sizeof MAKERS / sizeof *MAKERS; i++) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)MAKERS[i]);
        lua_pushcclosure(L, make, 1);
        lua_setfield(L, -2, MAKERS[i]->of);
    }
}
