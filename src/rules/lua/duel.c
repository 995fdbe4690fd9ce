/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The duel that a battle makes: `duel = true`, or duel {...} among the procedures. The same engine fights it as the
 * duels of C rulebooks (one_on_one). Its parameters are those of all duels, the element's own once for each side
 * (a-cover, b-cover), and the field's. Its preparation makes three contents, for the field and both elements, as a
 * battle would, and aims each side at the other. */
#include "rules/lua/duel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/lua/field.h"
#include "rules/lua/fire.h"
#include "rules/lua/parameters.h"
#include "rules/lua/procedure.h"
#include "rules/lua/reader.h"
#include "rules/lua/roll.h"
#include "rules/lua/rows.h"
#include "rules/lua/situation.h"
#include "rules/lua/state.h"
#include "rules/lua/worker.h"
#include "rules/one_on_one.h"
#include "rules/parameters.h"
#include "rules/parse.h"

enum { A = SIDE_OF_A, B = SIDE_OF_B };

/* After the struct lie the values of the parameters, and then the situations of the field and of both elements. It is
 * one block of bytes, because engines copy and hash situations: data of variable length must lie after the struct and
 * not behind a pointer. */
typedef struct duel {
    one_on_one both;
    const lua_book *book;
    const salvo_schema *schema;
    fire fires[N_DUEL_SIDES];
    bool moves[N_DUEL_SIDES];
    double range;
    const content *end; /* for the function `ends`; or NULL */
    const salvo_value *values[];
} duel;

/* What a duel itself asks for. The turns and the moves may be missing. */
enum { AT_A, AT_B, AT_RANGE, AT_FIRST, AT_TURNS, AT_A_MOVES, AT_B_MOVES, N_SHARED };
static const char *const SHARED[N_SHARED] = {"a", "b", "range", "first", "turns", "a-moves", "b-moves"};

enum { ABSENT = -1, OWN_MAX = 256 };

/* The places of the parameters of a duel, an element and the field among those of the duel; ABSENT: it leaves that
 * parameter out, which then has its default. */
typedef struct duel_places {
    int shared[N_SHARED];
    int own[N_DUEL_SIDES][OWN_MAX]; /* by the element's parameter; the first is its unit */
    int *field;
    int stalemate; /* an outcome; 0: none */
    bool counts_activations;
} duel_places;

static const duel_places *places_of(const duel *d)
{
    return d->book->script->duel_places;
}

/* Other code sees situations as const. This one is still being prepared, and belongs to the caller. */
static char *behind_values(const duel *d)
{
    return (char *)(uintptr_t)&d->values[d->schema->n_parameters];
}

/* A default may be a cell of the tables of the moment. *memory is made for the first. */
static salvo_status take_value(const duel *d, const salvo_parameter *p, int place, const salvo_value **value,
                               salvo_arena **memory, salvo_error *err)
{
    salvo_value *own;

    if (place != ABSENT) {
        *value = d->values[place];
        return SALVO_OK;
    }
    if (!*memory)
        *memory = salvo_arena_new();
    own = *memory ? salvo_arena_array(*memory, 1, sizeof *own) : NULL;
    if (!own)
        return salvo_fail_memory(err);
    *value = own;
    return salvo_parameter_default(p, d->book->store, *memory, own, err);
}

/* Makes the situation of an element or of the field from the duel's values at these places. */
static salvo_status enlist(duel *d, const subject *of, const int *places, situation *to, salvo_error *err)
{
    const salvo_value *values[OWN_MAX];
    salvo_arena *memory = NULL;
    salvo_status status = SALVO_OK;

    to->book = d->book;
    to->schema = &of->procedure.schema;
    for (size_t i = 0; i < to->schema->n_parameters && status == SALVO_OK; i++)
        status = take_value(d, &to->schema->parameters[i], places[i], &values[i], &memory, err);
    if (status == SALVO_OK)
        status = situation_content(d->book, of, values, &to->content, err);
    salvo_arena_free(memory);
    return status;
}

static situation *field_of(const duel *d)
{
    return (situation *)(void *)behind_values(d);
}

