/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads battle {...} into an adapter like those of C rulebooks. The functions in it decide which of the adapter's
 * pointers are set. Engines do without the others, so most of a battle may be left out. */
#include "rules/lua/battle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/phrase.h"
#include "rules/lua/dice.h"
#include "rules/lua/element.h"
#include "rules/lua/field.h"
#include "rules/lua/fire.h"
#include "rules/lua/made.h"
#include "rules/lua/parameters.h"
#include "rules/lua/shot.h"
#include "rules/lua/situation.h"
#include "rules/lua/turn_end.h"
#include "rules/lua/unit_number.h"

static const char *const ORDERS[] = {[SALVO_ALTERNATELY] = "alternately",
                                     [SALVO_AT_ONCE] = "at-once",
                                     [SALVO_BY_SIDES] = "by-sides",
                                     [SALVO_BY_CARDS] = "by-cards",
                                     NULL};

static salvo_battle_order read_order(lua_State *L, int index, int line)
{
    const char *name = check_text(L, index, "order");
    char what[128];

    for (int i = 0; ORDERS[i]; i++)
        if (strcmp(ORDERS[i], name) == 0)
            return (salvo_battle_order)i;
    snprintf(what, sizeof what, "'%.64s' is not an order of acting", name);
    check_fail_among(L, ORDERS, line, name, what);
}

/* A field of the state is read without Lua, but a function is called in every state. A strength below 0 would be
 * neither in the fight nor out of it. */
static void read_strength(lua_State *L, int index, script_battle *b)
{
    const char *name = check_text(L, index, "strength");
    const state_layout *layout = &b->battle.state;

    b->strength_field = -1;
    for (size_t i = 0; name && i < layout->n; i++)
        if (strcmp(layout->fields[i].name, name) == 0 && layout->fields[i].kind.kind == SALVO_INTEGER &&
            !layout->fields[i].length)
            b->strength_field = (int)i;
    if (name && b->strength_field < 0)
        sandbox_fail(L, b->battle.line, "strength = '%s' is not a field of the state that is a whole number", name);
    if (name && layout->fields[b->strength_field].least < 0)
        sandbox_fail(L, b->battle.line, "strength = '%s': the limits of a strength must be 0 or more", name);
}

/* The words are for the manual. A battle without words is described by its shape alone. */
static void read_words(lua_State *L, const reader *r, int index, script_battle *b)
{
    static const struct {
        const char *name;
        size_t offset;
        const char *otherwise;
    } WORDS[] = {
        {"strength", offsetof(salvo_battle_words, strength), "its strength"},
        {"attack", offsetof(salvo_battle_words, attack), "it acts against an enemy"},
        {"fire", offsetof(salvo_battle_words, fire), "An element acts against one enemy, throw by throw."},
        {"pace", offsetof(salvo_battle_words, pace), "Its speed."},
        {"end_", offsetof(salvo_battle_words, end), NULL},
        {"worn", offsetof(salvo_battle_words, worn), NULL},
        {"out", offsetof(salvo_battle_words, out), NULL},
        {"worn_key", offsetof(salvo_battle_words, worn_key), NULL},
        {"out_key", offsetof(salvo_battle_words, out_key), NULL},
        {"limit_rulings", offsetof(salvo_battle_words, limit_rulings), NULL},
    };
    const bool any = lua_getfield(L, index, "words") == LUA_TTABLE;

    if (any)
        check_options(L, -1, &WORDS_OPTIONS, 1, b->battle.line);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        const char *given = any ? kind_keep(L, check_text(L, -1, WORDS[i].name), r->memory) : NULL;

        *(const char **)(void *)((char *)&b->words + WORDS[i].offset) = given ? given : WORDS[i].otherwise;
    }
    lua_pop(L, 1);
}

/* Reads the table `name` in the battle, if there is one: its options and its functions, among them the dice, which may
 * be constant. */
