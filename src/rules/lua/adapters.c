/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/adapters.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/lua/roll.h"
#include "rules/lua/rows.h"
#include "rules/lua/situation.h"
#include "rules/lua/worker.h"

enum { WHAT_MAX = 160 };

/* Copies the text of an option into memory. Returns `otherwise` if the option is left out. */
static const char *text_or(lua_State *L, const reader *r, int index, const char *name, const char *otherwise)
{
    const char *given = kind_keep(L, check_text(L, index, name), r->memory);

    return given ? given : otherwise;
}

static const salvo_procedure *find_procedure(lua_State *L, const reader *r, int index, const char *of)
{
    const salvo_ruleset *ruleset = &r->script->ruleset;
    const char *name = check_text(L, index, "procedure"), **names;
    const size_t before = strlen(r->store->id) + 1;
    char what[WHAT_MAX];

    names = kind_array(L, r->memory, ruleset->n_procedures + 1, sizeof *names);
    for (size_t i = 0; i < ruleset->n_procedures; i++) {
        names[i] = ruleset->procedures[i]->schema.name + before;
        if (strcmp(names[i], name) == 0)
            return ruleset->procedures[i];
    }
    snprintf(what, sizeof what, "%s: there is no procedure '%.64s'", of, name);
    check_fail_among(L, names, 0, name, what);
}

/* What a procedure lacks to be a duel or fire, in words. All of it is told at once. */
typedef struct lack {
    const salvo_procedure *of;
    char text[512];
    size_t used;
    const char *option; /* that names the first of it */
} lack;

static void add_lack(lack *l, const char *option, const char *what, const char *name)
{
    if (!l->used)
        l->option = option;
    if (l->used < sizeof l->text)
        l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, "%sno %s '%.60s'", l->used ? ", " : "",
                                    what, name);
}

static void need_parameter(lack *l, const char *option, const char *key)
{
    if (key && salvo_parameter_find(&l->of->schema, key) < 0)
        add_lack(l, option, "parameter", key);
}

/* `part` of the rulebook names the procedure, and its options name what the procedure calls by other names. */
static void fail_lack(lua_State *L, const lack *l, const char *part)
{
    if (l->used)
        sandbox_fail(L, 0, "%s: %s has %s; add it, or name another one with %s.%s", part, l->of->schema.name, l->text,
                     part, l->option);
}

static bool has_expectation(const salvo_procedure *p, const char *name)
{
    for (size_t i = 0; i < p->n_expectations; i++)
        if (strcmp(p->expectations[i].name, name) == 0)
            return true;
    return false;
}

/* A name is one of those listed, or made of one of them and a number. Without a place of their own, numbers stand after
 * the names. */
static bool is_outcome(const salvo_procedure *p, const char *name, size_t length)
{
    for (size_t i = 0; i < p->n_outcomes; i++)
        if (roll_is_named(p->outcomes[i], name, length))
            return true;
    for (const char *const *made = p->made; made && *made; made++)
        if (roll_is_named(*made, name, length))
            return true;
    return p->outcomes_help && !p->made && roll_is_named("#", name, length);
}

static bool has_outcome(const salvo_procedure *p, const char *name)
{
    return is_outcome(p, name, strlen(name));
}

static void need_expectation(lack *l, const char *option, const char *name)
{
    if (!has_expectation(l->of, name))
        add_lack(l, option, "expectation", name);
}

static void need_outcome(lack *l, const char *option, const char *name)
{
    if (!has_outcome(l->of, name))
        add_lack(l, option, "outcome", name);
}

/* Duel. */

typedef struct first_asked {
    const content *content;
    salvo_acts_first who;
} first_asked;

static void ask_acts_first(lua_State *L, void *of)
{
    first_asked *f = of;
    const char *names[SALVO_N_FIRST] = {NULL}, *who; /* as many as there are without the first, and the end */

    worker_push_rule(L, "duel", "acts_first");
    situation_push(L, f->content);
    lua_call(L, 1, 1);
    if (lua_isnil(L, -1))
        return;
    who = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    for (int i = SALVO_FIRST_UNKNOWN + 1; i < SALVO_N_FIRST; i++) {
        names[i - 1] = SALVO_ACTS_FIRST[i];
        if (strcmp(SALVO_ACTS_FIRST[i], who) == 0)
            f->who = (salvo_acts_first)i;
    }
    if (f->who == SALVO_FIRST_UNKNOWN)
        check_fail_among(L, names, worker_of(L)->box.line, who,
                         "duel.acts_first returned what does not say who acts first");
}

