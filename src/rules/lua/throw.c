/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dice.lua describes a die as a list of values with weights. Engines need the number of faces and, if these are not
 * equally likely, weights at a constant address (die_weights.c). Rules need the value of the thrown face. This file
 * converts the former and keeps the latter. */
#include "rules/lua/throw.h"

#include "rules/lua/dice.h"
#include "rules/lua/die_weights.h"
#include "rules/lua/ways.h"
#include "rules/lua/worker.h"

static bool is_plain(lua_State *L)
{
    bool plain;

    lua_getfield(L, -1, "plain");
    plain = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return plain;
}

/* Finds the faces of the die on top of the stack; NULL if memory is out. */
static const die_faces *find_faces(lua_State *L)
{
    lua_book *book = book_changeable(worker_of(L)->book);
    const die_faces *found = NULL;
    const die_weights *weights;
    const char *names = NULL;
    size_t size = 0;

    lua_getfield(L, -1, "ways");
    /* Engines compare dice by these pointers, so equal weights of two dice must have one address. */
    weights = die_weights_find(book, ways_at(L, -1));
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    if (!is_plain(L)) {
        dice_names(L);
        names = lua_tolstring(L, -1, &size);
    }
    if (weights)
        found = die_faces_find(book, weights, names, size);
    lua_pop(L, 1);
    return found;
}

/* Returns the faces of the die on top of the stack. The die keeps them, because dice are made once and thrown often. */
static const die_faces *faces_of(lua_State *L)
{
    const die_faces *kept;

    if (lua_getfield(L, -1, "kept") == LUA_TNIL) {
        lua_pop(L, 1);
        kept = find_faces(L);
        if (!kept)
            sandbox_no_memory(L);
        lua_pushlightuserdata(L, (void *)(uintptr_t)kept);
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, "kept");
    }
    kept = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return kept;
}

/* Reads the die on top of the stack and replaces it by its values. "plain" dice show their face: false replaces their
 * list of values, and throw_push() pushes the face itself. */
static void read_die(lua_State *L, salvo_dice *dice, int i)
{
    const die_faces *faces = faces_of(L);

    dice->sides[i] = faces->weights->sides;
    dice->weights[i] = faces->weights->weights;
    dice->long_weights[i] = faces->weights->long_weights;
    dice->names[i] = faces->names;
    if (is_plain(L))
        lua_pushboolean(L, 0);
    else
        lua_getfield(L, -1, "values");
    lua_replace(L, -2);
}

void throw_check_list(lua_State *L, const subject *of, function_name function, const char *called, const char *also)
{
    if (lua_type(L, -1) != LUA_TTABLE)
        worker_fail(L, of, function, "%s returned %s; it must return a list of dice: {d6, d6}%s", called,
                    check_words_of(L, -1), also);
}

void throw_read(lua_State *L, salvo_dice *dice)
{
    int n;

    *dice = (salvo_dice){.count = 0};
    dice_throw(L);
    n = (int)lua_rawlen(L, -1);
    for (int i = 0; i < n; i++) {
        lua_rawgeti(L, -1, i + 1);
        read_die(L, dice, i);
        lua_rawseti(L, -2, i + 1);
    }
    dice->count = (uint8_t)n;
}

/* The last faces that never show count for nothing, and engines try each face. */
static void drop_last_faces(salvo_dice *die)
{
    while (die->weights[0] && die->sides[0] > 1 && die->weights[0][die->sides[0] - 1] == 0)
        die->sides[0]--;
}

void throw_read_numbers(lua_State *L, salvo_dice *dice, int64_t least, int64_t most)
{
    *dice = (salvo_dice){.count = 1};
    dice_throw(L);
    if (lua_rawlen(L, -1) != 1)
        sandbox_fail(L, 0, "a throw whose kind is in `shows` must be of one die; this one has %d",
                     (int)lua_rawlen(L, -1));
    lua_rawgeti(L, -1, 1);
    dice_numbered(L, least, most);
    read_die(L, dice, 0);
    lua_rawseti(L, -2, 1);
    drop_last_faces(dice);
}

/* Faces count from 1, as lists in Lua do. Their values are kept for a message. */
void throw_push(lua_State *L, int worth, const salvo_dice *dice, const uint8_t *faces)
{
    worker *w = worker_of(L);

    luaL_checkstack(L, SALVO_DICE_MAX + 4, "dice");
    for (int i = 0; i < dice->count; i++) {
        if (lua_rawgeti(L, worth, i + 1) == LUA_TTABLE) {
            lua_rawgeti(L, -1, faces[i]);
            lua_replace(L, -2);
        } else {
            lua_pop(L, 1);
            lua_pushinteger(L, faces[i]);
        }
        w->asked_whole[i] = lua_isinteger(L, -1) != 0;
        w->asked_values[i] = lua_tointeger(L, -1);
    }
}
