/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of rules become those of salvo's schemas. Users' words for them are parsed as for any other rulebook. */
#include "rules/lua/parameters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "data/names.h"
#include "data/records.h"
#include "rules/lua/check.h"
#include "rules/lua/records.h"
#include "rules/lua/situation.h"
#include "rules/parse.h"

enum { WHAT_MAX = 192, SYNONYMS_MAX = 100 };

/* A default is kept as the text that a user would type, because help prints it and the ordinary parser reads it. */
static const char *text_of_default(lua_State *L, int index, const reader *r)
{
    if (lua_type(L, index) == LUA_TBOOLEAN)
        return lua_toboolean(L, index) ? "yes" : "no";
    /* lua_tostring() changes a number on the stack into a text; the copy protects the rule's own value. */
    lua_pushvalue(L, index);
    return kind_keep(L, lua_tostring(L, -1), r->memory);
}

/* Returns the prefix of the table's entries in a list. */
static const char *read_prefix(lua_State *L, const reader *r, int index, const char *table, int line, const char *what)
{
    const char *prefix = "";

    if (lua_getfield(L, index, "prefixes") == LUA_TTABLE) {
        if (lua_getfield(L, -1, table) == LUA_TSTRING)
            prefix = kind_keep(L, lua_tostring(L, -1), r->memory);
        else if (!lua_isnil(L, -1))
            sandbox_fail(L, line, "%s: prefixes must be {table = \"text\", ...}", what);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return prefix;
}

static void read_sources(lua_State *L, const reader *r, int index, const value_kind *kind, salvo_parameter *p, int line,
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
        sources[i] = (salvo_source){kind->tables[i], read_prefix(L, r, index, kind->tables[i], line, what)};
    p->sources = sources;
}

/* The table is a CSV file by mistake. */
_Noreturn static void refuse_columns(lua_State *L, const salvo_table *table)
{
    worker_of(L)->refused = table->header[0];
    lua_pushfstring(L, "the table '%s' must be a plain-text file of records, NAME.txt", table->name);
    sandbox_refuse(L);
}

/* A user's own file is a text beside the names of the tables. */
static void read_records(lua_State *L, const reader *r, const value_kind *kind, salvo_parameter *p, int line,
                         const char *what)
{
    for (const char *const *t = kind->tables; *t; t++) {
        reader_need_table(L, r, *t, line, what);
        if (!records_is_table(salvo_store_table(r->store, *t)))
            refuse_columns(L, salvo_store_table(r->store, *t));
    }
    p->choices = kind->tables;
    p->word = "the path of a file";
}

/* Reads a text or a list of texts into "a|b"; NULL: there is none. */
static const char *read_aliases(lua_State *L, const reader *r, int index, int line, const char *what)
{
    const char *all = NULL;
    char list[WHAT_MAX + 32];
    const char *const *texts;
    size_t n = 0;

    if (lua_getfield(L, index, "aliases") == LUA_TSTRING)
        all = kind_keep(L, lua_tostring(L, -1), r->memory);
    if (lua_type(L, -1) == LUA_TTABLE) {
        snprintf(list, sizeof list, "%s: aliases", what);
        texts = kind_texts(L, -1, r->memory, line, list, &n);
        for (size_t i = 0; i < n; i++)
            all = all ? salvo_arena_printf(r->memory, "%s|%s", all, texts[i]) : texts[i];
        if (n && !all)
            sandbox_no_memory(L);
    }
    lua_pop(L, 1);
    return all;
}

/* Reads {value = {"word", ...}, ...}: the words keep their order. */
static const salvo_synonym *read_synonyms(lua_State *L, const reader *r, int index, const salvo_parameter *p, int line,
                                          const char *what)
{
    salvo_synonym *all;
    char list[WHAT_MAX + 32];
    size_t n = 0, n_words;

    if (lua_getfield(L, index, "synonyms") != LUA_TTABLE) {
        lua_pop(L, 1);
        return NULL;
    }
    if (p->kind != SALVO_CHOICE && p->kind != SALVO_FLAG && p->kind != SALVO_TEXT)
        sandbox_fail(L, line, "%s: only a choice, a flag and a text have synonyms", what);
    snprintf(list, sizeof list, "%s: the synonyms of a value", what);
    check_push_keys(L, -1);
    all = kind_array(L, r->memory, SYNONYMS_MAX + 1, sizeof *all);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++, lua_pop(L, 2)) {
        const char *const *words;

        lua_pushvalue(L, -1);
        lua_rawget(L, -4);
        if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TTABLE)
            sandbox_fail(L, line, "%s: synonyms must be {value = {\"word\", ...}, ...}", what);
        words = kind_texts(L, -1, r->memory, line, list, &n_words);
        for (size_t k = 0; k < n_words; k++) {
            if (n == SYNONYMS_MAX)
                sandbox_fail(L, line, "%s has more than %d synonyms", what, SYNONYMS_MAX);
            all[n++] = (salvo_synonym){words[k], kind_keep(L, lua_tostring(L, -2), r->memory)};
        }
    }
    lua_pop(L, 3);
    return all;
}