static salvo_acts_first acts_first(const void *of)
{
    const situation *s = of;
    first_asked f = {s->content, SALVO_FIRST_UNKNOWN};

    worker_ask(book_changeable(s->book), s->content, ask_acts_first, &f, NULL);
    return f.who;
}

static void read_duel(lua_State *L, const reader *r)
{
    script *s = r->script;
    const salvo_procedure *p;
    salvo_duel_adapter *d = &s->duel;
    lack l = {.used = 0};

    check_options(L, -1, &DUEL_OPTIONS, 1, 0);
    p = find_procedure(L, r, -1, "duel");
    if (!p->chain)
        sandbox_fail(L, 0, "duel: %s is a roll; a duel must be a chain", p->schema.name);
    *d = (salvo_duel_adapter){.procedure = p->schema.name,
                              .a = text_or(L, r, -1, "a", "a"),
                              .b = text_or(L, r, -1, "b", "b"),
                              .range = text_or(L, r, -1, "range", "range"),
                              .first = text_or(L, r, -1, "first", "first"),
                              .turns = text_or(L, r, -1, "turns", "turns"),
                              .a_wins = text_or(L, r, -1, "a_wins", "a-wins"),
                              .b_wins = text_or(L, r, -1, "b_wins", "b-wins"),
                              .mutual = text_or(L, r, -1, "mutual", "mutual"),
                              .counts = text_or(L, r, -1, "counts", NULL),
                              .mirrors = check_flag(L, -1, "mirrors")};
    if (lua_getfield(L, -1, "acts_first") == LUA_TFUNCTION)
        d->acts_first = acts_first;
    lua_pop(L, 1);
    l.of = p;
    need_parameter(&l, "a", d->a);
    need_parameter(&l, "b", d->b);
    need_parameter(&l, "range", d->range);
    need_parameter(&l, "first", d->first);
    need_expectation(&l, "turns", d->turns);
    need_outcome(&l, "a_wins", d->a_wins);
    need_outcome(&l, "b_wins", d->b_wins);
    fail_lack(L, &l, "duel");
    s->ruleset.duel = d;
}

/* Fire. */

static bool is_row_word(lua_State *L, int index)
{
    return lua_type(L, index) == LUA_TSTRING || lua_type(L, index) == LUA_TNUMBER || lua_isboolean(L, index);
}

/* The parameter lies below its column, which is on top of the stack. What is no text is the value itself. */
static salvo_row_word read_row_word(lua_State *L, const reader *r)
{
    salvo_row_word word = {.key = kind_keep(L, lua_tostring(L, -2), r->memory)};

    if (lua_isboolean(L, -1)) {
        word.value = lua_toboolean(L, -1) ? "yes" : "no";
    } else if (lua_type(L, -1) == LUA_TNUMBER) {
        lua_pushvalue(L, -1); /* lua_tostring() changes a number on the stack into a text */
        word.value = kind_keep(L, lua_tostring(L, -1), r->memory);
        lua_pop(L, 1);
    } else if (strcmp(lua_tostring(L, -1), "id") != 0) {
        word.column = kind_keep(L, lua_tostring(L, -1), r->memory);
    }
    return word;
}

static void read_row_words(lua_State *L, const reader *r, const salvo_procedure *p, const char *name, const char *table,
                           salvo_row_word *to)
{
    const salvo_table *rows = salvo_store_table(r->store, table);
    size_t n = 0;
    lack l = {.of = p};

    lua_getfield(L, -1, name);
    check_push_keys(L, -1);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++, lua_pop(L, 2)) {
        lua_pushvalue(L, -1);
        lua_rawget(L, -4);
        if (lua_type(L, -2) != LUA_TSTRING || !is_row_word(L, -1) || n == SALVO_ROW_WORDS_MAX - 1)
            sandbox_fail(L, 0, "fire.%s must be {parameter = \"column\"}, with at most %d parameters", name,
                         SALVO_ROW_WORDS_MAX - 1);
        to[n] = read_row_word(L, r);
        need_parameter(&l, name, to[n].key);
        if (to[n].column && salvo_table_column(rows, to[n].column) < 0 &&
            !tables_may_lack(r->script, table, to[n].column))
            sandbox_fail(L, 0, "fire.%s: the table %s has no column '%s'", name, table, to[n].column);
        n++;
    }
    fail_lack(L, &l, "fire");
    lua_pop(L, 3);
}