static situation *element_of(const duel *d, int side)
{
    const script_battle *b = d->book->script->battle;

    return (situation *)(void *)(behind_values(d) + b->field.procedure.schema.situation_size +
                                 (size_t)side * b->element.procedure.schema.situation_size);
}

/* A refusal that begins with a parameter of an element, "weapons=best: ...", is about a parameter of one side here. */
static void name_side(const salvo_schema *element, int side, salvo_error *err)
{
    for (size_t i = 1; err && i < element->n_parameters; i++) {
        const size_t n = strlen(element->parameters[i].key);
        const size_t length = strlen(err->text);

        if (strncmp(err->text, element->parameters[i].key, n) != 0 || err->text[n] != '=' ||
            length + 3 > sizeof err->text)
            continue;
        memmove(err->text + 2, err->text, length + 1);
        err->text[0] = "ab"[side];
        err->text[1] = '-';
        return;
    }
}

static salvo_status enlist_side(duel *d, const subject *element, int side, salvo_error *err)
{
    const salvo_status status = enlist(d, element, places_of(d)->own[side], element_of(d, side), err);

    if (status != SALVO_OK)
        name_side(&element->procedure.schema, side, err);
    return status;
}

static const salvo_value *shared_value(const duel *d, int which)
{
    const int at = places_of(d)->shared[which];

    return at == ABSENT ? NULL : d->values[at];
}

/* The choices of a rulebook's own parameter may have another order. */
static duel_first first_of(const salvo_value *value)
{
    int first = 0;

    while (strcmp(DUEL_FIRST_CHOICES[first], value->text) != 0)
        first++;
    return (duel_first)first;
}

/* The end. */

/* What a duel adds at its end depends on the states alone, so that all duels share the answers. */
static bool fill_end(content *made, lua_book *book, void *with)
{
    (void)book;
    (void)with;
    made->words = "";
    return true;
}

/* Engines ask once for each pair of states, and each average has an answer of its own. */
typedef struct ending {
    const content *of;
    const uint8_t (*states)[SALVO_ELEMENT_BYTES];
    size_t expectation;
    int gain;
} ending;

static void ask_ends(lua_State *L, void *of)
{
    ending *e = of;
    const subject *own = e->of->subject;
    const state_layout *layout = &own->script->battle->battle.state;
    int64_t gains[SALVO_EXPECTATIONS_MAX] = {0};

    worker_push_function(L, own, FN_ENDS);
    state_push(L, layout, e->states[A]);
    state_push(L, layout, e->states[B]);
    lua_call(L, 2, 1);
    roll_gains(L, lua_gettop(L), own, FN_ENDS, gains);
    e->gain = (int)gains[e->expectation];
}

static void count_end(const one_on_one *both, uint8_t states[N_DUEL_SIDES][SALVO_ELEMENT_BYTES], int64_t *gain)
{
    const duel *d = (const duel *)both;
    const subject *own = d->book->script->one_on_one;

    for (size_t i = 1; i < own->procedure.n_expectations; i++) {
        ending e = {d->end, (const uint8_t(*)[SALVO_ELEMENT_BYTES])states, i, 0};
        memo_key key;

        memset(&key, 0, sizeof key);
        key.content = d->end;
        key.function = FN_ENDS;
        key.throw = (uint8_t)i;
        memcpy(key.states, states, sizeof key.states);
        if (worker_ask_once(book_changeable(d->book),
                            &(worker_question){MEMO_SMALL, d->end, &key, &e.gain, ask_ends, NULL, &e}))
            gain[i] += e.gain;
    }
}

static salvo_status prepare_end(duel *d, salvo_error *err)
{
    const subject *own = d->book->script->one_on_one;

    if (!own->has[FN_ENDS])
        return SALVO_OK;
    d->end = book_content(book_changeable(d->book), own, "ends", sizeof "ends", fill_end, NULL);
    d->both.count_end = count_end;
    return d->end ? SALVO_OK : salvo_fail_memory(err);
}

/* `range` and `turns` of the question decide here, not those of the field. A word for `turns` means "unlimited", which
 * is 0 for the engine. */
