/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/chain_dice.h"

#include <string.h>

#include "rules/lua/chain_throw.h"
#include "rules/lua/worker.h"

bool chain_dice_are_equal(const void *one, const void *other)
{
    const chain_dice *a = one, *b = other;

    if (!chain_throws_are_equal(&a->dice, &b->dice) || a->has_numbers != b->has_numbers)
        return false;
    for (int i = 0; i < a->dice.count && a->has_numbers; i++) {
        if (!a->values[i] != !b->values[i])
            return false;
        if (a->values[i] && memcmp(a->values[i], b->values[i], a->dice.sides[i] * sizeof *a->values[i]) != 0)
            return false;
    }
    return true;
}

/* Whole numbers that faces show are their own, and those of texts follow. A worker has a table of these texts. */
enum { NUMBERS_MAX = 1 << 14 };

static const char TEXTS; /* its address is the key of that table: texts by number, and numbers by text */

static void push_texts(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &TEXTS) == LUA_TTABLE)
        return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &TEXTS);
}

/* Returns the number of the text on top of the stack; INT16_MAX: there are too many. */
static int16_t number_of_text(lua_State *L)
{
    lua_Integer number;

    push_texts(L);
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        lua_pop(L, 1);
        number = NUMBERS_MAX + (lua_Integer)lua_rawlen(L, -1);
        if (number < INT16_MAX) {
            lua_pushvalue(L, -2);
            lua_pushinteger(L, number);
            lua_rawset(L, -3);
            lua_pushvalue(L, -2);
            lua_rawseti(L, -2, number - NUMBERS_MAX + 1);
        } else {
            number = INT16_MAX;
        }
    } else {
        number = lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return (int16_t)number;
}

/* Returns the number of the value on top of the stack; INT16_MAX: it has none. */
static int16_t number_of_value(lua_State *L)
{
    const lua_Integer value = lua_tointeger(L, -1);

    if (lua_type(L, -1) == LUA_TSTRING)
        return number_of_text(L);
    return lua_isinteger(L, -1) && value > -NUMBERS_MAX && value < NUMBERS_MAX ? (int16_t)value : INT16_MAX;
}

/* Numbers the values of a die's faces, whose list is on top of the stack; NULL: one has no number. */
static const int16_t *read_values(lua_State *L, int sides)
{
    int16_t *values = worker_kept(L, (size_t)sides * sizeof *values);
    bool are_numbered = true;

    for (int face = 1; face <= sides; face++, lua_pop(L, 1)) {
        lua_rawgeti(L, -1, face);
        values[face - 1] = number_of_value(L);
        are_numbered = are_numbered && values[face - 1] != INT16_MAX;
    }
    return are_numbered ? values : NULL;
}

const chain_dice *chain_dice_number(lua_State *L, const salvo_dice *dice)
{
    chain_dice *kept = worker_kept(L, sizeof *kept);

    *kept = (chain_dice){.dice = *dice, .has_numbers = true};
    for (int i = 0; i < dice->count; i++, lua_pop(L, 1)) {
        if (lua_rawgeti(L, -1, i + 1) != LUA_TTABLE)
            continue;
        kept->values[i] = read_values(L, dice->sides[i]);
        kept->has_numbers = kept->has_numbers && kept->values[i];
    }
    return kept;
}

static void push_value(lua_State *L, int number)
{
    if (number < NUMBERS_MAX) {
        lua_pushinteger(L, number);
        return;
    }
    push_texts(L);
    lua_rawgeti(L, -1, number - NUMBERS_MAX + 1);
    lua_replace(L, -2);
}

void chain_dice_push(lua_State *L, const chain_dice *d, const uint8_t *faces)
{
    worker *w = worker_of(L);

    luaL_checkstack(L, SALVO_DICE_MAX + 4, "dice");
    for (int i = 0; i < d->dice.count; i++) {
        push_value(L, d->values[i] ? d->values[i][faces[i] - 1] : faces[i]);
        w->asked_whole[i] = lua_isinteger(L, -1) != 0;
        w->asked_values[i] = lua_tointeger(L, -1);
    }
    w->asked_dice = &d->dice;
    w->asked_faces = faces;
}

enum { FEW_DICE = 7, MORE_DICE = CHAIN_SHOWN_BYTES - 1 };

bool chain_dice_shown(const chain_dice *d, const uint8_t *faces, uint8_t bytes[CHAIN_SHOWN_BYTES])
{
    const int width = d->dice.count <= FEW_DICE ? 2 : 1, most = width == 2 ? INT16_MAX : INT8_MAX;

    if (!d->has_numbers || d->dice.count > MORE_DICE)
        return false;
    for (int i = 0; i < d->dice.count; i++) {
        const int value = d->values[i] ? d->values[i][faces[i] - 1] : faces[i], number = value + most + 1;

        if (value < -most || value > most)
            return false;
        bytes[width * i] = (uint8_t)(number & 0xff);
        if (width == 2)
            bytes[width * i + 1] = (uint8_t)(number >> 8);
    }
    bytes[MORE_DICE] = width == 2 ? SHOWN_FEW : SHOWN_MORE;
    return true;
}
