/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables in a Lua state. A row is a proxy that shows a table with its cells. A row is made at the first request and
 * then kept in the registry. So one row is one Lua value, and rules can compare rows by ==. A cell enters its row when
 * a rule first looks at it. So salvo records which cells an answer depends on, and a cell may refer to a row that
 * refers to rows, even in circles. */
#include "rules/lua/rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/lines.h"
#include "rules/lua/frozen.h"
#include "rules/lua/guard.h"
#include "rules/lua/reads.h"
#include "rules/lua/record_rows.h"
#include "rules/lua/records.h"

/* The same bound serves the lists of proposals. */
enum { NAME_MAX_BYTES = ROWS_NAME_BYTES };

/* Their addresses are keys in the registry, and in the tables behind the proxies of rows and tables. */
static const char ROWS, ALL_TABLES, TABLE, ROW;

/* The file also runs before there is a book, to learn its content. A rule that read tables then would freeze what it
 * found into a local, and --set would not reach it. */
static const lua_book *book_of_state(lua_State *L)
{
    const lua_book *book = worker_of(L)->book;

    if (!book || !book->tables)
        sandbox_fail(L, 0, "tables can be read only in a function of the rules, not while the file is read");
    return book;
}

void rows_with_underscores(char *to, size_t size, const char *name)
{
    snprintf(to, size, "%s", name);
    for (; *to; to++)
        if (*to == '-')
            *to = '_';
}

/* A hyphen is a minus in Lua, so row.to-hit would be a subtraction. Both spellings exist. */
void rows_set_field(lua_State *L, const char *name)
{
    char plain[NAME_MAX_BYTES];

    lua_insert(L, -2);
    if (strchr(name, '-')) {
        rows_with_underscores(plain, sizeof plain, name);
        lua_pushvalue(L, -1);
        lua_setfield(L, -3, plain);
    }
    lua_setfield(L, -2, name);
}

/* Rows. */

static void number_field(lua_State *L, const void *key, size_t number)
{
    lua_pushinteger(L, (lua_Integer)number);
    lua_rawsetp(L, -2, key);
}

/* Returns the number under that key in the table behind the proxy at `index`; -1: there is none. It runs no
 * metamethods: a missing field must not lead to proposals, and recognising a row must not count as reading it. */
static lua_Integer shown_number(lua_State *L, int index, const void *key)
{
    const int top = lua_gettop(L);
    lua_Integer number = -1;

    if (lua_type(L, index) != LUA_TTABLE)
        return -1;
    lua_pushvalue(L, index);
    if (luaL_getmetafield(L, -1, "__index") != LUA_TTABLE) /* the table behind a proxy, or no proxy */
        lua_settop(L, top + 1);
    if (lua_rawgetp(L, -1, key) == LUA_TNUMBER)
        number = lua_tointeger(L, -1);
    lua_settop(L, top);
    return number;
}

bool rows_is_row(lua_State *L, int index, row_value *row)
{
    const lua_Integer at = shown_number(L, index, &ROW);

    if (at < 0)
        return false;
    *row = (row_value){(int)shown_number(L, index, &TABLE), (size_t)at};
    return true;
}

bool rows_is_table(lua_State *L, int index, int *table)
{
    const lua_Integer at = shown_number(L, index, &TABLE);

    *table = (int)at;
    return at >= 0 && shown_number(L, index, &ROW) < 0;
}

/* The found value is on top of the stack; the next look-up finds it in the table. */
static int keep_found(lua_State *L)
{
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    return 1;
}

static const table_data *data_of(lua_State *L, int index)
{
    const lua_book *book = book_of_state(L);
    const lua_Integer table = shown_number(L, index, &TABLE);

    return table < 0 ? NULL : &book->tables[table];
}

static row_value row_of(const lua_book *book, const table_data *data, size_t row)
{
    return (row_value){(int)(data - book->tables), row};
}