static bool read_within(lua_State *L, int index, const char *name, const lua_options *options, script_battle *b,
                        function_name first, function_name dice, bool *is_constant)
{
    const bool any = lua_getfield(L, index, name) == LUA_TTABLE;

    if (any) {
        check_options(L, -1, options, 1, b->battle.line);
        reader_functions(L, -1, &b->battle, first, dice + 1); /* the functions after the dice use them */
        *is_constant = !b->battle.has[dice];
        b->battle.has[dice] = true;
    }
    if (any && *is_constant) {
        lua_getfield(L, -1, "dice");
        dice_throw(L);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return any;
}

static void read_dice(lua_State *L, int index, script_battle *b)
{
    if (lua_getfield(L, index, "dice") == LUA_TTABLE) {
        b->battle.has[FN_DICE] = b->battle.constant_dice = true;
        dice_throw(L);
    }
    lua_pop(L, 1);
    b->counts_throws = lua_getfield(L, index, "throws") != LUA_TNIL;
    if (lua_type(L, -1) == LUA_TNUMBER)
        b->throws = (int)check_whole(L, -1, b->battle.line, "throws", 0, UINT8_MAX);
    lua_pop(L, 1);
}

/* A face is a byte, so a die shows up to 255 numbers. */
static void read_shows(lua_State *L, const reader *r, int index, script_battle *b)
{
    value_kind kind;

    b->has_shows = lua_getfield(L, index, "shows") != LUA_TNIL;
    if (b->has_shows) {
        kind = kind_read(L, -1, r->memory, b->battle.line, "what a throw shows");
        if (kind.kind != SALVO_INTEGER || kind.max - kind.min >= UINT8_MAX)
            sandbox_fail(L, b->battle.line, "shows must be whole(min, max), with at most %d numbers", UINT8_MAX);
        b->shows_least = (int64_t)kind.min;
        b->shows_most = (int64_t)kind.max;
    }
    lua_pop(L, 1);
}

/* Elements and fields have parameters but no dice. */
static void read_side(lua_State *L, const reader *r, int index, const char *name, const salvo_parameter *first,
                      const char *called, subject *to)
{
    salvo_schema *schema = &to->procedure.schema;

    to->script = r->script;
    to->line = r->script->battle->battle.line;
    schema->name = called;
    if (!called)
        schema->name = strcmp(name, "field") == 0
                           ? salvo_arena_printf(r->memory, "a battle of %s", r->store->title)
                           : salvo_arena_printf(r->memory, "%s %s of %s", salvo_article(name), name, r->store->title);
    if (!schema->name)
        sandbox_no_memory(L);
    lua_getfield(L, index, name);
    schema->parameters = parameters_read(L, r, -1, first, to->line, schema->name, &schema->n_parameters);
    lua_pop(L, 1);
    schema->situation_size = sizeof(situation) + schema->n_parameters * sizeof(const salvo_value *);
    schema->tables = (salvo_place)SALVO_PLACE(situation, book);
    schema->self = (salvo_place)SALVO_PLACE(situation, schema);
    schema->prepare = situation_prepare;
}

/* Returns a text of `words`; NULL: there is none. */
static const char *word_of(lua_State *L, const reader *r, int index, const char *name)
{
    const char *word = NULL;

    if (lua_getfield(L, index, "words") == LUA_TTABLE)
        word = kind_keep(L, check_text(L, -1, name), r->memory);
    lua_pop(L, 1);
    return word;
}

static void make_adapter(lua_State *L, int index, script_battle *b)
{
    b->adapter.words = &b->words;
    b->adapter.mirrors = check_flag(L, index, "mirrors");
    b->adapter.recovers = check_flag(L, index, "recovers");
    b->adapter.opposite = check_flag(L, index, "opposite");
    element_adapt(b);
    field_adapt(b);
    fire_adapt(b);
    shot_adapt(b);
    turn_end_adapt(b);
}

static void check_pairs(lua_State *L, const script_battle *b)
{
    const bool *has = b->battle.has;

    if (has[FN_CAN_STOP] != has[FN_IS_STOPPED])
        sandbox_fail(L, b->battle.line, "can_stop and is_stopped belong together; one of them is missing");
    if (has[FN_LIMITS] != has[FN_WORN])
        sandbox_fail(L, b->battle.line, "limits and worn belong together; one of them is missing");
    if (has[FN_SHOTS] && (b->counts_throws || b->adapter.sequence != SALVO_AT_ONCE))
        sandbox_fail(L, b->battle.line, "shots are for battles with order = \"at-once\", in place of throws");
    if (b->has_shows && (b->counts_throws || b->adapter.sequence != SALVO_AT_ONCE))
        sandbox_fail(L, b->battle.line, "shows is for battles with order = \"at-once\" and without throws");
    if ((b->reads_actor || has[FN_READS_ACTOR]) && !b->counts_throws)
        sandbox_fail(L, b->battle.line, "reads_actor is for throws that are counted; add throws, or leave it out");
    if (has[FN_AFTER_DICE] && b->adapter.sequence != SALVO_AT_ONCE)
        sandbox_fail(L, b->battle.line,
                     "`after` is for battles in which all elements act at once; add order = "
                     "\"at-once\"");
    if (b->battle.state.bytes > SALVO_ELEMENT_BYTES)
        sandbox_fail(L, b->battle.line,
                     "the state of an element takes %zu bytes, and %d are available. Narrow the limits of its fields",
                     b->battle.state.bytes, SALVO_ELEMENT_BYTES);
}

static void check_declared(lua_State *L, const reader *r, const script_battle *b)
{
    for (size_t i = 0; i < r->script->n_tables; i++)
        if (strcmp(r->script->tables[i].name, b->brackets) == 0 && r->script->tables[i].has_brackets)
            return;
    sandbox_fail(L, b->battle.line,
                 "brackets of the battle: declare them, tables = {[\"%s\"] = {brackets = whole(1, 7)}}", b->brackets);
}

static void read_numbers(lua_State *L, const reader *r, int index, script_battle *b)
{
    const bool *has = b->battle.has;

    unit_number_read(L, r, index, "price", -1, has[FN_PRICE], &b->price);
    unit_number_read(L, r, index, "speed", 0, has[FN_SPEED], &b->speed);
    unit_number_read(L, r, index, "closest", 0, has[FN_CLOSEST], &b->closest);
    unit_number_read(L, r, index, "turn_limit", 0, has[FN_TURN_LIMIT], &b->turn_limit);
    if (!has[FN_BRACKETS])
        b->brackets = kind_keep(L, check_text(L, index, "brackets"), r->memory);
    if (!b->brackets)
        return;
    reader_need_brackets(L, r, b->brackets, b->battle.line, "brackets of the battle");
    check_declared(L, r, b);
}

void battle_read(lua_State *L, const reader *r, int index)
{
    script *s = r->script;
    script_battle *b = kind_array(L, r->memory, 1, sizeof *b);
    const char *help = word_of(L, r, index, "unit");
    const char *key = kind_keep(L, check_text(L, index, "unit"), r->memory);
    const salvo_parameter unit = {.key = key ? key : "unit",
                                  .help = help ? help : "a unit",
                                  .kind = SALVO_NAME,
                                  .table = s->ruleset.units,
                                  .more_table = s->ruleset.more_units,
                                  .required = true,
                                  .into = reader_place(0),
                                  .without = NAN};

    if (made_by(L, index) != &BATTLE_OPTIONS)
        sandbox_fail(L, 0, "the rulebook's battle must be made by battle {...}");
    s->battle = b;
    b->battle.is = THE_BATTLE;
    b->battle.script = s;
    b->battle.line = made_line(L, index);
    b->battle.procedure.schema.name = kind_keep(L, "the battle", r->memory);
    parameters_check_key(L, unit.key, b->battle.line, "an element");
    if (!s->ruleset.units)
        sandbox_fail(L, b->battle.line, "a battle needs units; return {units = \"table\", ...}");
    b->adapter.sequence = read_order(L, index, b->battle.line);
    read_side(L, r, index, "element", &unit, word_of(L, r, index, "element"), &b->element);
    read_side(L, r, index, "field", NULL, word_of(L, r, index, "battle"), &b->field);
    reader_functions(L, index, &b->battle, 0, FN_IS_STOPPED);
    reader_functions(L, index, &b->battle, FN_SHOTS, FN_READS_ACTOR);
    b->reads_actor = !b->battle.has[FN_READS_ACTOR] && check_flag(L, index, "reads_actor");
    read_within(L, index, "after", &AFTER_OPTIONS, b, FN_AFTER_WHEN, FN_AFTER_DICE, &b->after_constant);
    b->has_initiative = read_within(L, index, "initiative", &INITIATIVE_OPTIONS, b, FN_INITIATIVE_DICE,
                                    FN_INITIATIVE_DICE, &b->initiative_constant);
    lua_getfield(L, index, "state");
    reader_state(L, r, -1, b->battle.line, &b->battle.state);
    lua_pop(L, 1);
    read_strength(L, index, b);
    read_dice(L, index, b);
    read_shows(L, r, index, b);
    read_numbers(L, r, index, b);
    read_words(L, r, index, b);
    check_pairs(L, b);
    make_adapter(L, index, b);
    s->ruleset.battle = &b->adapter;
}