static const char *read_harmless(lua_State *L, const reader *r)
{
    const char *all = NULL;
    size_t n = 0;
    const char *const *texts;

    if (lua_getfield(L, -1, "harmless") == LUA_TSTRING)
        all = kind_keep(L, lua_tostring(L, -1), r->memory);
    if (lua_type(L, -1) == LUA_TTABLE) {
        texts = kind_texts(L, -1, r->memory, 0, "harmless outcomes", &n);
        for (size_t i = 0; i < n; i++)
            all = all ? salvo_arena_printf(r->memory, "%s|%s", all, texts[i]) : texts[i];
    }
    lua_pop(L, 1);
    return all ? all : "";
}

/* A hit whose misspelt name counted as harmless would be a wrong number. */
static void check_harmless(lua_State *L, const salvo_procedure *p, const char *all)
{
    for (const char *name = all; *name; name += strspn(name, "|")) {
        const size_t length = strcspn(name, "|");

        if (!is_outcome(p, name, length))
            sandbox_fail(L, 0, "fire.harmless: %s has no outcome '%.*s'", p->schema.name, (int)length, name);
        name += length;
    }
}

static void check_column(lua_State *L, const reader *r, const char *table, const char *column, const char *field)
{
    if (salvo_table_column(salvo_store_table(r->store, table), column) < 0)
        sandbox_fail(L, 0, "fire.%s: the table %s has no column '%s'", field, table, column);
}

static void check_unit_column(lua_State *L, const reader *r, const char *column, const char *field)
{
    if (column)
        check_column(L, r, r->script->ruleset.units, column, field);
}

typedef struct counted {
    const content *content;
    int number;
} counted;

static void ask_shots(lua_State *L, void *of)
{
    counted *c = of;

    worker_push_rule(L, "fire", "shots");
    situation_push(L, c->content);
    lua_call(L, 1, 1);
    c->number = (int)check_whole(L, -1, 0, "the number of shots", 0, INT32_MAX);
}

static int shots(const void *of)
{
    const situation *s = of;
    counted c = {s->content, 0};

    worker_ask(book_changeable(s->book), s->content, ask_shots, &c, NULL);
    return c.number;
}

/* By default every unit is a class of its own, because the rules may look at more of it than its strength. */
static const char *class_of_cell(const lua_book *book, row_value row)
{
    const char *column = book->script->class_column;
    const salvo_table *table = &book->store->tables[row.table];
    const char *class = salvo_table_text(table, row.row, column ? column : "name");

    return class ? class : table->cells[row.row * table->n_columns].text;
}

typedef struct classed {
    lua_book *book;
    row_value row;
    const char *class;
} classed;

/* The text is the book's, because reports keep it. The arena is not safe for several threads. */
static void ask_class(lua_State *L, void *of)
{
    classed *c = of;
    const rule_value row = {VALUE_ROW, {.row = c->row}};

    worker_push_rule(L, "fire", "class");
    rows_push(L, &row);
    lua_call(L, 1, 1);
    if (lua_type(L, -1) != LUA_TSTRING)
        sandbox_fail(L, 0, "fire.class returned %s; it must return a text", check_words_of(L, -1));
    pthread_mutex_lock(&c->book->lock);
    c->class = salvo_arena_text(c->book->memory, lua_tostring(L, -1));
    pthread_mutex_unlock(&c->book->lock);
    if (!c->class)
        sandbox_no_memory(L);
}

/* Reports ask for every pair of units, so the answer is kept. Two threads may ask at once; their answers are equal. */
static const char *class_by_rule(const lua_book *book, row_value row, size_t unit)
{
    const char *known = atomic_load(&book->classes[unit]);
    classed c = {book_changeable(book), row, ""};

    if (known)
        return known;
    if (worker_ask(c.book, NULL, ask_class, &c, NULL))
        atomic_store(&book->classes[unit], c.class);
    return c.class;
}

static const char *target_class(const void *tables, size_t unit)
{
    const lua_book *book = tables;
    const script *s = book->script;
    const row_value row = value_row(book->store, s->ruleset.units, s->ruleset.more_units, unit);

    return s->has_class ? class_by_rule(book, row, unit) : class_of_cell(book, row);
}