/* From now on the answers of this book depend on the cell. Every state notes it, in whatever thread. */
static void push_cell(lua_State *L, const table_data *data, size_t row, size_t column)
{
    const rule_value *cell = &data->cells[row * data->table->n_columns + column];
    const worker *w = worker_of(L);

    if (w->is_checking)
        data->is_checked[row * data->table->n_columns + column] = true;
    else
        tables_note_read(data, row, column);
    if (w->log) {
        reads_cell(w->log, row_of(w->book, data, row), column);
        if (cell->is == VALUE_ROW)
            reads_enters(w->log, cell->of.row);
    }
    rows_push(L, cell);
}

/* Returns the bracket that covers the range in the second argument; -1: it is beyond the last. */
static int bracket_of(lua_State *L, const table_data *data, row_value *row, const char *called)
{
    if (!rows_is_row(L, 1, row) || !data->brackets.count || lua_type(L, 2) != LUA_TNUMBER)
        sandbox_fail(L, 0, "%s needs a range, as in tables.to_hit.gun:%s(s.range)", called, called);
    return salvo_brackets_find(&data->brackets, lua_tonumber(L, 2));
}

/* Beyond the last bracket, both return nil and no error, because rules treat it as "cannot fire". */
static int row_upto(lua_State *L)
{
    const table_data *data = data_of(L, 1);
    row_value row;
    const int bracket = bracket_of(L, data, &row, "upto");

    if (bracket < 0)
        lua_pushnil(L);
    else
        rows_push(L, &(rule_value){VALUE_DECIMAL, {.decimal = data->brackets.upto[bracket]}});
    return 1;
}

static int row_at(lua_State *L)
{
    const table_data *data = data_of(L, 1);
    row_value row;
    const int bracket = bracket_of(L, data, &row, "at");

    if (bracket < 0)
        lua_pushnil(L);
    else
        push_cell(L, data, row.row, (size_t)data->brackets.column[bracket]);
    return 1;
}

/* The words after the name; a record with fewer ends with empty cells. */
static int row_words(lua_State *L)
{
    const table_data *data = data_of(L, 1);
    row_value row;

    if (!rows_is_row(L, 1, &row) || !records_is_table(data->table))
        sandbox_fail(L, 0, "words needs its record, as in record:words()");
    lua_newtable(L);
    for (size_t i = SALVO_LINES_FIRST; i < data->table->n_columns; i++) {
        if (!*data->table->cells[row.row * data->table->n_columns + i].text)
            break;
        push_cell(L, data, row.row, i);
        lua_rawseti(L, -2, (lua_Integer)(i - SALVO_LINES_FIRST) + 1);
    }
    return 1;
}

static const luaL_Reg METHODS[] = {{"at", row_at}, {"upto", row_upto}};

/* Whether a name that salvo has for rows with brackets is a column of a table without them. */
static bool is_column(const table_data *data, const char *name)
{
    return !data->brackets.count && salvo_table_column(data->table, name) >= 0;
}

/* Handles a name that a row does not show yet: a cell, a method, or a slip. Then the cell is in the table, so that the next
 * reading costs one look-up. An empty cell is nil, which no table holds, so it arrives here every time. So do the cells
 * of rows that questions choose, because each evaluation notes which of them it reads, and those that only a check has
 * read. */
