/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rulebook knows more about its cells than their kinds: lists with a grammar of their own, a number that depends on
 * another one. It refuses such a cell with a message that has its file, line and column. */
#include "rules/lua/cells.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "data/names.h"
#include "rules/lua/record_rows.h"
#include "rules/lua/records.h"
#include "rules/lua/rows.h"

enum { NAMES_MAX = 256 }; /* a message proposes none beyond it */

/* Returns the column; the rules may write underscores for hyphens. */
static size_t column_named(lua_State *L, const salvo_table *table, const char *typed)
{
    const char *names[NAMES_MAX + 1] = {NULL};
    char what[256];

    for (size_t i = 0; i < table->n_columns; i++)
        if (tables_is_name(table->header[i].text, typed))
            return i;
    for (size_t i = 0; i < table->n_columns && i < NAMES_MAX; i++)
        names[i] = table->header[i].text;
    snprintf(what, sizeof what, "refuse_cell: the table %.64s has no column '%.64s'", table->name, typed);
    check_fail_among(L, names, 0, typed, what);
}

/* Returns the table with the row or the header in the first argument, and sets the row; NULL: it is neither. */
static const salvo_table *table_of(lua_State *L, row_value *row, bool *is_row)
{
    const salvo_table *file = record_rows_row(L, 1, &row->row);

    *is_row = file || rows_is_row(L, 1, row);
    if (file || (file = record_rows_file(L, 1)) != NULL)
        return file;
    return *is_row || rows_is_table(L, 1, &row->table) ? worker_of(L)->book->tables[row->table].table : NULL;
}

/* A record's words have numbers. One that it lacks has the place of its end. */
static size_t column_of(lua_State *L, const salvo_table *table)
{
    if (lua_isinteger(L, 2))
        return records_column(table, (size_t)check_whole(L, 2, 0, "the number of a word", 1, NAMES_MAX) - 1);
    return column_named(L, table, lua_tostring(L, 2));
}

/* Returns the cell of the row in the first argument; a table stands for its header. */
static salvo_cell cell_of(lua_State *L)
{
    row_value row;
    bool is_row;
    const salvo_table *table = table_of(L, &row, &is_row);
    size_t column;

    if (!table || (lua_type(L, 2) != LUA_TSTRING && !(lua_isinteger(L, 2) && records_is_table(table))) ||
        lua_type(L, 3) != LUA_TSTRING)
        sandbox_fail(L, 0,
                     "refuse_cell needs a row or a table, a column and the reason, as in refuse_cell(unit, "
                     "\"weapons\", \"it has none\")");
    column = column_of(L, table);
    return is_row ? table->cells[row.row * table->n_columns + column] : table->header[column];
}

/* A cell from the command line has no column, and no part of it has one. */
static int refuse_cell(lua_State *L)
{
    salvo_cell cell = cell_of(L);

    if (!lua_isnoneornil(L, 4) && cell.column)
        cell.column += (int)check_whole(L, 4, 0, "the place in the cell", 1, SANDBOX_TEXT_MAX) - 1;
    worker_of(L)->refused = cell;
    lua_settop(L, 3);
    sandbox_refuse(L);
}

static void push_part(lua_State *L, const char *text, size_t from, size_t to)
{
    while (from < to && isspace((unsigned char)text[from]))
        from++;
    while (from < to && isspace((unsigned char)text[to - 1]))
        to--;
    lua_createtable(L, 0, 2);
    lua_pushlstring(L, text + from, to - from);
    lua_setfield(L, -2, "text");
    lua_pushinteger(L, (lua_Integer)from + 1);
    lua_setfield(L, -2, "at");
}

/* A text has one part more than it has separators, and some may be empty. */
static int parts(lua_State *L)
{
    size_t length, size, from = 0;
    const char *text = lua_tolstring(L, 1, &length), *between = lua_tolstring(L, 2, &size);

    if (lua_type(L, 1) != LUA_TSTRING || lua_type(L, 2) != LUA_TSTRING || size != 1)
        sandbox_fail(L, 0, "parts needs a text and the character between its parts, as in parts(\"a + b\", \"+\")");
    lua_newtable(L);
    for (lua_Integer i = 1;; i++) {
        const char *end = memchr(text + from, *between, length - from);
        const size_t to = end ? (size_t)(end - text) : length;

        push_part(L, text, from, to);
        lua_rawseti(L, -2, i);
        if (!end)
            return 1;
        from = to + 1;
    }
}

/* Lists the ids of a table of the rulebook, or the texts of a list, which stay on the stack. */
static size_t list_names(lua_State *L, const char *names[NAMES_MAX])
{
    size_t n = 0;
    int at;

    if (rows_is_table(L, 2, &at)) {
        const salvo_table *table = worker_of(L)->book->tables[at].table;

        for (; n < table->n_rows && n < NAMES_MAX; n++)
            names[n] = table->cells[n * table->n_columns].text;
        return n;
    }
    luaL_checkstack(L, NAMES_MAX + 1, "names");
    for (; n < NAMES_MAX && lua_geti(L, 2, (lua_Integer)n + 1) == LUA_TSTRING; n++)
        names[n] = lua_tostring(L, -1);
    return n;
}

static int nearest(lua_State *L)
{
    const char *names[NAMES_MAX];
    salvo_error err;

    if (lua_type(L, 1) != LUA_TSTRING || lua_type(L, 2) != LUA_TTABLE)
        sandbox_fail(L, 0,
                     "nearest needs a text and a table of the rulebook or a list of texts, as in "
                     "nearest(\"tigre\", tables.units)");
    salvo_names_fail(&err, names, list_names(L, names), lua_tostring(L, 1), "%s", "");
    lua_pushstring(L, err.text);
    return 1;
}

/* A table of the rulebook has no path: rules ask whether the user has named a file of his own. */
static int path(lua_State *L)
{
    const salvo_table *file = record_rows_file(L, 1);
    int table;

    if (!file && !rows_is_table(L, 1, &table))
        sandbox_fail(L, 0, "path needs the records of a parameter, as in path(s.data)");
    if (file)
        lua_pushstring(L, file->path);
    else
        lua_pushnil(L);
    return 1;
}

static int same_name(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING || lua_type(L, 2) != LUA_TSTRING)
        sandbox_fail(L, 0, "same_name needs two texts, as in same_name(\"Tiger 1\", \"tiger-i\")");
    lua_pushboolean(L, salvo_name_matches(lua_tostring(L, 1), lua_tostring(L, 2)));
    return 1;
}

void cells_add_words(lua_State *L)
{
    static const luaL_Reg OWN[] = {{"refuse_cell", refuse_cell}, {"parts", parts}, {"nearest", nearest}, {"path", path},
                                   {"same_name", same_name},     {NULL, NULL}};

    luaL_setfuncs(L, OWN, 0);
}