static bool has_field(lua_State *L, const char *name)
{
    const bool has = lua_getfield(L, -1, name) != LUA_TNIL;

    lua_pop(L, 1);
    return has;
}

/* A second table of units is read as the first one, unless it has words of its own. */
static void read_other_firers(lua_State *L, const reader *r, const salvo_procedure *p, salvo_fire_adapter *f)
{
    const char *more = r->script->ruleset.more_units;

    if (has_field(L, "more_unit") && !more)
        sandbox_fail(L, 0, "fire.more_unit needs a second table of units; return {more_units = \"table\", ...}");
    if (has_field(L, "more_unit"))
        read_row_words(L, r, p, "more_unit", more, f->more_unit);
    f->arms = text_or(L, r, -1, "arms", NULL);
    f->arms_among = text_or(L, r, -1, "arms_among", NULL);
    if (has_field(L, "arm") != (f->arms != NULL) || (f->arms_among && !f->arms))
        sandbox_fail(L, 0, "fire.arms, their table, and fire.arm, what is set from its rows, belong together");
    if (!f->arms)
        return;
    reader_need_table(L, r, f->arms, 0, "fire.arms");
    read_row_words(L, r, p, "arm", f->arms, f->arm);
    if (f->arms_among)
        check_column(L, r, f->arms, f->arms_among, "arms_among");
}

static void read_fire(lua_State *L, const reader *r)
{
    script *s = r->script;
    salvo_fire_adapter *f = &s->fire;
    const salvo_procedure *p;
    lack l = {.used = 0};
    size_t n;

    check_options(L, -1, &FIRE_OPTIONS, 1, 0);
    if (!s->ruleset.units)
        sandbox_fail(L, 0, "fire needs units; return {units = \"table\", ...}");
    p = find_procedure(L, r, -1, "fire");
    *f = (salvo_fire_adapter){.procedure = p->schema.name,
                              .firers = text_or(L, r, -1, "firers", NULL),
                              .firers_among = text_or(L, r, -1, "among", NULL),
                              .range = text_or(L, r, -1, "range", "range"),
                              .each = text_or(L, r, -1, "each", NULL),
                              .alike = check_flag(L, -1, "alike"),
                              .about = text_or(L, r, -1, "about", "One activation."),
                              .damage = text_or(L, r, -1, "damage", NULL),
                              .killed = text_or(L, r, -1, "killed", ""),
                              .harmless = read_harmless(L, r),
                              .price = text_or(L, r, -1, "price", NULL),
                              .strength = text_or(L, r, -1, "strength", NULL)};
    if (f->strength)
        f->target_class = target_class;
    if (f->firers)
        reader_need_table(L, r, f->firers, 0, "fire.firers");
    if (f->firers_among)
        check_column(L, r, f->firers ? f->firers : s->ruleset.units, f->firers_among, "among");
    read_row_words(L, r, p, "unit", f->firers ? f->firers : s->ruleset.units, f->unit);
    read_row_words(L, r, p, "target", s->ruleset.units, f->target);
    read_other_firers(L, r, p, f);
    if (lua_getfield(L, -1, "words") == LUA_TTABLE)
        f->words = kind_texts(L, -1, r->memory, 0, "words", &n);
    lua_pop(L, 1);
    if (lua_getfield(L, -1, "shots") == LUA_TFUNCTION)
        f->shots = shots;
    lua_pop(L, 1);
    l.of = p;
    need_parameter(&l, "range", f->range);
    need_parameter(&l, "each", f->each);
    need_expectation(&l, "damage", f->damage);
    if (*f->killed && !has_expectation(p, f->killed) && !has_outcome(p, f->killed))
        add_lack(&l, "killed", "outcome or expectation", f->killed);
    fail_lack(L, &l, "fire");
    check_harmless(L, p, f->harmless);
    check_unit_column(L, r, f->price, "price");
    check_unit_column(L, r, f->strength, "strength");
    s->has_class = lua_getfield(L, -1, "class") == LUA_TFUNCTION;
    lua_pop(L, 1);
    s->class_column = text_or(L, r, -1, "class", NULL);
    check_unit_column(L, r, s->class_column, "class");
    if ((s->has_class || s->class_column) && !f->strength)
        sandbox_fail(L, 0, "fire.class is a part of what makes targets equal; add strength");
    s->ruleset.fire = f;
}

/* Prices. */

typedef struct pricing {
    const char *table;
    row_value row;
    salvo_arena *memory;
    salvo_price_breakdown *breakdown;
} pricing;