static int missing_cell(lua_State *L)
{
    row_value row = {0};
    const table_data *data;
    const char *names[NAME_MAX_BYTES + 1] = {NULL}, *typed;
    char what[256];

    rows_is_row(L, 1, &row);
    data = &book_of_state(L)->tables[row.table];
    if (lua_type(L, 2) != LUA_TSTRING)
        sandbox_fail(L, 0, "a row of the table %s has columns by name, and none is called %s", data->table->name,
                     check_words_of(L, 2));
    typed = lua_tostring(L, 2);
    if (strcmp(typed, "words") == 0 && records_is_table(data->table)) {
        lua_pushcfunction(L, row_words);
        return 1;
    }
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        if (strcmp(typed, METHODS[i].name) != 0 || is_column(data, typed))
            continue;
        if (!data->brackets.count)
            sandbox_fail(L, 0, "%s() needs brackets of the table %s: tables = {[\"%s\"] = {brackets = whole(1, 7)}}",
                         typed, data->table->name, data->table->name);
        lua_pushcfunction(L, METHODS[i].func);
        return 1;
    }
    for (size_t i = 0; i < data->table->n_columns && i < NAME_MAX_BYTES; i++) {
        names[i] = data->table->header[i].text;
        if (tables_is_name(names[i], typed)) {
            push_cell(L, data, row.row, i);
            return data->is_asked || worker_of(L)->is_checking ? 1 : keep_found(L);
        }
    }
    if (worker_of(L)->script && tables_may_lack(worker_of(L)->script, data->table->name, typed))
        return 0;
    snprintf(what, sizeof what, "the table %.64s has no column '%.64s'", data->table->name, typed);
    check_fail_among(L, names, 0, typed, what);
}

/* Returns a table with all cells of the row, the first argument, for loops over all of them (pairs). */
static int fill_row(lua_State *L)
{
    row_value row = {0};
    const table_data *data;

    rows_is_row(L, 1, &row);
    data = &book_of_state(L)->tables[row.table];
    lua_createtable(L, 0, (int)data->table->n_columns);
    for (size_t i = 0; i < data->table->n_columns; i++) {
        push_cell(L, data, row.row, i);
        lua_pushvalue(L, 2);
        rows_set_field(L, data->table->header[i].text);
        lua_pop(L, 1);
    }
    return 1;
}

static const luaL_Reg ROW_GUARD[] = {{"__index", missing_cell}, {"__fill", fill_row}, {NULL, NULL}};

/* The row stores its place under keys of C, so that a row that a rule returns can be recognised (rows_is_row). */
static void push_new_row(lua_State *L, row_value row)
{
    lua_newtable(L);
    number_field(L, &TABLE, (size_t)row.table);
    number_field(L, &ROW, row.row);
    guard_set(L, ROW_GUARD);
    frozen_show(L);
}

static void push_known_row(lua_State *L, row_value row)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &ROWS);
    if (lua_rawgeti(L, -1, row.table) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, row.table);
    }
    if (lua_rawgeti(L, -1, (lua_Integer)row.row) == LUA_TNIL) {
        lua_pop(L, 1);
        push_new_row(L, row);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, (lua_Integer)row.row);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/* A decimal that is whole is pushed as a whole number. 3.0 would print as "3.0" and is not a valid index, and the
 * table's author meant 3. numbers.c has the same limit. */
static void push_number(lua_State *L, double number)
{
    if (number == floor(number) && fabs(number) < 9e15)
        lua_pushinteger(L, (lua_Integer)number);
    else
        lua_pushnumber(L, number);
}

/* Pushes a place of a list: the row, or {row, whether it has the suffix}. */
static void push_place(lua_State *L, const rule_value *list, size_t i)
{
    if (list->of.rows.is_suffixed)
        lua_createtable(L, 2, 0);
    push_known_row(L, list->of.rows.row[i]);
    if (!list->of.rows.is_suffixed)
        return;
    lua_rawseti(L, -2, 1);
    lua_pushboolean(L, list->of.rows.is_suffixed[i]);
    lua_rawseti(L, -2, 2);
}

/* Pushes the table that rules find in `tables`. */
static void push_known_table(lua_State *L, int number)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &ALL_TABLES);
    lua_getfield(L, -1, worker_of(L)->book->store->tables[number].name);
    lua_replace(L, -2);
}