static const char *const *read_phrases(lua_State *L, const reader *r, int index, const salvo_parameter *p, int line,
                                       const char *what)
{
    const char *const *phrases = NULL;
    char list[WHAT_MAX + 32];
    size_t n = 0, expected = 2;

    if (lua_getfield(L, index, "phrases") == LUA_TTABLE) {
        snprintf(list, sizeof list, "%s: phrases", what);
        phrases = kind_texts(L, -1, r->memory, line, list, &n);
        for (expected = p->kind == SALVO_FLAG ? 2 : 0; p->kind == SALVO_CHOICE && p->choices[expected];)
            expected++;
        if (n != expected)
            sandbox_fail(L, line, "%s has %zu phrases; it needs one for each of its %zu values", what, n, expected);
    }
    lua_pop(L, 1);
    return phrases;
}

/* Reads {{value, "key=value|value"}, ...}. */
static const salvo_default *read_defaults(lua_State *L, const reader *r, int index, int line, const char *what)
{
    salvo_default *all = NULL;
    size_t n;

    if (lua_getfield(L, index, "defaults") == LUA_TTABLE) {
        n = lua_rawlen(L, -1);
        all = kind_array(L, r->memory, n + 1, sizeof *all);
        for (size_t i = 0; i < n; i++, lua_pop(L, 3)) {
            if (lua_rawgeti(L, -1, (lua_Integer)i + 1) != LUA_TTABLE || lua_rawgeti(L, -1, 1) == LUA_TNIL ||
                lua_rawgeti(L, -2, 2) != LUA_TSTRING)
                sandbox_fail(L, line, "%s: defaults must be a list of {value, \"target=open|closed\"}", what);
            all[i] = (salvo_default){kind_keep(L, lua_tostring(L, -1), r->memory), text_of_default(L, -2, r)};
        }
    }
    lua_pop(L, 1);
    return all;
}

static bool has_option(lua_State *L, int index, const char *name)
{
    const bool has = lua_getfield(L, index, name) != LUA_TNIL;

    lua_pop(L, 1);
    return has;
}

/* A flag without a default is "no": an unmentioned condition does not hold. Every other parameter without a default
 * must be given, unless it is optional. */
