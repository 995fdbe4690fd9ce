/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roll {}, chain {} and battle {} only mark the table that they are given. They check its fields at once, because this
 * is where the line of the file is still known; what the fields say is read when the file has returned (procedure.c,
 * battle.c). */
#include "rules/lua/made.h"

/* Their addresses are keys in the tables that are made. A light userdata cannot be written in a rule, so no field of
 * the rules' own can take the place of a mark. */
static const char MADE, LINE;

/* Options are checked where they stand. The table is marked and returned as it is: rules may keep it in a local and put
 * it into the list later. */
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

/* Everything else answers NULL, whatever it is: the caller's message then says what it found. */
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

void made_add_words(lua_State *L)
{
    static const lua_options *const MAKERS[] = {&ROLL_OPTIONS, &CHAIN_OPTIONS, &BATTLE_OPTIONS};

    for (size_t i = 0; i < sizeof MAKERS / sizeof *MAKERS; i++) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)MAKERS[i]);
        lua_pushcclosure(L, make, 1);
        lua_setfield(L, -2, MAKERS[i]->of);
    }
}