/* A list of rows is new each time. It is frozen together with the object that it belongs to. */
void rows_push(lua_State *L, const rule_value *value)
{
    luaL_checkstack(L, 12, "a value");
    switch (value->is) {
    case VALUE_NONE:
        lua_pushnil(L);
        break;
    case VALUE_YES_NO:
        lua_pushboolean(L, value->of.yes);
        break;
    case VALUE_WHOLE:
        lua_pushinteger(L, value->of.whole);
        break;
    case VALUE_DECIMAL:
        push_number(L, value->of.decimal);
        break;
    case VALUE_TEXT:
        lua_pushstring(L, value->of.text);
        break;
    case VALUE_ROW:
        push_known_row(L, value->of.row);
        break;
    case VALUE_TABLE:
        push_known_table(L, value->of.table);
        break;
    case VALUE_FILE:
        record_rows_push(L, value->of.file.table);
        break;
    case VALUE_ROWS:
        lua_createtable(L, (int)value->of.rows.n, 0);
        for (size_t i = 0; i < value->of.rows.n; i++) {
            push_place(L, value, i);
            lua_rawseti(L, -2, (lua_Integer)i + 1);
        }
    }
}

/* Tables. */

static void push_row(lua_State *L, int table, size_t row)
{
    const rule_value value = {VALUE_ROW, {.row = {table, row}}};

    if (worker_of(L)->log)
        reads_enters(worker_of(L)->log, value.of.row);
    rows_push(L, &value);
}

/* A row asked for by number is found each time by push_known_row. A row asked for by name stays in the table under the
 * typed name, unless questions choose rows of this table: then evaluations note that it enters. */
static int missing_row(lua_State *L)
{
    const lua_book *book = book_of_state(L);
    const char *names[NAME_MAX_BYTES + 1] = {NULL};
    const salvo_table *table;
    char what[256];
    int number;

    lua_rawgetp(L, 1, &TABLE);
    number = (int)lua_tointeger(L, -1);
    table = book->tables[number].table;
    if (lua_isinteger(L, 2)) {
        const lua_Integer at = lua_tointeger(L, 2);

        if (at < 1 || (size_t)at > table->n_rows)
            return 0;
        push_row(L, number, (size_t)at - 1);
        return 1;
    }
    if (lua_type(L, 2) != LUA_TSTRING)
        sandbox_fail(L, 0, "a row of the table %s has an id or a number, not %s", table->name, check_words_of(L, 2));
    for (size_t row = 0; row < table->n_rows; row++)
        if (tables_is_name(table->cells[row * table->n_columns].text, lua_tostring(L, 2))) {
            push_row(L, number, row);
            return book->tables[number].is_asked ? 1 : keep_found(L);
        }
    for (size_t row = 0; row < table->n_rows && row < NAME_MAX_BYTES; row++)
        names[row] = table->cells[row * table->n_columns].text;
    snprintf(what, sizeof what, "the table %.64s has no row '%.64s'", table->name, lua_tostring(L, 2));
    check_fail_among(L, names, 0, lua_tostring(L, 2), what);
}

/* The proxy's # would count only the rows asked for by name. */
static int length_of_table(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)data_of(L, 1)->table->n_rows);
    return 1;
}

static const luaL_Reg TABLE_GUARD[] = {{"__index", missing_row}, {NULL, NULL}};

/* The table needs its own __len after frozen_show(), which has set the ordinary one. */
static void push_table(lua_State *L, int number)
{
    lua_newtable(L);
    number_field(L, &TABLE, (size_t)number);
    guard_set(L, TABLE_GUARD);
    frozen_show(L);
    lua_getmetatable(L, -1);
    lua_pushcfunction(L, length_of_table);
    lua_setfield(L, -2, "__len");
    lua_pop(L, 1);
}