static salvo_status prepare(const void *tables, void *of, salvo_error *err)
{
    duel *d = of;
    const lua_book *book = tables;
    const script_battle *b = book->script->battle;
    const salvo_value *turns = shared_value(d, AT_TURNS);
    salvo_status status = SALVO_OK;

    for (int side = A; side <= B && status == SALVO_OK; side++)
        status = enlist_side(d, &b->element, side, err);
    if (status == SALVO_OK)
        status = enlist(d, &b->field, places_of(d)->field, field_of(d), err);
    if (status != SALVO_OK)
        return status;
    d->range = shared_value(d, AT_RANGE)->decimal;
    d->both.looks_at_actor = true;
    d->both.stalemate = places_of(d)->stalemate;
    d->both.counts_activations = places_of(d)->counts_activations;
    d->both.first = first_of(shared_value(d, AT_FIRST));
    d->both.turn_limit = turns && !turns->word ? turns->integer : 0;
    for (int side = A; side <= B; side++) {
        const salvo_value *moves = shared_value(d, AT_A_MOVES + side);

        d->moves[side] = moves && moves->integer != 0;
    }
    one_on_one_between(&d->both, &b->adapter, field_of(d), element_of(d, A), d->fires);
    d->both.never_begins = d->both.stalemate && one_on_one_acts_first(&d->both) == SALVO_FIRST_NOBODY;
    status = one_on_one_aim(&d->both, d->range, d->moves, err);
    for (int side = A; side <= B; side++)
        d->fires[side].at_once = d->both.first == FIRST_SIMULTANEOUS;
    return status == SALVO_OK ? prepare_end(d, err) : status;
}

/* Returns the name of the row, or its id. The name replaces what the user typed, which may be an id or an
 * abbreviation. */
static const char *name_of(const duel *d, int side)
{
    const int at = places_of(d)->shared[side == A ? AT_A : AT_B];
    const salvo_parameter *p = &d->schema->parameters[at];
    const row_value row = value_row(d->book->store, p->table, p->more_table, (size_t)d->values[at]->integer);
    const char *name = salvo_table_text(&d->book->store->tables[row.table], row.row, "name");

    return name && *name ? name : d->values[at]->text;
}

/* Pushes what rules may know of the question besides the field and the sides. */
static void push_asked(lua_State *L, const duel *d)
{
    lua_createtable(L, 0, 2);
    lua_pushstring(L, SALVO_ACTS_FIRST[one_on_one_acts_first(&d->both)]);
    lua_setfield(L, -2, "first");
    if (d->both.turn_limit)
        lua_pushinteger(L, d->both.turn_limit);
    else
        lua_pushnil(L);
    lua_setfield(L, -2, "turns");
}

/* The rulebook's own words for both sides. */
typedef struct heading {
    const duel *duel;
    const char *order; /* "initiative is rolled for every turn" */
    salvo_text *text;
} heading;

static void explain_sides(lua_State *L, void *of)
{
    const heading *h = of;
    const duel *d = h->duel;
    const subject *own = d->book->script->one_on_one;

    worker_push_function(L, own, FN_EXPLAIN);
    situation_push(L, field_of(d)->content);
    situation_push(L, element_of(d, A)->content);
    situation_push(L, element_of(d, B)->content);
    rows_push(L, &(rule_value){VALUE_DECIMAL, {.decimal = d->range}});
    lua_pushstring(L, h->order);
    push_asked(L, d);
    lua_call(L, 6, 1);
    situation_add_lines(L, own, h->text);
}

static void put_sides(const duel *d, const char *order, salvo_text *text)
{
    if (d->book->script->one_on_one->has[FN_EXPLAIN]) {
        heading h = {d, order, text};

        worker_ask(book_changeable(d->book), field_of(d)->content, explain_sides, &h, NULL);
        return;
    }
    salvo_text_add(text, "%s (a) against %s (b), %g %s apart; %s\n", name_of(d, A), name_of(d, B), d->range,
                   d->book->store->distance_unit, order);
}

static void explain(const void *of, salvo_text *text)
{
    const duel *d = of;
    salvo_text order = {0};

    one_on_one_explain(&d->both, &order);
    put_sides(d, salvo_text_of(&order), text);
    salvo_text_free(&order);
    for (int side = A; side <= B; side++) {
        const salvo_circumstances now = {.side = side,
                                         .range = d->range,
                                         .moving = d->moves[side],
                                         .target_moving = d->moves[!side],
                                         .is_duel = true};

        fire_explain(&d->fires[side], field_of(d), element_of(d, side), element_of(d, !side), &now, text);
    }
}