/* Points are whole numbers, as in printed lists. The limit keeps sums of them within 64 bits. */
static void read_item(lua_State *L, const pricing *p, salvo_price_item *item)
{
    const int entry = lua_gettop(L);

    if (lua_type(L, entry) != LUA_TTABLE || lua_rawgeti(L, entry, 1) != LUA_TSTRING ||
        lua_rawgeti(L, entry, 2) != LUA_TSTRING)
        sandbox_fail(L, 0,
                     "prices.%s must return a list of {part, words, points}; one of them does not begin with "
                     "texts",
                     p->table);
    lua_rawgeti(L, entry, 3);
    item->part = kind_keep(L, lua_tostring(L, entry + 1), p->memory);
    item->words = kind_keep(L, lua_tostring(L, entry + 2), p->memory);
    item->points = check_whole(L, entry + 3, 0, item->words, -1000000000, 1000000000);
    lua_settop(L, entry);
}

/* The rule is asked each time, because an audit asks once for each row. */
static void ask_price(lua_State *L, void *of)
{
    const pricing *p = of;
    const rule_value row = {VALUE_ROW, {.row = p->row}};
    salvo_price_breakdown *b = p->breakdown;

    worker_push_rule(L, "prices", p->table);
    rows_push(L, &row);
    lua_call(L, 1, 2);
    if (lua_type(L, -1) == LUA_TSTRING)
        b->by = kind_keep(L, lua_tostring(L, -1), p->memory);
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TTABLE)
        sandbox_fail(L, 0, "prices.%s returned %s; it must return a list of {part, words, points}", p->table,
                     check_words_of(L, -1));
    b->n_items = (size_t)luaL_len(L, -1);
    b->items = kind_array(L, p->memory, b->n_items, sizeof *b->items);
    for (size_t i = 0; i < b->n_items; i++) {
        lua_geti(L, -1, (lua_Integer)i + 1);
        read_item(L, p, &b->items[i]);
        lua_pop(L, 1);
        b->computed += b->items[i].points;
    }
}

/* A text printed in place of a price ("#", "-") is a mark, and not a price. */
static salvo_status break_down(const salvo_store *store, const void *tables, int list, size_t row, salvo_arena *memory,
                               salvo_price_breakdown *to, salvo_error *err)
{
    const lua_book *book = tables;
    const script *s = book->script;
    pricing p = {s->prices[list].table, {value_table(store, s->prices[list].table), row}, memory, to};
    const char *printed = salvo_table_text(&store->tables[p.row.table], row, s->printed);
    salvo_error own = {.status = SALVO_BAD_INPUT};
    char *end = NULL;

    *to = (salvo_price_breakdown){.substitute = "", .by = s->priced_by};
    to->printed = printed ? strtoll(printed, &end, 10) : 0;
    to->is_printed = printed && end != printed && !*end;
    if (!to->is_printed)
        to->substitute = printed ? printed : "-";
    if (worker_ask(book_changeable(book), NULL, ask_price, &p, &own))
        return SALVO_OK;
    if (err)
        *err = own;
    return own.status;
}

/* A price list's function has no argument for its list, so there is one for each list. */
#define BREAKDOWN(list)                                                                                    \
    static salvo_status breakdown_##list(const salvo_store *store, const void *tables, size_t row,         \
                                         salvo_arena *memory, salvo_price_breakdown *to, salvo_error *err) \
    {                                                                                                      \
        return break_down(store, tables, list, row, memory, to, err);                                      \
    }
BREAKDOWN(0)
BREAKDOWN(1)
BREAKDOWN(2)
BREAKDOWN(3)

static salvo_status (*const BREAKDOWNS[PRICE_LISTS_MAX])(const salvo_store *, const void *, size_t, salvo_arena *,
                                                         salvo_price_breakdown *, salvo_error *) = {
    breakdown_0, breakdown_1, breakdown_2, breakdown_3};

static bool is_option(const char *name)
{
    for (const lua_option *o = PRICES_OPTIONS.options; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return true;
    return false;
}

/* Every field of prices that is no option is a function of the name of a table. */
static void check_price_lists(lua_State *L, const reader *r)
{
    size_t n = 0;

    check_push_keys(L, -1);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        const char *table = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";

        if (is_option(table))
            continue;
        if (lua_getfield(L, -3, table) != LUA_TFUNCTION || n++ == PRICE_LISTS_MAX)
            sandbox_fail(L, 0, "prices must be {table = function(row), ...}, with at most %d tables", PRICE_LISTS_MAX);
        lua_pop(L, 1);
        reader_need_table(L, r, table, 0, "prices");
    }
    lua_pop(L, 2);
}

