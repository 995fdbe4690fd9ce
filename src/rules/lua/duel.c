/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The duel that `duel = true` makes of a battle. The same engine fights it as the duels of C rulebooks (one_on_one).
 * Its parameters are those of all duels, then the element's own once for each side (a-cover, b-cover), then the
 * field's. Its preparation makes three contents, for the field and both elements, as a battle would, and aims each side
 * at the other. */
#include "rules/lua/duel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/lua/fire.h"
#include "rules/lua/reader.h"
#include "rules/lua/situation.h"
#include "rules/one_on_one.h"
#include "rules/parameters.h"

enum { A = SIDE_OF_A, B = SIDE_OF_B, ROOM = 10 }; /* parameters besides those of elements and field */

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
    const salvo_value *values[];
} duel;

/* The places of the parameters. They are computed from the number of the element's parameters, so that only one place
 * in the code has their order. */
typedef struct duel_places {
    size_t a, b, range, first, turns;
    size_t own[N_DUEL_SIDES]; /* the first of a side's own, after its unit */
    size_t field;
} duel_places;

static size_t more_of(const subject *element)
{
    return element->procedure.schema.n_parameters - 1; /* without the unit */
}

/* The seven before a side's own are those of add_shared(), in its order. */
static duel_places places_of(const script_battle *b)
{
    const size_t more = more_of(&b->element);

    return (duel_places){
        .a = 0, .b = 1, .range = 2, .first = 3, .turns = 4, .own = {7, 7 + more}, .field = 7 + 2 * more};
}

/* Other code sees situations as const. This one is still being prepared, and belongs to the caller. */
static char *behind_values(const duel *d)
{
    return (char *)(uintptr_t)&d->values[d->schema->n_parameters];
}

/* Makes the situation of an element or of the field from the duel's values. */
static salvo_status enlist(duel *d, const subject *of, const salvo_value *const *values, situation *to,
                           salvo_error *err)
{
    to->book = d->book;
    to->schema = &of->procedure.schema;
    return situation_content(d->book, of, values, &to->content, err);
}

static salvo_status enlist_side(duel *d, const script_battle *b, int side, situation *to, salvo_error *err)
{
    const duel_places at = places_of(b);
    /* The unit and at most 255 more: duel_make() refuses an element with more. */
    const salvo_value *values[256];

    values[0] = d->values[side == A ? at.a : at.b];
    for (size_t i = 0; i < more_of(&b->element); i++)
        values[1 + i] = d->values[at.own[side] + i];
    return enlist(d, &b->element, values, to, err);
}

/* `range` and `turns` of the question decide here, not those of the field. A word for `turns` means "unlimited", which
 * is 0 for the engine. */
static salvo_status prepare(const void *tables, void *of, salvo_error *err)
{
    duel *d = of;
    const lua_book *book = tables;
    const script_battle *b = book->script->battle;
    const duel_places at = places_of(b);
    char *room = behind_values(d);
    situation *field = (situation *)(void *)room;
    char *elements = room + b->field.procedure.schema.situation_size;
    const size_t size = b->element.procedure.schema.situation_size;
    salvo_status status = enlist(d, &b->field, &d->values[at.field], field, err);

    for (int side = A; side <= B && status == SALVO_OK; side++)
        status = enlist_side(d, b, side, (situation *)(void *)(elements + (size_t)side * size), err);
    if (status != SALVO_OK)
        return status;
    d->range = d->values[at.range]->decimal;
    d->both.looks_at_actor = true;
    d->both.first = (duel_first)d->values[at.first]->integer;
    d->both.turn_limit = d->values[at.turns]->word ? 0 : d->values[at.turns]->integer;
    for (int side = A; side <= B; side++)
        d->moves[side] = d->values[at.turns + 1 + (size_t)side]->integer != 0;
    one_on_one_between(&d->both, &b->adapter, field, elements, d->fires);
    status = one_on_one_aim(&d->both, d->range, d->moves, err);
    for (int side = A; side <= B; side++)
        d->fires[side].at_once = d->both.first == FIRST_SIMULTANEOUS;
    return status;
}

/* Returns the name of the row, or its id. The name replaces what the user typed, which may be an id or an
 * abbreviation. */
static const char *name_of(const duel *d, int side)
{
    const salvo_parameter *p = &d->schema->parameters[side];
    const row_value row = value_row(d->book->store, p->table, p->more_table, (size_t)d->values[side]->integer);
    const char *name = salvo_table_text(&d->book->store->tables[row.table], row.row, "name");

    return name && *name ? name : d->values[side]->text;
}

static void explain(const void *of, salvo_text *text)
{
    const duel *d = of;

    salvo_text_add(text, "%s (a) against %s (b), %g %s apart; ", name_of(d, A), name_of(d, B), d->range,
                   d->book->store->distance_unit);
    one_on_one_explain(&d->both, text);
    salvo_text_put(text, "\n");
    for (int side = A; side <= B; side++)
        fire_explain(&d->fires[side], text);
}

/* Reading. */