/* Both have their own brackets; sweeps sort them and take each once. */
static size_t brackets(const void *of, double upto[SALVO_BRACKETS_MAX])
{
    double all[N_DUEL_SIDES * SALVO_BRACKETS_MAX];
    size_t n = 0, kept;

    for (int side = A; side <= B; side++)
        n += situation_element_brackets(field_of(of), element_of(of, side), all + n);
    kept = n < SALVO_BRACKETS_MAX ? n : SALVO_BRACKETS_MAX;
    memcpy(upto, all, kept * sizeof *upto);
    return kept;
}

typedef struct expecting {
    const duel *duel;
    const char *name;
    bool has_meaning;
} expecting;

static void ask_expects(lua_State *L, void *of)
{
    expecting *e = of;
    const subject *own = e->duel->book->script->one_on_one;

    worker_push_function(L, own, FN_EXPECTS);
    situation_push(L, field_of(e->duel)->content);
    lua_pushstring(L, e->name);
    push_asked(L, e->duel);
    lua_call(L, 3, 1);
    e->has_meaning = roll_has_meaning(L, own);
}

static bool expects(const void *of, size_t expectation)
{
    const duel *d = of;
    expecting e = {d, d->book->script->one_on_one->procedure.expectations[expectation].name, false};

    return worker_ask(book_changeable(e.duel->book), field_of(e.duel)->content, ask_expects, &e, NULL) && e.has_meaning;
}

static const char *remark(const void *of)
{
    return field_remark(field_of(of), 1);
}

/* Reading. */

/* Elements of a side follow those of the other, key by key. */
static void add_own(lua_State *L, const reader *r, const salvo_schema *element, salvo_parameter *to)
{
    for (size_t i = 1; i < element->n_parameters; i++)
        for (int side = A; side <= B; side++, to++) {
            *to = element->parameters[i];
            if (!one_on_one_own(to, side, r->memory))
                sandbox_no_memory(L);
        }
}

/* If the order of a battle is at once, both also fire together in the duel by default, because the rules were written
 * for that. */
static const salvo_parameter *parameters_of_battle(lua_State *L, const reader *r, size_t *n)
{
    const script_battle *b = r->script->battle;
    const salvo_ruleset *ruleset = &r->script->ruleset;
    const salvo_schema *element = &b->element.procedure.schema, *field = &b->field.procedure.schema;
    const bool at_once = b->adapter.sequence == SALVO_AT_ONCE;
    const salvo_parameter before[] = {
        ROW_REQUIRED("a", "one side", ruleset->units, .more_table = ruleset->more_units),
        ROW_REQUIRED("b", "the other side", ruleset->units, .more_table = ruleset->more_units),
        DECIMAL("range", "distance between them", 0, INFINITY, NULL, .required = true, .distance = true,
                .table = b->brackets, .bracketed = b->battle.has[FN_BRACKETS]),
        CHOICE("first", "who acts first in a turn", DUEL_FIRST_CHOICES, at_once ? "simultaneous" : "initiative",
               .without = 0),
        FLAG("a-moves", "a moves every turn", .aliases = "a-moving|a-moved", .phrases = SALVO_MOVING_PHRASES,
             .without = 0),
        FLAG("b-moves", "b moves every turn", .aliases = "b-moving|b-moved", .phrases = SALVO_MOVING_PHRASES,
             .without = 0),
    };
    const salvo_parameter turns =
        WHOLE("turns", "turns after which the duel ends, undecided", 1, 1000000, "unlimited", .word = "unlimited");
    const size_t n_before = COUNT_OF(before), n_own = 2 * (element->n_parameters - 1);
    salvo_parameter *all;

    *n = n_before + n_own + field->n_parameters + 1;
    all = kind_array(L, r->memory, *n, sizeof *all);
    memcpy(all, before, sizeof before);
    add_own(L, r, element, all + n_before);
    for (size_t i = 0; i < field->n_parameters; i++)
        all[n_before + n_own + i] = field->parameters[i];
    all[*n - 1] = turns;
    return all;
}