/* The lists have the order of ruleset.yaml, because a table of Lua has none. */
static void read_prices(lua_State *L, const reader *r)
{
    script *s = r->script;
    size_t n = 0;

    s->printed = text_or(L, r, -1, "printed", "points");
    s->priced_by = text_or(L, r, -1, "by", "");
    check_price_lists(L, r);
    for (size_t i = 0; i < r->store->n_tables; i++) {
        const char *table = r->store->tables[i].name;

        if (is_option(table))
            continue;
        if (lua_getfield(L, -1, table) == LUA_TFUNCTION) {
            s->prices[n] = (salvo_price_list){kind_keep(L, table, r->memory), BREAKDOWNS[n]};
            n++;
        }
        lua_pop(L, 1);
    }
    if (n)
        s->ruleset.prices = s->prices;
}

/* Cards. */

typedef struct card_of {
    row_value row;
    salvo_arena *memory;
    salvo_card *card;
} card_of;

/* Returns one of the three texts of a line. Its value may also be a number. */
static const char *text_at(lua_State *L, const card_of *c, lua_Integer at)
{
    const char *text;

    lua_geti(L, -1, at);
    if (lua_type(L, -1) != LUA_TSTRING && lua_type(L, -1) != LUA_TNUMBER)
        sandbox_fail(L, 0, "card must return a list of {key, label, value}; one of them has %s", check_words_of(L, -1));
    text = kind_keep(L, lua_tostring(L, -1), c->memory);
    lua_pop(L, 1);
    return text;
}

/* The texts are copied, because Lua may collect its own after the call. */
static void ask_card(lua_State *L, void *of)
{
    const card_of *c = of;
    const rule_value row = {VALUE_ROW, {.row = c->row}};

    if (worker_of(L)->script->has_cards)
        worker_push_rule(L, "card", worker_of(L)->book->store->tables[c->row.table].name);
    else
        worker_push_rule(L, NULL, "card");
    rows_push(L, &row);
    lua_call(L, 1, 1);
    if (lua_type(L, -1) != LUA_TTABLE)
        sandbox_fail(L, 0, "card returned %s; it must return a list of {key, label, value}", check_words_of(L, -1));
    c->card->n_facts = (size_t)luaL_len(L, -1);
    c->card->facts = kind_array(L, c->memory, c->card->n_facts, sizeof *c->card->facts);
    for (size_t i = 0; i < c->card->n_facts; i++) {
        if (lua_geti(L, -1, (lua_Integer)i + 1) != LUA_TTABLE)
            sandbox_fail(L, 0, "card must return a list of {key, label, value}; one of them is %s",
                         check_words_of(L, -1));
        c->card->facts[i] = (salvo_fact){text_at(L, c, 1), text_at(L, c, 2), text_at(L, c, 3)};
        lua_pop(L, 1);
    }
}

/* A nation that is a row of another table has a name there. */
static const char *nation_of(const lua_book *book, row_value row)
{
    const table_data *data = &book->tables[row.table];
    const int column = salvo_table_column(data->table, "nation");
    const rule_value *cell;

    if (column < 0)
        return NULL;
    tables_note_read(data, row.row, (size_t)column);
    cell = &data->cells[row.row * data->table->n_columns + (size_t)column];
    return cell->is == VALUE_ROW ? salvo_table_text(book->tables[cell->of.row.table].table, cell->of.row.row, "name")
                                 : salvo_table_text(data->table, row.row, "nation");
}

static salvo_status make_card(const salvo_store *store, const void *tables, size_t unit, salvo_arena *memory,
                              salvo_card *card, salvo_error *err)
{
    const lua_book *book = tables;
    const salvo_ruleset *ruleset = &book->script->ruleset;
    const char *more = ruleset->more_units ? ruleset->more_units : ruleset->more_cards;
    card_of c = {value_row(store, ruleset->units, more, unit), memory, card};
    const salvo_table *table = &store->tables[c.row.table];
    const char *name = salvo_table_text(table, c.row.row, "name");
    salvo_error own = {.status = SALVO_BAD_INPUT};

    *card = (salvo_card){.id = table->cells[c.row.row * table->n_columns].text, .nation = nation_of(book, c.row)};
    card->name = name ? name : card->id;
    if (worker_ask(book_changeable(book), NULL, ask_card, &c, &own))
        return SALVO_OK;
    if (err)
        *err = own;
    return own.status;
}