/* Tables are made at the first request. A big book has thousands of rows, and a rule reads a few. */
static int missing_table(lua_State *L)
{
    const lua_book *book = book_of_state(L);
    const char *names[NAME_MAX_BYTES + 1] = {NULL}, *typed;
    char what[256];

    if (lua_type(L, 2) != LUA_TSTRING)
        sandbox_fail(L, 0, "tables have names: tables.units");
    typed = lua_tostring(L, 2);
    for (size_t i = 0; i < book->store->n_tables; i++)
        if (tables_is_name(book->store->tables[i].name, typed)) {
            push_table(L, (int)i);
            lua_pushvalue(L, -1);
            lua_setfield(L, 1, typed);
            return 1;
        }
    for (size_t i = 0; i < book->store->n_tables && i < NAME_MAX_BYTES; i++)
        names[i] = book->store->tables[i].name;
    snprintf(what, sizeof what, "ruleset.yaml lists no table '%.64s'", typed);
    check_fail_among(L, names, 0, typed, what);
}

/* Ends at nil, which missing_row() returns for a number beyond the last. */
static int next_row(lua_State *L)
{
    const lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));

    lua_pushinteger(L, at + 1);
    lua_replace(L, lua_upvalueindex(2));
    lua_geti(L, lua_upvalueindex(1), at + 1);
    return 1;
}

static int lib_each(lua_State *L)
{
    int table;

    if (!rows_is_table(L, 1, &table) && !record_rows_file(L, 1))
        sandbox_fail(L, 0, "each needs a table of the rulebook, as in for row in each(tables.units) do");
    lua_pushvalue(L, 1);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_row, 2);
    return 1;
}

/* Uses salvo_table_row() and not missing_row(): `find` is for ids that may be missing, so it returns nil and no
 * message. */
static int lib_find(lua_State *L)
{
    int table;
    long row;

    if (record_rows_file(L, 1) && lua_type(L, 2) == LUA_TSTRING) {
        lua_getfield(L, 1, lua_tostring(L, 2));
        return 1;
    }
    if (!rows_is_table(L, 1, &table) || lua_type(L, 2) != LUA_TSTRING)
        sandbox_fail(L, 0, "find needs a table of the rulebook and an id, as in find(tables.units, \"tiger\")");
    row = salvo_table_row(book_of_state(L)->tables[table].table, lua_tostring(L, 2), lua_rawlen(L, 2));
    if (row < 0)
        return 0;
    push_row(L, table, (size_t)row);
    return 1;
}

static int lib_brackets(lua_State *L)
{
    const table_data *data = data_of(L, 1);
    int table;

    if (!rows_is_table(L, 1, &table) || !data->brackets.count)
        sandbox_fail(L, 0, "brackets needs a table of the rulebook with brackets, as in brackets(tables.to_hit)");
    lua_createtable(L, (int)data->brackets.count, 0);
    for (size_t i = 0; i < data->brackets.count; i++) {
        rows_push(L, &(rule_value){VALUE_DECIMAL, {.decimal = data->brackets.upto[i]}});
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ROWS lasts as long as its state: a book's tables never change, so a row stays valid. */
void rows_add_words(lua_State *L)
{
    static const luaL_Reg TABLES_GUARD[] = {{"__index", missing_table}, {NULL, NULL}};
    static const luaL_Reg OWN[] = {{"each", lib_each}, {"find", lib_find}, {"brackets", lib_brackets}, {NULL, NULL}};

    luaL_setfuncs(L, OWN, 0);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &ROWS);
    lua_newtable(L);
    guard_set(L, TABLES_GUARD);
    frozen_show(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &ALL_TABLES);
    lua_setfield(L, -2, "tables");
}

void rows_forget(lua_State *L)
{
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &ROWS);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &ALL_TABLES);
    luaL_getmetafield(L, -1, "__index"); /* the table behind the proxy, which has those that rules have named */
    for (lua_pushnil(L); lua_next(L, -2);) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, -4);
    }
    lua_pop(L, 2);
}

/* "@table:row". A text of the same spelling would equal the row, but no rulebook uses such words. */
int rows_key(lua_State *L)
{
    row_value row;

    if (!rows_is_row(L, 1, &row))
        return 0;
    if (worker_of(L)->log)
        reads_identity(worker_of(L)->log, row);
    lua_pushfstring(L, "@%d:%d", row.table, (int)row.row);
    return 1;
}