/* Returns the place of the parameter with this key or alias; ABSENT: there is none. */
static int place_of(const salvo_schema *schema, const char *key)
{
    const size_t length = strlen(key);

    for (size_t i = 0; i < schema->n_parameters; i++) {
        const salvo_parameter *p = &schema->parameters[i];

        if (strcmp(p->key, key) == 0)
            return (int)i;
        for (const char *alias = p->aliases; alias && *alias; alias += strspn(alias, "|")) {
            const size_t n = strcspn(alias, "|");

            if (n == length && strncmp(alias, key, n) == 0)
                return (int)i;
            alias += n;
        }
    }
    return ABSENT;
}

static bool same_choices(const char *const *some, const char *const *others)
{
    for (; *some && *others; some++, others++)
        if (strcmp(*some, *others) != 0)
            return false;
    return !*some && !*others;
}

static bool same_text(const char *one, const char *other)
{
    return one && other ? strcmp(one, other) == 0 : !one && !other;
}

/* A value of the duel is used where one of the element or the field is expected. */
static bool serves_as(const salvo_parameter *own, const salvo_parameter *expected)
{
    if (own->kind != expected->kind || !same_text(own->table, expected->table) ||
        !same_text(own->more_table, expected->more_table))
        return false;
    if (own->kind == SALVO_CHOICE)
        return same_choices(own->choices, expected->choices);
    return own->kind == SALVO_NAME || (own->min >= expected->min && own->max <= expected->max);
}

/* Where each parameter goes, while they are matched. */
typedef struct matching {
    const subject *duel;
    bool *is_used;                 /* by the duel's parameter */
    const char *const *leaves_out; /* keys of others */
    size_t n_left_out;
    bool *is_left_out; /* by the key: there is such a parameter */
} matching;

static int match(lua_State *L, const matching *m, const char *key, const salvo_parameter *expected, const char *of)
{
    const salvo_schema *schema = &m->duel->procedure.schema;
    const int at = place_of(schema, key);

    if (at == ABSENT)
        sandbox_fail(L, m->duel->line, "%s has no parameter '%s', which %s needs", schema->name, key, of);
    if (!serves_as(&schema->parameters[at], expected))
        sandbox_fail(L, m->duel->line, "the parameter '%s' of %s must have the kind of '%s' of %s", key, schema->name,
                     expected->key, of);
    /* An element's names cannot clash with the shared ones, because they have a prefix. A field may well have a `range`
     * of its own. */
    if (m->is_used[at])
        sandbox_fail(L, m->duel->line, "the battle's duel has two parameters '%s'; rename the one of the field", key);
    m->is_used[at] = true;
    return at;
}

/* The duel lacks a parameter with that key, or has one that is another's: the field's `policy` where an element has a
 * policy of its own. */
static bool is_free(const matching *m, const char *key)
{
    const int at = place_of(&m->duel->procedure.schema, key);

    return at != ABSENT && !m->is_used[at];
}

/* Returns whether the duel leaves out a parameter of an element or the field, which has the key `key` in it. */
static bool is_left_out(lua_State *L, const matching *m, const salvo_parameter *p, const char *key)
{
    size_t i = 0;

    while (i < m->n_left_out && strcmp(m->leaves_out[i], p->key) != 0)
        i++;
    if (i == m->n_left_out || is_free(m, key))
        return false;
    if (p->required || p->defaults || p->fallback_row)
        sandbox_fail(L, m->duel->line,
                     "leaves_out = '%s': only a parameter with a default that depends on no other one can be left out",
                     p->key);
    return m->is_left_out[i] = true;
}

/* Returns the name of a turn, by which reports and the parameter with the limit call it: that of the average that
 * counts turns, if there is such a parameter. */
static const char *turns_of(const salvo_procedure *p)
{
    const char *own = p->expectations[0].name;

    return place_of(&p->schema, own) == ABSENT ? SHARED[AT_TURNS] : own;
}

