/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes texts that are equal for equal values. They are texts and not hashes, because two hashes may coincide, and then
 * two different fires would share a wrong number. Rows are equal by their place, because a book's cells never
 * change. */
#include "rules/lua/identity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/lua/check.h"
#include "rules/lua/dice.h"
#include "rules/lua/reads.h"
#include "rules/lua/rows.h"

enum { DEPTH_MAX = 20, KEYS = 64 };

static const char DICE; /* its address is the key of the texts of dice */

/* The text that is written. */
typedef struct writing {
    salvo_text *text;
    bool is_exact;   /* see identity_add_exact */
    uint64_t tables; /* of rows in it */
} writing;

static bool add(lua_State *L, int index, writing *to, int depth);

/* Like "%lld", which takes most of the time otherwise. */
static void add_whole(salvo_text *text, long long whole)
{
    unsigned long long left = whole < 0 ? 0ULL - (unsigned long long)whole : (unsigned long long)whole;
    char room[24], *at = room + sizeof room;

    *--at = '\0';
    do
        *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (whole < 0)
        *--at = '-';
    salvo_text_put(text, at);
}

/* Whole numbers are equal, whether written 2 or 2.0, unless the text is exact. */
static bool add_number(lua_State *L, int index, writing *to)
{
    const double number = lua_tonumber(L, index);
    int is_whole;
    const lua_Integer whole = lua_tointegerx(L, index, &is_whole);

    if (isnan(number) && to->is_exact)
        return false;
    if (isnan(number))
        sandbox_fail(L, 0, "a value is not a number (0/0)");
    if (is_whole)
        add_whole(to->text, whole);
    else
        salvo_text_add(to->text, "%.17g", number);
    if (is_whole && to->is_exact && !lua_isinteger(L, index))
        salvo_text_put(to->text, signbit(number) ? ".-" : ".");
    return true;
}

/* The length precedes the text, so that no text can look like two values. */
static void add_text(lua_State *L, int index, salvo_text *text)
{
    add_whole(text, (long long)lua_rawlen(L, index));
    salvo_text_put(text, "'");
    salvo_text_put(text, lua_tostring(L, index));
}

/* Sorted keys do not depend on how a table was built. */
typedef struct table_key {
    const char *text; /* NULL: a number */
    double number;
} table_key;

static int compare(const void *one, const void *other)
{
    const table_key *a = one, *b = other;

    if (!a->text || !b->text)
        return a->text ? 1 : b->text ? -1 : (a->number > b->number) - (a->number < b->number);
    return strcmp(a->text, b->text);
}

/* Lists the keys of the table on top of the stack; -1: there are too many, or keys of other types than text and
 * number. */
static int list_keys(lua_State *L, table_key keys[KEYS])
{
    int n = 0;

    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const int type = lua_type(L, -2);

        if (n == KEYS || (type != LUA_TSTRING && type != LUA_TNUMBER)) {
            lua_pop(L, 2);
            return -1;
        }
        keys[n++] = (table_key){type == LUA_TSTRING ? lua_tostring(L, -2) : NULL,
                                type == LUA_TNUMBER ? lua_tonumber(L, -2) : 0};
    }
    qsort(keys, (size_t)n, sizeof *keys, compare);
    return n;
}

/* Replaces the value on top of the stack by dice.lua's text for it. */
static bool add_by_dice(lua_State *L, salvo_text *text)
{
    bool done;

    dice_key(L);
    done = lua_type(L, -1) == LUA_TSTRING;
    if (done)
        add_text(L, -1, text);
    return done;
}

/* The table behind the proxy is on top of the stack. The length of a list with gaps is not the same for all equal
 * lists. */
static bool add_table(lua_State *L, writing *to, int depth)
{
    table_key keys[KEYS];
    const int n = list_keys(L, keys);
    bool done = true;

    if (n < 0)
        return !to->is_exact && add_by_dice(L, to->text);
    salvo_text_put(to->text, "{");
    if (to->is_exact && lua_rawlen(L, -1)) {
        salvo_text_put(to->text, "#");
        add_whole(to->text, (long long)lua_rawlen(L, -1));
    }
    for (int i = 0; i < n && done; i++) {
        if (keys[i].text)
            lua_pushstring(L, keys[i].text);
        else
            lua_pushnumber(L, keys[i].number);
        add(L, lua_gettop(L), to, depth + 1);
        lua_rawget(L, -2);
        salvo_text_put(to->text, "=");
        done = add(L, lua_gettop(L), to, depth + 1);
        lua_pop(L, 1);
    }
    salvo_text_put(to->text, "}");
    return done;
}

/* Only dice.lua has the faces of a die. It is asked once for each die. */
static bool add_die(lua_State *L, int index, salvo_text *text)
{
    bool done;

    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &DICE) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_createtable(L, 0, 1);
        lua_pushliteral(L, "k");
        lua_setfield(L, -2, "__mode");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &DICE);
    }
    lua_pushvalue(L, index);
    if (lua_rawget(L, -2) != LUA_TSTRING) {
        lua_pop(L, 1);
        lua_pushvalue(L, index);
        dice_key(L);
        lua_pushvalue(L, index);
        lua_pushvalue(L, -2);
        lua_rawset(L, -4);
    }
    done = lua_type(L, -1) == LUA_TSTRING;
    if (done)
        add_text(L, -1, text);
    lua_pop(L, 2);
    return done;
}

static bool is_die(lua_State *L, int index)
{
    const bool named = luaL_getmetafield(L, index, "__name") == LUA_TSTRING;
    const bool is = named && strcmp(lua_tostring(L, -1), "die") == 0;

    lua_pop(L, named ? 1 : 0);
    return is;
}

static bool add_any_table(lua_State *L, int index, writing *to, int depth)
{
    row_value row;
    bool done;

    if (depth > DEPTH_MAX && to->is_exact)
        return false;
    if (depth > DEPTH_MAX)
        sandbox_fail(L, 0, "a value is a table nested too deep to be compared");
    luaL_checkstack(L, 12, "a value");
    if (rows_is_row(L, index, &row)) {
        if (worker_of(L)->log)
            reads_identity(worker_of(L)->log, row);
        to->tables |= reads_table(row);
        salvo_text_add(to->text, "@%d:%zu", row.table, row.row);
        return true;
    }
    if (rows_is_table(L, index, &row.table)) {
        salvo_text_add(to->text, "@%d:", row.table);
        return true;
    }
    if (is_die(L, index))
        return add_die(L, index, to->text);
    check_push_shown(L, index);
    done = add_table(L, to, depth);
    lua_pop(L, 1);
    return done;
}

static bool add(lua_State *L, int index, writing *to, int depth)
{
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        return add_number(L, index, to);
    case LUA_TSTRING:
        add_text(L, index, to->text);
        return true;
    case LUA_TBOOLEAN:
        salvo_text_put(to->text, lua_toboolean(L, index) ? "+" : "-");
        return true;
    case LUA_TTABLE:
        return add_any_table(L, index, to, depth);
    default:
        return false;
    }
}

bool identity_add(lua_State *L, int index, salvo_text *text)
{
    return add(L, lua_absindex(L, index), &(writing){.text = text}, 0);
}

bool identity_add_exact(lua_State *L, int index, salvo_text *text, uint64_t *tables)
{
    writing to = {.text = text, .is_exact = true};
    bool done;

    lua_pushvalue(L, index);
    done = add_table(L, &to, 0);
    lua_pop(L, 1);
    *tables = to.tables;
    return done;
}
