/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The common part of rolls, chains and battles: parameters, functions and fields of states. Everything that can be
 * wrong in the file is refused here, when the folder is opened. So a message about a user's question is never a message
 * about the rules. */
#include "rules/lua/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "data/names.h"
#include "data/records.h"
#include "rules/lua/situation.h"
#include "rules/lua/worker.h"
#include "rules/parse.h"

/* The length of "the parameter '...' of ...". A message cuts off a longer one, but still has its line. */
enum { WHAT_MAX = 160 };

/* Values of parameters stay pointers until situation_prepare() makes a content of them. */
salvo_place reader_place(size_t parameter)
{
    return (salvo_place){SALVO_TO_VALUE, offsetof(situation, values) + parameter * sizeof(const salvo_value *),
                         sizeof(const salvo_value *)};
}

/* A missing table is nearly always a misspelt name, so the message proposes the existing ones. */
void reader_need_table(lua_State *L, const reader *r, const char *table, int line, const char *what)
{
    const char **names;
    char text[WHAT_MAX * 2];

    if (salvo_store_table(r->store, table))
        return;
    if (r->script->is_salvos) { /* the tables are a user's, and the rules are right */
        worker_of(L)->refused = (salvo_cell){.origin = r->store->directory};
        lua_pushfstring(L, "ruleset.yaml lists no table '%s'; the ruleset '%s' needs one",
                        luaL_gsub(L, table, "_", "-"), r->store->id);
        sandbox_refuse(L);
    }
    names = kind_array(L, r->memory, r->store->n_tables + 1, sizeof *names);
    for (size_t i = 0; i < r->store->n_tables; i++)
        names[i] = r->store->tables[i].name;
    snprintf(text, sizeof text, "%s: ruleset.yaml lists no table '%.64s'", what, table);
    check_fail_among(L, names, line, table, text);
}

/* Wrong brackets are refused when the tables are read, at their place in the file. */
void reader_need_brackets(lua_State *L, const reader *r, const char *table, int line, const char *what)
{
    salvo_brackets brackets;
    salvo_error err = {.column = 0};
    const salvo_table *of;

    reader_need_table(L, r, table, line, what);
    of = salvo_store_table(r->store, table);
    /* If there are no brackets at all, the reader of brackets reports the first heading. If one is wrong, it reports
     * another cell. Only the first case is a matter of the rules. */
    if (salvo_brackets_read(r->store, of, r->memory, &brackets, &err) != SALVO_OK && err.column == of->header[0].column)
        sandbox_fail(L, line, "%s: the table %s has no range brackets, which are columns headed 12%s, 24%s ...", what,
                     table, r->store->distance_unit, r->store->distance_unit);
}

/* Functions. */

/* Messages call a function of a table in a table "initiative.first"; here the field after the point is looked up. Lua
 * reports the line where each function begins, which messages about its results name. */
void reader_functions(lua_State *L, int index, subject *to, function_name first, function_name last)
{
    for (int i = (int)first; i <= (int)last; i++) {
        const char *point = strchr(FUNCTION_NAMES[i], '.');
        lua_Debug at;

        lua_getfield(L, index, point ? point + 1 : FUNCTION_NAMES[i]);
        if (lua_type(L, -1) != LUA_TFUNCTION) {
            lua_pop(L, 1);
            continue;
        }
        to->has[i] = true;
        lua_getinfo(L, ">S", &at);
        to->lines[i] = sandbox_place(at.source, at.linedefined);
        if (!to->lines[i]) /* a function of Lua */
            to->lines[i] = to->line;
    }
}

/* States. */

static int compare_fields(const void *one, const void *other)
{
    return strcmp(((const state_field *)one)->name, ((const state_field *)other)->name);
}

/* Values of a field are numbered from 0 and need as many bits as the greatest number. A field with one value needs
 * none. */
static void read_field(lua_State *L, const reader *r, state_field *field, int line)
{
    char what[WHAT_MAX];

    field->name = kind_keep(L, lua_tostring(L, -2), r->memory);
    snprintf(what, sizeof what, "the field '%s' of a state", field->name);
    field->kind = kind_read_field(L, -1, r->memory, line, what);
    field->length = field->kind.length;
    switch (field->kind.kind) {
    case SALVO_INTEGER:
        field->least = (int64_t)field->kind.min;
        field->count = (uint64_t)((int64_t)field->kind.max - field->least) + 1;
        break;
    case SALVO_FLAG:
    case SALVO_CHOICE:
        field->count = (uint64_t)field->kind.max + 1;
        break;
    /* A row is stored as its number, so the field has as many values as the table has rows. */
    case SALVO_NAME:
        reader_need_table(L, r, field->kind.tables[0], line, what);
        field->count = salvo_store_table(r->store, field->kind.tables[0])->n_rows;
        if (!field->count)
            sandbox_fail(L, line, "%s: the table %s has no rows", what, field->kind.tables[0]);
        break;
    default:
        sandbox_fail(L, line,
                     "%s must be whole(min, max), flag, choice {...} or row \"table\", or an array of one "
                     "of them",
                     what);
    }
    while ((field->count - 1) >> field->bits)
        field->bits++;
}

/* Fields lie one after the other without regard to bytes: a unit state in battles has four bytes, and authors should
 * not have to count bits. */
void reader_state(lua_State *L, const reader *r, int index, int line, state_layout *layout)
{
    size_t n = 0;
    unsigned bits = 0;
    state_field *fields;

    index = lua_absindex(L, index);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1), n++)
        if (lua_type(L, -2) != LUA_TSTRING)
            sandbox_fail(L, line, "the fields of a state need names: hits = whole(0, 9)");
    fields = kind_array(L, r->memory, n, sizeof *fields);
    n = 0;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
        read_field(L, r, &fields[n++], line);
    qsort(fields, n, sizeof *fields, compare_fields); /* the order is the same in every run */
    for (size_t i = 0, values = 0; i < n; i++) {
        fields[i].at = bits;
        fields[i].first = values;
        values += fields[i].length ? fields[i].length : 1;
        bits += fields[i].bits * (unsigned)(fields[i].length ? fields[i].length : 1);
    }
    *layout = (state_layout){fields, n, (bits + 7) / 8};
}