static void add_own(lua_State *L, const reader *r, const subject *element, int side, salvo_parameter *to)
{
    for (size_t i = 0; i < more_of(element); i++) {
        to[i] = element->procedure.schema.parameters[i + 1];
        if (!one_on_one_own(&to[i], side, r->memory))
            sandbox_no_memory(L);
    }
}

/* If the order of a battle is at once, both also fire together in the duel by default, because the rules were written
 * for that. */
static void add_shared(const script_battle *b, const salvo_ruleset *ruleset, salvo_parameter *to)
{
    const bool at_once = b->adapter.sequence == SALVO_AT_ONCE;
    const salvo_parameter shared[] = {
        ROW_REQUIRED("a", "one side", ruleset->units, .more_table = ruleset->more_units),
        ROW_REQUIRED("b", "the other side", ruleset->units, .more_table = ruleset->more_units),
        DECIMAL("range", "distance between them", 0, INFINITY, NULL, .required = true, .distance = true,
                .table = b->brackets),
        CHOICE("first", "who acts first in a turn", DUEL_FIRST_CHOICES, at_once ? "simultaneous" : "initiative",
               .without = 0),
        WHOLE("turns", "turns after which the duel ends, undecided", 1, 1000000, "unlimited", .word = "unlimited"),
        FLAG("a-moves", "a moves every turn", .aliases = "a-moving|a-moved", .phrases = SALVO_MOVING_PHRASES,
             .without = 0),
        FLAG("b-moves", "b moves every turn", .aliases = "b-moving|b-moved", .phrases = SALVO_MOVING_PHRASES,
             .without = 0),
    };

    memcpy(to, shared, sizeof shared);
}

/* The values go to places in `values` and not to fields of a struct, because the rulebook decides on their number. */
static const salvo_parameter *parameters(lua_State *L, const reader *r, size_t *n)
{
    const script_battle *b = r->script->battle;
    const duel_places at = places_of(b);
    const salvo_schema *field = &b->field.procedure.schema;
    salvo_parameter *all;

    *n = at.field + field->n_parameters;
    all = kind_array(L, r->memory, *n, sizeof *all);
    add_shared(b, &r->script->ruleset, all);
    add_own(L, r, &b->element, A, &all[at.own[A]]);
    add_own(L, r, &b->element, B, &all[at.own[B]]);
    for (size_t i = 0; i < field->n_parameters; i++)
        all[at.field + i] = field->parameters[i];
    for (size_t i = 0; i < *n; i++) {
        all[i].into = (salvo_place){SALVO_TO_VALUE, offsetof(duel, values) + i * sizeof(const salvo_value *),
                                    sizeof(const salvo_value *)};
        /* An element's names cannot clash with the shared ones, because they have a prefix. A field may well have a
         * `range` of its own. */
        for (size_t k = 0; k < i; k++)
            if (strcmp(all[k].key, all[i].key) == 0)
                sandbox_fail(L, b->battle.line,
                             "the battle's duel has two parameters '%s'; rename the one of the field", all[i].key);
    }
    return all;
}

/* The duel is made once, when the rules are read, and listed like a procedure of the rulebook. So help, checks and
 * studies treat it like any other. */
void duel_make(lua_State *L, const reader *r)
{
    script *s = r->script;
    script_battle *b = s->battle;
    subject *to = kind_array(L, r->memory, 1, sizeof *to);
    salvo_schema *schema = &to->procedure.schema;

    to->script = s;
    to->is = A_DUEL;
    to->line = b->battle.line;
    schema->name = salvo_arena_printf(r->memory, "%s.duel", r->store->id);
    if (!schema->name)
        sandbox_no_memory(L);
    if (more_of(&b->element) > 255)
        sandbox_fail(L, to->line, "an element has more than 255 parameters");
    to->procedure.id = schema->name;
    to->procedure.documentation =
        (salvo_documentation){.chapter = "Battles", .title = "a battle of one against one", .section = ""};
    schema->parameters = parameters(L, r, &schema->n_parameters);
    schema->tables = (salvo_place)SALVO_PLACE(duel, book);
    schema->self = (salvo_place)SALVO_PLACE(duel, schema);
    /* The schemas of field and element decide on the sizes of the three situations after the values. */
    schema->situation_size = sizeof(duel) + schema->n_parameters * sizeof(const salvo_value *) +
                             b->field.procedure.schema.situation_size +
                             N_DUEL_SIDES * b->element.procedure.schema.situation_size;
    schema->prepare = prepare;
    schema->explain = explain;
    to->procedure.outcomes = DUEL_OUTCOMES;
    to->procedure.n_outcomes = N_DUEL_OUTCOMES;
    to->procedure.expectations = DUEL_EXPECTATIONS;
    to->procedure.n_expectations = COUNT_OF(DUEL_EXPECTATIONS);
    to->procedure.chain = &DUEL_CHAIN;
    s->one_on_one = to;
    s->duel = (salvo_duel_adapter)DUEL_ADAPTER_OF(schema->name);
    s->duel.mirrors = b->adapter.mirrors;
    s->ruleset.duel = &s->duel;
}
