/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds are tables made by words such as whole(2, 7), and marked with a key that no rule can write. They are checked
 * when they are made, because the line is known there. They are copied into C when the table that contains them is
 * read. */
#include "rules/lua/kind.h"

#include <math.h>

enum { ARRAY_MAX = 1024 };

static const char MARK; /* its address is the key that marks a table as a kind */

/* The kind is a table {[MARK] = kind, min, max, words}. */
static void push_kind(lua_State *L, salvo_parameter_kind kind)
{
    lua_createtable(L, 0, 4);
    lua_pushinteger(L, kind);
    lua_rawsetp(L, -2, &MARK);
}

/* decimal(0) has no upper limit. whole(0) is refused, because whole numbers are packed into states and enumerated,
 * which needs a limit. */
static int make_number(lua_State *L, salvo_parameter_kind kind, const char *word)
{
    if (lua_gettop(L) == 1 && kind == SALVO_DECIMAL)
        lua_pushnumber(L, HUGE_VAL);
    if (lua_type(L, 1) != LUA_TNUMBER || lua_type(L, 2) != LUA_TNUMBER || lua_gettop(L) != 2)
        sandbox_fail(L, 0, "%s needs its limits, as in %s(0, 10)", word, word);
    /* In this form a NaN is refused, too. */
    if (!(lua_tonumber(L, 1) <= lua_tonumber(L, 2)))
        sandbox_fail(L, 0, "%s(%s, %s): the first limit must be the lower one", word, lua_tostring(L, 1),
                     lua_tostring(L, 2));
    if (kind == SALVO_INTEGER) {
        /* Cells and parameters are read into an int. */
        check_whole(L, 1, 0, "a limit of whole", INT32_MIN, INT32_MAX);
        check_whole(L, 2, 0, "a limit of whole", INT32_MIN, INT32_MAX);
    }
    push_kind(L, kind);
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "min");
    lua_pushvalue(L, 2);
    lua_setfield(L, -2, "max");
    return 1;
}

static int make_whole(lua_State *L)
{
    return make_number(L, SALVO_INTEGER, "whole");
}

static int make_decimal(lua_State *L)
{
    return make_number(L, SALVO_DECIMAL, "decimal");
}

/* Accepts a text or a list of texts. row "units" reads better than row {"units"}, and nearly all rows are of one
 * table. */
static int make_words(lua_State *L, salvo_parameter_kind kind, const char *word, const char *example)
{
    if (lua_gettop(L) == 1 && lua_type(L, 1) == LUA_TSTRING) {
        lua_createtable(L, 1, 0);
        lua_insert(L, 1);
        lua_rawseti(L, 1, 1);
    }
    if (lua_gettop(L) != 1 || lua_type(L, 1) != LUA_TTABLE || lua_rawlen(L, 1) == 0)
        sandbox_fail(L, 0, "%s must be written %s", word, example);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, 1); i++) {
        if (lua_rawgeti(L, 1, i) != LUA_TSTRING || !*lua_tostring(L, -1))
            sandbox_fail(L, 0, "%s must consist of texts, as in %s", word, example);
        lua_pop(L, 1);
    }
    push_kind(L, kind);
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "words");
    return 1;
}

static int make_choice(lua_State *L)
{
    return make_words(L, SALVO_CHOICE, "choice", "choice {\"none\", \"soft\", \"hard\"}");
}

static int make_row(lua_State *L)
{
    return make_words(L, SALVO_NAME, "row", "row \"units\"");
}

static int make_list(lua_State *L)
{
    return make_words(L, SALVO_LIST, "list", "list \"weapons\"");
}

static int make_records(lua_State *L)
{
    return make_words(L, SALVO_TEXT, "records", "records {\"printed\", \"mine\"}");
}

bool kind_is(lua_State *L, int index)
{
    bool is;

    if (lua_type(L, index) != LUA_TTABLE)
        return false;
    is = lua_rawgetp(L, index, &MARK) == LUA_TNUMBER;
    lua_pop(L, 1);
    return is;
}

static bool is_array(lua_State *L, int index)
{
    return check_number(L, index, "length", 0) > 0;
}

