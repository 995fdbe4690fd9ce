/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number of a unit (price, speed, ...). A rulebook states it in one of three ways: the number itself, the name of a
 * column, or a function. The file's reading decides which one it is, so a question need not inspect Lua values
 * again. */
#include "rules/lua/unit_number.h"

#include <math.h>

#include "rules/lua/rows.h"
#include "rules/lua/situation.h"
#include "rules/lua/worker.h"

/* A column that the table of units does not have is refused here. Its cells were checked with the tables. */
void unit_number_read(lua_State *L, const reader *r, int index, const char *name, double otherwise, bool is_function,
                      unit_number *to)
{
    const char *units = r->script->ruleset.units;

    *to = (unit_number){.number = otherwise};
    if (is_function) {
        to->from = NUMBER_FUNCTION;
    } else if (lua_getfield(L, index, name) == LUA_TNUMBER) {
        *to = (unit_number){.from = NUMBER_GIVEN, .number = lua_tonumber(L, -1)};
    } else if (lua_type(L, -1) == LUA_TSTRING) {
        *to = (unit_number){NUMBER_COLUMN, otherwise, kind_keep(L, lua_tostring(L, -1), r->memory)};
        if (salvo_table_column(salvo_store_table(r->store, units), to->column) < 0)
            sandbox_fail(L, r->script->battle->battle.line, "%s = '%s': the table %s has no such column", name,
                         to->column, units);
    }
    /* Only the other branches call lua_getfield(). */
    if (!is_function)
        lua_pop(L, 1);
}

/* nil means the same as a missing field: `otherwise`. An infinite number would become a price or a speed that no report
 * can print. */
static double number_returned(lua_State *L, const content *of, const unit_number *number, function_name function)
{
    const subject *battle = &battle_of(of)->battle;

    worker_push_function(L, battle, function);
    situation_push(L, of);
    lua_call(L, 1, 1);
    if (lua_isnil(L, -1))
        return number->number;
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
        worker_fail(L, battle, function, "%s returned %s; it must return a number", FUNCTION_NAMES[function],
                    check_words_of(L, -1));
    return lua_tonumber(L, -1);
}

/* Reads a column of the unit's row; nothing if the cell is blank. The unit is the first parameter of every element. */
static double number_in_column(lua_State *L, const content *of, const unit_number *number)
{
    double found = number->number;

    rows_push(L, &of->values[0]);
    if (lua_getfield(L, -1, number->column) == LUA_TNUMBER)
        found = lua_tonumber(L, -1);
    lua_pop(L, 2);
    return found;
}

double unit_number_of(lua_State *L, const content *of, const unit_number *number, function_name function)
{
    switch (number->from) {
    case NUMBER_FUNCTION:
        return number_returned(L, of, number, function);
    case NUMBER_COLUMN:
        return number_in_column(L, of, number);
    default:
        return number->number;
    }
}