/* A unit is a parameter of the duel's own, "a", or one of its side like any other of an element: "a-class". */
static const char *shared_key(lua_State *L, const reader *r, const salvo_procedure *p, int which)
{
    const char *unit = r->script->battle->element.procedure.schema.parameters[0].key, *key;

    if (which == AT_TURNS)
        return turns_of(p);
    if (which > AT_B || place_of(&p->schema, SHARED[which]) != ABSENT)
        return SHARED[which];
    key = salvo_arena_printf(r->memory, "%s-%s", SHARED[which], unit);
    if (!key)
        sandbox_no_memory(L);
    return place_of(&p->schema, key) == ABSENT ? SHARED[which] : key;
}

static void match_shared(lua_State *L, const reader *r, const matching *m, int *places)
{
    const salvo_ruleset *ruleset = &r->script->ruleset;
    const salvo_parameter expected[N_SHARED] = {
        {.key = "unit", .kind = SALVO_NAME, .table = ruleset->units, .more_table = ruleset->more_units},
        {.key = "unit", .kind = SALVO_NAME, .table = ruleset->units, .more_table = ruleset->more_units},
        {.kind = SALVO_DECIMAL, .max = INFINITY},
        {.kind = SALVO_CHOICE},
        {.kind = SALVO_INTEGER, .max = INT32_MAX},
        {.kind = SALVO_FLAG, .max = 1},
        {.kind = SALVO_FLAG, .max = 1},
    };

    for (int i = 0; i < N_SHARED; i++) {
        const char *key = shared_key(L, r, &m->duel->procedure, i);
        const int at = place_of(&m->duel->procedure.schema, key);
        salvo_parameter like = expected[i];

        places[i] = ABSENT;
        if (at == ABSENT && i >= AT_TURNS)
            continue;
        like.key = key;
        if (at != ABSENT) { /* of these, any table of brackets and any of the four words will do */
            const salvo_parameter *own = &m->duel->procedure.schema.parameters[at];

            like.table = i > AT_B ? own->table : like.table;
            like.choices = own->choices;
        }
        places[i] = match(L, m, key, &like, "a duel");
    }
}

/* A sweep over `bracketed` needs brackets of elements. */
static void check_bracketed(lua_State *L, const reader *r, const subject *whose, int at)
{
    if (whose->procedure.schema.parameters[at].bracketed && !r->script->battle->battle.has[FN_BRACKETS])
        sandbox_fail(L, whose->line, "%s: `bracketed` needs a function `brackets` of the battle",
                     whose->procedure.schema.name);
}

static void check_first(lua_State *L, const subject *whose, int at)
{
    const salvo_parameter *first = &whose->procedure.schema.parameters[at];

    for (const char *const *choice = first->choices; *choice; choice++) {
        int known = 0;

        while (DUEL_FIRST_CHOICES[known] && strcmp(DUEL_FIRST_CHOICES[known], *choice) != 0)
            known++;
        if (!DUEL_FIRST_CHOICES[known])
            check_fail_among(L, (const char *const *)DUEL_FIRST_CHOICES, whose->line, *choice,
                             "first: a duel does not know who that is");
    }
}

static void match_element(lua_State *L, const reader *r, const matching *m, duel_places *to)
{
    const salvo_schema *element = &r->script->battle->element.procedure.schema;

    for (int side = A; side <= B; side++) {
        to->own[side][0] = to->shared[side == A ? AT_A : AT_B];
        for (size_t i = 1; i < element->n_parameters; i++) {
            salvo_parameter own = element->parameters[i];

            if (!one_on_one_own(&own, side, r->memory))
                sandbox_no_memory(L);
            to->own[side][i] = is_left_out(L, m, &element->parameters[i], own.key)
                                   ? ABSENT
                                   : match(L, m, own.key, &element->parameters[i], "an element");
        }
    }
}

/* The field may know who is first, in the same words as the duel. */
static int match_of_field(lua_State *L, const matching *m, const salvo_parameter *p, const duel_places *to)
{
    const int first = to->shared[AT_FIRST];
    const salvo_schema *schema = &m->duel->procedure.schema;

    if (place_of(schema, p->key) == first && serves_as(&schema->parameters[first], p))
        return first;
    return match(L, m, p->key, p, "the field");
}