/* Every table with cards needs a function, because the row of another table is of no use to it. */
static void read_cards(lua_State *L, const reader *r)
{
    script *s = r->script;
    const char *const tables[] = {s->ruleset.units, s->ruleset.more_units, s->ruleset.more_cards};

    s->has_cards = true;
    s->ruleset.card = make_card;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (!tables[i])
            continue;
        if (lua_getfield(L, -1, tables[i]) != LUA_TFUNCTION)
            sandbox_fail(L, 0, "card must have a function for each table with cards; card.%s is %s", tables[i],
                         check_words_of(L, -1));
        lua_pop(L, 1);
    }
}

static bool make_classes(lua_book *book, salvo_arena *memory)
{
    const salvo_ruleset *r = &book->script->ruleset;
    size_t n = salvo_store_table(book->store, r->units)->n_rows;

    if (r->more_units)
        n += salvo_store_table(book->store, r->more_units)->n_rows;
    book->classes = salvo_arena_array(memory, n, sizeof *book->classes); /* zeroed: none is known */
    return book->classes != NULL;
}

enum {
    CHECK_INSTRUCTIONS = 1000
}; /* that a cell adds to the limit of the check, which looks at all rows in one call */

/* What the check reads belongs to no answer. */
static void ask_check(lua_State *L, void *of)
{
    const salvo_store *store = ((const lua_book *)of)->store;

    for (size_t i = 0; i < store->n_tables; i++)
        sandbox_allow(L, CHECK_INSTRUCTIONS * (int64_t)(store->tables[i].n_rows * store->tables[i].n_columns));
    worker_of(L)->is_checking = true;
    worker_push_rule(L, NULL, "check");
    lua_call(L, 0, 0);
    worker_of(L)->is_checking = false;
}

/* Whether the book is one that was checked, but for one cell that `check` has not looked at. */
static bool is_known_to_pass(const lua_book *book)
{
    const salvo_store *store = book->store;
    const table_data *first = book->script->first;
    const table_data *table = first && store->n_changes == 1 ? &first[store->last->table] : NULL;

    return table && !table->is_checked[store->last->row * table->table->n_columns + store->last->column];
}

/* The worker stays, for the first question. */
static salvo_status check(lua_book *book, salvo_arena *memory, salvo_error *err)
{
    table_data *tables = (table_data *)(uintptr_t)book->tables; /* they are still being made */
    salvo_error own = {.status = SALVO_BAD_INPUT};

    for (size_t i = 0; i < book->store->n_tables; i++) {
        const salvo_table *table = tables[i].table;

        tables[i].is_checked = salvo_arena_array(memory, table->n_rows * table->n_columns, sizeof(bool));
        if (!tables[i].is_checked)
            return salvo_fail_memory(err);
    }
    if (worker_ask(book, NULL, ask_check, book, &own))
        return SALVO_OK;
    if (err)
        *err = own;
    return own.status;
}

salvo_status adapters_open(lua_book *book, salvo_arena *memory, salvo_error *err)
{
    if (book->script->has_class && !make_classes(book, memory))
        return salvo_fail_memory(err);
    return !book->script->has_check || is_known_to_pass(book) ? SALVO_OK : check(book, memory, err);
}

void adapters_read(lua_State *L, const reader *r, int index)
{
    static const struct {
        const char *name;
        void (*read)(lua_State *L, const reader *r);
    } PARTS[] = {{"duel", read_duel}, {"fire", read_fire}, {"prices", read_prices}};

    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        if (lua_getfield(L, index, PARTS[i].name) == LUA_TTABLE)
            PARTS[i].read(L, r);
        lua_pop(L, 1);
    }
    r->script->ruleset.no_fire = text_or(L, r, index, "no_fire", NULL);
    if (lua_getfield(L, index, "card") == LUA_TFUNCTION)
        r->script->ruleset.card = make_card;
    else if (lua_type(L, -1) == LUA_TTABLE)
        read_cards(L, r);
    lua_pop(L, 1);
    r->script->has_check = lua_getfield(L, index, "check") == LUA_TFUNCTION;
    lua_pop(L, 1);
}
