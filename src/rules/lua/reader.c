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

/* Parameters. */

/* A default is kept as the text that a user would type, because help prints it and the ordinary parser reads it. */
static const char *text_of_default(lua_State *L, int index, const reader *r)
{
    if (lua_type(L, index) == LUA_TBOOLEAN)
        return lua_toboolean(L, index) ? "yes" : "no";
    /* lua_tostring() changes a number on the stack into a text; the copy protects the rule's own value. */
    lua_pushvalue(L, index);
    return kind_keep(L, lua_tostring(L, -1), r->memory);
}

static void read_sources(lua_State *L, const reader *r, const value_kind *kind, salvo_parameter *p, int line,
                         const char *what)
{
    size_t n = 0;
    salvo_source *sources;

    for (const char *const *t = kind->tables; *t; t++, n++)
        reader_need_table(L, r, *t, line, what);
    if (p->kind == SALVO_NAME) {
        /* salvo_parameter has room for one table and one more, for units in two tables (vehicles and aircraft). */
        if (n > 2)
            sandbox_fail(L, line, "%s: a row must be of one table or of two", what);
        p->table = kind->tables[0];
        p->more_table = kind->tables[1];
        return;
    }
    sources = kind_array(L, r->memory, n + 1, sizeof *sources);
    for (size_t i = 0; i < n; i++)
        sources[i] = (salvo_source){kind->tables[i], ""};
    p->sources = sources;
}

/* A flag without a default is "no": an unmentioned condition does not hold. Every other parameter without a default
 * must be given, unless it is optional. */
static void read_options(lua_State *L, const reader *r, int index, salvo_parameter *p, int line, const char *what)
{
    const char *const only = check_text(L, index, "only");

    p->only = kind_keep(L, only, r->memory);
    p->excludes = kind_keep(L, check_text(L, index, "excludes"), r->memory);
    p->unless = kind_keep(L, check_text(L, index, "unless"), r->memory);
    p->word = kind_keep(L, check_text(L, index, "word"), r->memory);
    p->among = kind_keep(L, check_text(L, index, "among"), r->memory);
    p->without = check_number(L, index, "without", NAN);
    p->count_max = (int64_t)check_number(L, index, "count", 0);
    if (check_text(L, index, "brackets")) {
        p->table = kind_keep(L, check_text(L, index, "brackets"), r->memory);
        if (p->kind != SALVO_DECIMAL)
            sandbox_fail(L, line, "%s: only a decimal has brackets", what);
        reader_need_brackets(L, r, p->table, line, what);
    }
    p->distance = p->kind == SALVO_DECIMAL && (p->table || strcmp(p->key, "range") == 0);
    if (lua_getfield(L, index, "default") != LUA_TNIL)
        p->fallback = text_of_default(L, -1, r);
    else if (p->kind == SALVO_FLAG)
        p->fallback = "no";
    p->required = !p->fallback && !check_flag(L, index, "optional");
}

/* A column that no table has would leave no rows to choose from. */
static void check_among(lua_State *L, const reader *r, const salvo_parameter *p, int line, const char *what)
{
    const char *const tables[] = {p->kind == SALVO_NAME ? p->table : NULL,
                                  p->kind == SALVO_NAME ? p->more_table : NULL};

    if (!p->among)
        return;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tables[i] && salvo_table_column(salvo_store_table(r->store, tables[i]), p->among) >= 0)
            return;
    sandbox_fail(L, line, "%s: among = '%s' is not a column of its table", what, p->among);
}

/* A default is parsed like a user's value, so that a wrong one is found before any question. The parsed value is
 * discarded: a variant of the book may have other rows, so each question parses it again. */
static void check_default(lua_State *L, const reader *r, const salvo_parameter *p, int line, const char *what)
{
    salvo_error err;
    salvo_value value;

    if (p->fallback && salvo_parameter_parse(p, r->store, p->fallback, r->memory, &value, &err) != SALVO_OK)
        sandbox_fail(L, line, "%s: its default: %s", what, err.text);
}

/* Users type keys as key=value, and rules write them as s.key with underscores: hence letters, digits and hyphens. */
static void check_key(lua_State *L, const char *key, int line, const char *of)
{
    char id[SALVO_ID_PROPOSAL];

    if (salvo_is_id(key))
        return;
    salvo_id_propose(id, key);
    sandbox_fail(L, line,
                 "'%s' cannot be the name of a parameter of %s; write letters a to z, digits and hyphens%s%s%s", key,
                 of, *id ? ": '" : "", id, *id ? "'" : "");
}