static void match_field(lua_State *L, const reader *r, const matching *m, duel_places *to)
{
    const salvo_schema *field = &r->script->battle->field.procedure.schema;

    to->field = kind_array(L, r->memory, field->n_parameters, sizeof *to->field);
    for (size_t i = 0; i < field->n_parameters; i++) {
        const salvo_parameter *own = &field->parameters[i];

        to->field[i] = is_left_out(L, m, own, own->key) ? ABSENT : match_of_field(L, m, own, to);
    }
}

static void match_all(lua_State *L, const reader *r, int index, const subject *whose, duel_places *to)
{
    const salvo_schema *schema = &whose->procedure.schema;
    matching m = {.duel = whose, .is_used = kind_array(L, r->memory, schema->n_parameters, sizeof *m.is_used)};

    if (lua_getfield(L, index, "leaves_out") == LUA_TTABLE)
        m.leaves_out = kind_texts(L, -1, r->memory, whose->line, "leaves_out", &m.n_left_out);
    lua_pop(L, 1);
    m.is_left_out = kind_array(L, r->memory, m.n_left_out, sizeof *m.is_left_out);
    match_shared(L, r, &m, to->shared);
    check_bracketed(L, r, whose, to->shared[AT_RANGE]);
    check_first(L, whose, to->shared[AT_FIRST]);
    match_element(L, r, &m, to);
    match_field(L, r, &m, to);
    for (size_t i = 0; i < m.n_left_out; i++)
        if (!m.is_left_out[i])
            sandbox_fail(
                L, whose->line,
                "leaves_out = '%s': neither an element nor the field has that parameter, or the duel has it, too",
                m.leaves_out[i]);
    for (size_t i = 0; i < schema->n_parameters; i++)
        if (!m.is_used[i])
            sandbox_fail(L, whose->line, "the parameter '%s' of %s belongs to neither an element nor the field",
                         schema->parameters[i].key, schema->name);
}

/* Four names, each of which stands for one end of a duel. */
static void read_outcomes(lua_State *L, const reader *r, int index, subject *to, duel_places *places)
{
    salvo_procedure *p = &to->procedure;
    const char *stalemate = check_text(L, index, "stalemate");

    p->outcomes = DUEL_OUTCOMES;
    p->n_outcomes = N_DUEL_OUTCOMES;
    if (lua_getfield(L, index, "outcomes") == LUA_TTABLE)
        p->outcomes = kind_texts(L, -1, r->memory, to->line, "outcomes", &p->n_outcomes);
    lua_pop(L, 1);
    if (p->n_outcomes != N_DUEL_OUTCOMES)
        sandbox_fail(L, to->line,
                     "%s has %zu outcomes; it needs four: a wins, b wins, both are lost, and it is undecided",
                     p->schema.name, p->n_outcomes);
    for (int i = 0; stalemate && !places->stalemate; i++) {
        if (i == N_DUEL_OUTCOMES)
            sandbox_fail(L, to->line, "stalemate = '%s' is not one of the last two outcomes of %s", stalemate,
                         p->schema.name);
        if (i >= DUEL_MUTUAL && strcmp(p->outcomes[i], stalemate) == 0)
            places->stalemate = i;
    }
}

/* The engine counts turns, and `ends` returns the others. */
static void read_expectations(lua_State *L, const reader *r, int index, subject *to)
{
    salvo_procedure *p = &to->procedure;

    procedure_read_expectations(L, r, index, to);
    reader_functions(L, index, to, FN_ENDS, FN_ENDS);
    if (!p->n_expectations) {
        p->expectations = DUEL_EXPECTATIONS;
        p->n_expectations = COUNT_OF(DUEL_EXPECTATIONS);
    }
    if (to->has[FN_ENDS] != (p->n_expectations > 1))
        sandbox_fail(L, to->line,
                     "%s: averages besides the turns and the function `ends` belong together; one is missing",
                     p->schema.name);
}