static void read_options(lua_State *L, const reader *r, int index, salvo_parameter *p, int line, const char *what)
{
    const char *const only = check_text(L, index, "only");

    p->only = kind_keep(L, only, r->memory);
    p->excludes = kind_keep(L, check_text(L, index, "excludes"), r->memory);
    p->unless = kind_keep(L, check_text(L, index, "unless"), r->memory);
    if (check_text(L, index, "word"))
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
    if (check_text(L, index, "ids")) {
        p->table = kind_keep(L, check_text(L, index, "ids"), r->memory);
        if (p->kind != SALVO_INTEGER)
            sandbox_fail(L, line, "%s: only a whole number has ids", what);
        reader_need_table(L, r, p->table, line, what);
    }
    p->suffix = kind_keep(L, check_text(L, index, "suffix"), r->memory);
    if (p->kind != SALVO_LIST && (p->suffix || has_option(L, index, "prefixes")))
        sandbox_fail(L, line, "%s: only a list has prefixes and a suffix", what);
    p->bracketed = check_flag(L, index, "bracketed");
    if (p->bracketed && p->kind != SALVO_DECIMAL)
        sandbox_fail(L, line, "%s: only a decimal has brackets", what);
    p->aliases = read_aliases(L, r, index, line, what);
    p->synonyms = read_synonyms(L, r, index, p, line, what);
    p->phrases = read_phrases(L, r, index, p, line, what);
    p->fallback_cell = kind_keep(L, check_text(L, index, "default_cell"), r->memory);
    p->fallback_row = kind_keep(L, check_text(L, index, "default_row"), r->memory);
    p->defaults = read_defaults(L, r, index, line, what);
    p->distance = check_flag(L, index, "distance");
    if (p->distance && p->kind != SALVO_DECIMAL)
        sandbox_fail(L, line, "%s: only a decimal is a distance", what);
    p->distance |= p->kind == SALVO_DECIMAL && (p->table || p->bracketed || strcmp(p->key, "range") == 0);
    if (lua_getfield(L, index, "default") != LUA_TNIL)
        p->fallback = text_of_default(L, -1, r);
    else if (p->kind == SALVO_FLAG)
        p->fallback = "no";
    p->required = !p->fallback && !p->fallback_cell && !p->fallback_row && !check_flag(L, index, "optional");
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

static void check_cell(lua_State *L, const reader *r, const salvo_parameter *p, int line, const char *what)
{
    if (p->fallback_cell && !salvo_store_text(r->store, p->fallback_cell))
        sandbox_fail(L, line, "%s: default_cell = '%s' is no cell of the tables; write table.row.column", what,
                     p->fallback_cell);
}

static bool is_value(const reader *r, const salvo_parameter *p, const char *text, salvo_error *err)
{
    salvo_value value;

    return salvo_parameter_parse(p, r->store, text, r->memory, &value, err) == SALVO_OK;
}

/* A default is parsed like a user's value, so that a wrong one is found before any question. The parsed value is
 * discarded: a variant of the book may have other rows, so each question parses it again. */
static void check_default(lua_State *L, const reader *r, const salvo_parameter *p, int line, const char *what)
{
    salvo_error err;

    if (p->fallback && !is_value(r, p, p->fallback, &err))
        sandbox_fail(L, line, "%s: its default: %s", what, err.text);
    for (const salvo_default *d = p->defaults; d && d->when; d++)
        if (!is_value(r, p, d->value, &err))
            sandbox_fail(L, line, "%s: its default for %s: %s", what, d->when, err.text);
    for (const salvo_synonym *s = p->synonyms; s && s->word; s++)
        if (!is_value(r, p, s->value, &err))
            sandbox_fail(L, line, "%s: its synonym '%s': %s", what, s->word, err.text);
    check_cell(L, r, p, line, what);
}

/* Users type keys as key=value, and rules write them as s.key with underscores: hence letters, digits and hyphens. */
void parameters_check_key(lua_State *L, const char *key, int line, const char *of)
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
        for (const salvo_default *d = p->defaults; d && d->when; d++)
            if (!is_key(all, i, d->when, strcspn(d->when, "=")))
                sandbox_fail(L, line, "the parameter '%s' of %s: '%s' does not depend on a parameter before it", p->key,
                             of, d->when);
        if (p->fallback_row && !is_key(all, i, p->fallback_row, strcspn(p->fallback_row, ".")))
            sandbox_fail(L, line, "the parameter '%s' of %s: '%s' names no parameter before it", p->key, of,
                         p->fallback_row);
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
    parameters_check_key(L, p->key, line, of);
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
    if (kind.tables && p->kind == SALVO_TEXT)
        read_records(L, r, &kind, p, line, what);
    else if (kind.tables)
        read_sources(L, r, entry, &kind, p, line, what);
    read_options(L, r, entry, p, line, what);
    p->into = reader_place(i);
    check_among(L, r, p, line, what);
    check_default(L, r, p, line, what);
    lua_settop(L, entry);
}

/* `first` is the unit of an element, which the rulebook does not write. */
const salvo_parameter *parameters_read(lua_State *L, const reader *r, int index, const salvo_parameter *first, int line,
                                       const char *what, size_t *n)
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