static bool is_key(const salvo_parameter *all, size_t n, const char *key, size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (strlen(all[i].key) == length && strncmp(all[i].key, key, length) == 0)
            return true;
    return false;
}

/* A condition refers to an earlier parameter; other references may be to any. Values are settled in the order of the
 * parameters, so only earlier ones can decide whether a later one has a meaning. */
static void check_others(lua_State *L, const salvo_parameter *all, size_t n, int line, const char *of)
{
    for (size_t i = 0; i < n; i++) {
        const salvo_parameter *p = &all[i];

        if (p->only && !is_key(all, i, p->only, strcspn(p->only, "=")))
            sandbox_fail(L, line, "the parameter '%s' of %s: '%s' does not depend on a parameter before it", p->key, of,
                         p->only);
        for (int k = 0; k < 2; k++) {
            const char *other = k ? p->excludes : p->unless;

            if (other && !is_key(all, n, other, strlen(other)))
                sandbox_fail(L, line, "the parameter '%s' of %s: '%s' is not a parameter", p->key, of, other);
        }
    }
}

/* Messages need this order of checks: first the name, then the rest about "the parameter 'x' of y". */
static void read_parameter(lua_State *L, const reader *r, salvo_parameter *all, size_t i, int line, const char *of)
{
    salvo_parameter *p = &all[i];
    const int entry = lua_gettop(L);
    char what[WHAT_MAX];
    value_kind kind;

    if (lua_type(L, entry) != LUA_TTABLE)
        sandbox_fail(L, line,
                     "a parameter of %s is %s; it must be a list {\"range\", decimal(0, 60), \"distance in inches\"}",
                     of, check_words_of(L, entry));
    if (lua_rawgeti(L, entry, 1) != LUA_TSTRING || lua_rawgeti(L, entry, 3) != LUA_TSTRING)
        sandbox_fail(L, line, "a parameter of %s must be {name, kind, help, options ...}; here the %s is missing", of,
                     lua_gettop(L) == entry + 1 ? "name" : "help (a few words)");
    p->key = kind_keep(L, lua_tostring(L, entry + 1), r->memory);
    p->help = kind_keep(L, lua_tostring(L, entry + 2), r->memory);
    check_key(L, p->key, line, of);
    snprintf(what, sizeof what, "the parameter '%s' of %s", p->key, of);
    for (size_t other = 0; other < i; other++)
        if (strcmp(all[other].key, p->key) == 0)
            sandbox_fail(L, line, "%s is defined twice", what);
    check_options(L, entry, &PARAMETER_OPTIONS, 4, line);
    lua_rawgeti(L, entry, 2);
    kind = kind_read(L, -1, r->memory, line, what);
    p->kind = kind.kind;
    p->min = kind.min;
    p->max = kind.max;
    p->choices = kind.choices;
    if (kind.tables)
        read_sources(L, r, &kind, p, line, what);
    read_options(L, r, entry, p, line, what);
    p->into = reader_place(i);
    check_among(L, r, p, line, what);
    check_default(L, r, p, line, what);
    lua_settop(L, entry);
}

/* `first` is the unit of an element, which the rulebook does not write. */
const salvo_parameter *reader_parameters(lua_State *L, const reader *r, int index, const salvo_parameter *first,
                                         int line, const char *what, size_t *n)
{
    const bool any = lua_type(L, index) == LUA_TTABLE;
    const size_t before = first != NULL, count = any ? lua_rawlen(L, index) : 0;
    salvo_parameter *all = kind_array(L, r->memory, before + count, sizeof *all);

    index = lua_absindex(L, index);
    if (first)
        all[0] = *first;
    /* parameters = {name = "range", ...} is the mistake of an author who expects one table to be one parameter. */
    if (any && check_text(L, index, "name"))
        sandbox_fail(L, line,
                     "the parameters of %s must be a list of lists: {{\"range\", decimal(0, 60), "
                     "\"help\"}, ...}",
                     what);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        read_parameter(L, r, all, before + i, line, what);
        lua_pop(L, 1);
    }
    *n = before + count;
    check_others(L, all, *n, line, what);
    return all;
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
    for (size_t i = 0; i < n; i++) {
        fields[i].at = bits;
        bits += fields[i].bits * (unsigned)(fields[i].length ? fields[i].length : 1);
    }
    *layout = (state_layout){fields, n, (bits + 7) / 8};
}
