/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's file belongs to one question. Its rows are tables of Lua with the names that rows of a rulebook have, and
 * their place in the file is under keys that no rule can write. */
#include "rules/lua/record_rows.h"

#include "data/lines.h"
#include "rules/lua/frozen.h"

static const char FILES, FILE_OF, ROW_OF; /* their addresses are keys */

/* Pushes what is under the key in the table behind the proxy at `index`. */
static void push_shown(lua_State *L, int index, const void *key)
{
    const int top = lua_gettop(L);

    index = lua_absindex(L, index);
    if (lua_type(L, index) == LUA_TTABLE && luaL_getmetafield(L, index, "__index") == LUA_TTABLE) {
        lua_rawgetp(L, -1, key);
        lua_replace(L, -2);
        return;
    }
    lua_settop(L, top);
    lua_pushnil(L);
}

static const salvo_table *table_under(lua_State *L, int index)
{
    const salvo_table *table;

    push_shown(L, index, &FILE_OF);
    table = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return table;
}

const salvo_table *record_rows_row(lua_State *L, int index, size_t *row)
{
    const salvo_table *table = table_under(L, index);
    bool is_row;

    push_shown(L, index, &ROW_OF);
    is_row = lua_type(L, -1) == LUA_TNUMBER;
    *row = (size_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return is_row ? table : NULL;
}

const salvo_table *record_rows_file(lua_State *L, int index)
{
    size_t row;

    return record_rows_row(L, index, &row) ? NULL : table_under(L, index);
}

/* The words of a record, as row:words() of a rulebook's table has them. */
static int file_words(lua_State *L)
{
    size_t row;
    const salvo_table *file = record_rows_row(L, 1, &row);

    if (!file)
        sandbox_fail(L, 0, "words needs its record, as in record:words()");
    lua_newtable(L);
    for (size_t i = SALVO_LINES_FIRST; i < file->n_columns; i++) {
        const char *text = file->cells[row * file->n_columns + i].text;

        if (!*text)
            break;
        lua_pushstring(L, text);
        lua_rawseti(L, -2, (lua_Integer)(i - SALVO_LINES_FIRST) + 1);
    }
    return 1;
}

static void set_pointer(lua_State *L, const void *key, const void *pointer)
{
    lua_pushlightuserdata(L, (void *)(uintptr_t)pointer);
    lua_rawsetp(L, -2, key);
}

static void push_row(lua_State *L, const salvo_table *file, size_t row)
{
    static const char *const NAMES[] = {"id", "kind", "name"};

    lua_createtable(L, 0, 6);
    set_pointer(L, &FILE_OF, file);
    lua_pushinteger(L, (lua_Integer)row);
    lua_rawsetp(L, -2, &ROW_OF);
    for (size_t i = 0; i < SALVO_LINES_FIRST; i++) {
        lua_pushstring(L, file->cells[row * file->n_columns + i].text);
        lua_setfield(L, -2, NAMES[i]);
    }
    lua_pushcfunction(L, file_words);
    lua_setfield(L, -2, "words");
    frozen_show(L);
}

static void push_new(lua_State *L, const salvo_table *file)
{
    lua_createtable(L, (int)file->n_rows, (int)file->n_rows + 1);
    set_pointer(L, &FILE_OF, file);
    for (size_t row = 0; row < file->n_rows; row++) {
        push_row(L, file, row);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (lua_Integer)row + 1);
        lua_setfield(L, -2, file->cells[row * file->n_columns].text);
    }
    frozen_show(L);
}

void record_rows_push(lua_State *L, const salvo_table *file)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &FILES) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &FILES);
    }
    if (lua_rawgetp(L, -1, file) == LUA_TNIL) {
        lua_pop(L, 1);
        push_new(L, file);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, -3, file);
    }
    lua_replace(L, -2);
}