/* Stores the kind of one value, and the number of values. */
static int make_array(lua_State *L)
{
    static const char *const PARTS[] = {"min", "max", "words"};
    lua_Integer kind;

    if (lua_gettop(L) != 2 || lua_type(L, 1) != LUA_TNUMBER || !kind_is(L, 2) || is_array(L, 2))
        sandbox_fail(L, 0, "array must be written array(3, whole(0, 5)): the number of values, and their kind");
    lua_rawgetp(L, 2, &MARK);
    kind = lua_tointeger(L, -1);
    push_kind(L, (salvo_parameter_kind)kind);
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        lua_getfield(L, 2, PARTS[i]);
        lua_setfield(L, -2, PARTS[i]);
    }
    lua_pushinteger(L, check_whole(L, 1, 0, "the length of an array", 1, ARRAY_MAX));
    lua_setfield(L, -2, "length");
    return 1;
}

/* Two kinds have no arguments, so they are values and not functions: {"hull-down", flag, "..."}. */
void kind_add_words(lua_State *L)
{
    static const luaL_Reg MAKERS[] = {
        {"whole", make_whole}, {"decimal", make_decimal}, {"choice", make_choice}, {"row", make_row},
        {"list", make_list},   {"records", make_records}, {"array", make_array},   {NULL, NULL}};

    luaL_setfuncs(L, MAKERS, 0);
    push_kind(L, SALVO_FLAG);
    lua_setfield(L, -2, "flag");
    push_kind(L, SALVO_TEXT);
    lua_setfield(L, -2, "text");
}

/* Raises Lua's error and not salvo's, because a call within a sandbox cannot return a status. worker_describe() turns
 * it into one. */
void *kind_array(lua_State *L, salvo_arena *memory, size_t count, size_t size)
{
    void *array = salvo_arena_array(memory, count, size);

    if (!array)
        sandbox_no_memory(L);
    return array;
}

const char *kind_keep(lua_State *L, const char *text, salvo_arena *memory)
{
    const char *kept = text ? salvo_arena_text(memory, text) : NULL;

    if (text && !kept)
        sandbox_no_memory(L);
    return kept;
}

/* There is room for one more, the NULL at the end. */
const char *const *kind_texts(lua_State *L, int index, salvo_arena *memory, int line, const char *what, size_t *n)
{
    const char **texts;

    index = lua_absindex(L, index);
    *n = lua_rawlen(L, index);
    texts = kind_array(L, memory, *n + 1, sizeof *texts);
    for (size_t i = 0; i < *n; i++) {
        if (lua_rawgeti(L, index, (lua_Integer)i + 1) != LUA_TSTRING)
            sandbox_fail(L, line, "%s must be a list of texts; one of them is %s", what, check_words_of(L, -1));
        texts[i] = kind_keep(L, lua_tostring(L, -1), memory);
        lua_pop(L, 1);
    }
    return texts;
}

/* Flags and choices are numbers in C. The limits of a flag are 0 and 1, those of a choice the places of its words. */
value_kind kind_read_field(lua_State *L, int index, salvo_arena *memory, int line, const char *what)
{
    value_kind kind = {.kind = SALVO_FLAG};
    size_t n;

    lua_pushvalue(L, index);
    if (!kind_is(L, -1))
        sandbox_fail(L, line,
                     "the kind of %s is %s; it must be whole(min, max), decimal(min, max), flag, text, choice "
                     "{...}, row \"table\" or list \"table\"",
                     what, check_words_of(L, -1));
    lua_rawgetp(L, -1, &MARK);
    kind.kind = (salvo_parameter_kind)lua_tointeger(L, -1);
    lua_pop(L, 1);
    kind.min = check_number(L, -1, "min", 0);
    kind.max = check_number(L, -1, "max", kind.kind == SALVO_FLAG);
    kind.length = (size_t)check_number(L, -1, "length", 0);
    if (lua_getfield(L, -1, "words") == LUA_TTABLE) {
        const char *const *texts = kind_texts(L, -1, memory, line, what, &n);

        if (kind.kind == SALVO_CHOICE) {
            kind.choices = texts;
            kind.max = (double)n - 1;
        } else {
            kind.tables = texts;
        }
    }
    lua_pop(L, 2);
    return kind;
}

value_kind kind_read(lua_State *L, int index, salvo_arena *memory, int line, const char *what)
{
    const value_kind kind = kind_read_field(L, index, memory, line, what);

    if (kind.length)
        sandbox_fail(L, line, "%s is an array; only fields of states can be arrays", what);
    return kind;
}