/* The values go to places in `values` and not to fields of a struct, because the rulebook decides on their number. */
static void read_parameters(lua_State *L, const reader *r, int index, const subject *whose, salvo_schema *schema)
{
    const salvo_parameter *read;
    salvo_parameter *all;

    if (lua_getfield(L, index, "parameters") == LUA_TTABLE)
        read = parameters_read(L, r, -1, NULL, whose->line, schema->name, &schema->n_parameters);
    else
        read = parameters_of_battle(L, r, &schema->n_parameters);
    lua_pop(L, 1);
    all = kind_array(L, r->memory, schema->n_parameters, sizeof *all);
    memcpy(all, read, schema->n_parameters * sizeof *all);
    for (size_t i = 0; i < schema->n_parameters; i++)
        all[i].into = (salvo_place){SALVO_TO_VALUE, offsetof(struct duel, values) + i * sizeof(const salvo_value *),
                                    sizeof(const salvo_value *)};
    schema->parameters = all;
}

/* If both fire at the same time, both can be out. */
static void check_stalemate(lua_State *L, const subject *whose, const duel_places *places)
{
    const char *const *choices = whose->procedure.schema.parameters[places->shared[AT_FIRST]].choices;

    for (; places->stalemate == DUEL_MUTUAL && *choices; choices++)
        if (strcmp(*choices, DUEL_FIRST_CHOICES[FIRST_SIMULTANEOUS]) == 0)
            sandbox_fail(L, whose->line,
                         "stalemate: %s lets both fire at the same time, so both can be lost; leave out one of the two",
                         whose->procedure.schema.name);
}

/* The duel is made once, when the rules are read, and is a procedure of the rulebook. So help, checks and studies treat
 * it like any other. */
void duel_make(lua_State *L, const reader *r, int index)
{
    script *s = r->script;
    script_battle *b = s->battle;
    subject *to = s->one_on_one;
    salvo_schema *schema = &to->procedure.schema;
    duel_places *places = kind_array(L, r->memory, 1, sizeof *places);

    to->script = s;
    to->is = A_DUEL;
    procedure_describe(L, r, index, to);
    if (b->element.procedure.schema.n_parameters > OWN_MAX || b->field.procedure.schema.n_parameters > OWN_MAX)
        sandbox_fail(L, to->line, "an element or a field has more than %d parameters", OWN_MAX);
    places->counts_activations = check_flag(L, index, "counts_activations");
    read_outcomes(L, r, index, to, places);
    read_expectations(L, r, index, to);
    read_parameters(L, r, index, to, schema);
    match_all(L, r, index, to, places);
    check_stalemate(L, to, places);
    reader_functions(L, index, to, FN_EXPLAIN, FN_EXPECTS);
    schema->tables = (salvo_place)SALVO_PLACE(duel, book);
    schema->self = (salvo_place)SALVO_PLACE(duel, schema);
    /* The schemas of field and element decide on the sizes of the three situations after the values. */
    schema->situation_size = sizeof(duel) + schema->n_parameters * sizeof(const salvo_value *) +
                             b->field.procedure.schema.situation_size +
                             N_DUEL_SIDES * b->element.procedure.schema.situation_size;
    schema->prepare = prepare;
    schema->explain = explain;
    schema->brackets = b->battle.has[FN_BRACKETS] ? brackets : NULL;
    schema->remark = b->battle.has[FN_REMARK] ? remark : NULL;
    to->procedure.expects = to->has[FN_EXPECTS] ? expects : NULL;
    to->procedure.chain = &DUEL_CHAIN;
    s->duel_places = places;
    s->duel = (salvo_duel_adapter)DUEL_ADAPTER_OF(schema->name);
    s->duel.a = schema->parameters[places->shared[AT_A]].key;
    s->duel.b = schema->parameters[places->shared[AT_B]].key;
    s->duel.range = schema->parameters[places->shared[AT_RANGE]].key;
    s->duel.first = schema->parameters[places->shared[AT_FIRST]].key;
    s->duel.turns = to->procedure.expectations[0].name;
    s->duel.a_wins = to->procedure.outcomes[DUEL_A_WINS];
    s->duel.b_wins = to->procedure.outcomes[DUEL_B_WINS];
    s->duel.mutual = places->stalemate == DUEL_MUTUAL ? "" : to->procedure.outcomes[DUEL_MUTUAL];
    s->duel.counts = places->counts_activations ? s->duel.turns : turns_of(&to->procedure);
    s->duel.mirrors = b->adapter.mirrors;
    s->ruleset.duel = &s->duel;
}
