/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a roll or a chain a procedure of salvo: a schema of parameters, outcome names, and two functions. All
 * procedures in Lua share the same C functions. The subject that contains the schema decides which rule they call
 * (situation_subject). This file reads only what needs no run of a rule. */
#include "rules/lua/procedure.h"

#include <string.h>

#include "data/names.h"
#include "rules/lua/chain.h"
#include "rules/lua/dice.h"
#include "rules/lua/made.h"
#include "rules/lua/parameters.h"
#include "rules/lua/roll.h"

/* A gain of a throw is at most 2^31, so finer parts would leave room for a gain of one alone. */
enum { PARTS_MAX = 1000000000 };

/* A procedure without a chapter is listed under "Rules". A section may be empty but not NULL, because it is printed. */
static void read_documentation(lua_State *L, const reader *r, int index, subject *to)
{
    salvo_documentation *doc = &to->procedure.documentation;

    doc->title = kind_keep(L, check_text(L, index, "title"), r->memory);
    doc->chapter = kind_keep(L, check_text(L, index, "chapter"), r->memory);
    doc->section = kind_keep(L, check_text(L, index, "section"), r->memory);
    doc->rulings = kind_keep(L, check_text(L, index, "rulings"), r->memory);
    doc->notes = kind_keep(L, check_text(L, index, "notes"), r->memory);
    if (!doc->chapter)
        doc->chapter = to->is == A_DUEL ? "Battles" : "Rules";
    if (!doc->title) /* only a duel may be without */
        doc->title = "a battle of one against one";
    if (!doc->section)
        doc->section = "";
}

/* Names become words of the command line and parts of `--set` paths, hence the narrow alphabet. The message proposes
 * the nearest valid name. */
static void read_name(lua_State *L, const reader *r, int index, subject *to)
{
    const char *given = check_text(L, index, "name"), *id = check_text(L, index, "id");
    const char *name = given ? made_name_within(r->store->id, given) : "duel"; /* only a duel may be without */
    char proposal[SALVO_ID_PROPOSAL];

    if (!salvo_is_id(name)) {
        salvo_id_propose(proposal, name);
        sandbox_fail(L, to->line, "'%s' cannot be the name of a %s; write letters a to z, digits and hyphens%s%s%s",
                     name, made_by(L, index)->of, *proposal ? ": '" : "", proposal, *proposal ? "'" : "");
    }
    to->procedure.schema.name = salvo_arena_printf(r->memory, "%s.%s", r->store->id, name);
    if (!to->procedure.schema.name)
        sandbox_no_memory(L);
    to->procedure.id = id ? kind_keep(L, id, r->memory) : to->procedure.schema.name;
}

/* If a chain does not name the outcome of never ending, it gets one. */
static void add_undecided(lua_State *L, const reader *r, salvo_procedure *p)
{
    const char **outcomes = kind_array(L, r->memory, p->n_outcomes + 2, sizeof *outcomes);

    for (size_t i = 0; i < p->n_outcomes; i++) {
        if (strcmp(p->outcomes[i], "undecided") == 0)
            return;
        outcomes[i] = p->outcomes[i];
    }
    outcomes[p->n_outcomes++] = "undecided";
    p->outcomes = outcomes;
}

/* Returns whether undecided = false says that the chain always ends. */
static bool always_ends(lua_State *L, int index)
{
    const bool is_false = lua_getfield(L, index, "undecided") == LUA_TBOOLEAN && !lua_toboolean(L, -1);

    lua_pop(L, 1);
    return is_false;
}

static bool has_any_number(const salvo_procedure *p)
{
    for (size_t i = 0; i < p->n_outcomes; i++)
        if (roll_has_number(p->outcomes[i]))
            return true;
    return false;
}

/* A "#" among the outcomes is the place of the numbers, and "d#" is that of d0, d1 and so on. `numbers` then describes
 * all outcomes, and the list is only for names that users type. */
static void place_numbers(lua_State *L, const reader *r, subject *to)
{
    static const char *const NONE[] = {NULL};
    salvo_procedure *p = &to->procedure;
    const char **names;
    size_t at = 0;

    to->names = p->outcomes;
    to->n_names = to->n_before = p->n_outcomes;
    if (!has_any_number(p))
        return;
    while (at < p->n_outcomes && strcmp(p->outcomes[at], "#") != 0)
        at++;
    if (!to->has_numbers)
        sandbox_fail(L, to->line, "'#' in outcomes is the place of the numbers; add numbers = \"what they count\"");
    to->has_numbers = at < p->n_outcomes;
    names = kind_array(L, r->memory, p->n_outcomes, sizeof *names);
    for (size_t i = 0, n = 0; i < p->n_outcomes; i++)
        if (i != at)
            names[n++] = p->outcomes[i];
    to->names = names;
    to->n_names -= at < p->n_outcomes;
    to->n_before = at;
    p->made = p->outcomes;
    p->outcomes = NONE;
    p->n_outcomes = 0;
}

/* Outcomes of which an answer lists only those that occur are made ones, like numbers. */
static void read_occurring(lua_State *L, const reader *r, int index, subject *to)
{
    static const char *const NONE[] = {NULL};
    salvo_procedure *p = &to->procedure;
    const char *words = kind_keep(L, check_text(L, index, "occurring"), r->memory);

    if (!words)
        return;
    if (p->outcomes_help)
        sandbox_fail(L, to->line, "%s has numbers, and lists only those that occur; leave out occurring",
                     p->schema.name);
    p->outcomes_help = words;
    p->made = p->outcomes;
    p->outcomes = NONE;
    p->n_outcomes = 0;
}

/* Returns 1 if there is no such option. */
static int64_t parts_of(lua_State *L, int index, int line)
{
    int64_t parts = 1;

    if (lua_getfield(L, index, "parts") != LUA_TNIL)
        parts = check_whole(L, -1, line, "parts", 1, PARTS_MAX);
    lua_pop(L, 1);
    return parts;
}

static int64_t read_parts(lua_State *L, int index, const subject *to)
{
    const int64_t parts = parts_of(L, index, to->line);

    if (parts > 1 && !to->has_numbers)
        sandbox_fail(L, to->line, "parts are those of numbers; add numbers = \"what they count\"");
    return parts;
}

/* Outcomes are compared as names that users type, without regard to case or hyphens. Two that match would be one in
 * `--outcome` and in charts. */
static void read_outcomes(lua_State *L, const reader *r, int index, subject *to)
{
    salvo_procedure *p = &to->procedure;
    static const char *const NONE[] = {NULL};

    p->outcomes = NONE;
    if (lua_getfield(L, index, "outcomes") == LUA_TTABLE)
        p->outcomes = kind_texts(L, -1, r->memory, to->line, "outcomes", &p->n_outcomes);
    lua_pop(L, 1);
    to->always_ends = always_ends(L, index);
    if (to->is == A_CHAIN && !check_text(L, index, "undecided") && !to->always_ends)
        add_undecided(L, r, p);
    for (size_t i = 0; i < p->n_outcomes; i++)
        for (size_t k = 0; k < i; k++)
            if (salvo_outcome_matches(p->outcomes[i], p->outcomes[k]))
                sandbox_fail(L, to->line, "the outcomes '%s' and '%s' are the same name", p->outcomes[k],
                             p->outcomes[i]);
    for (size_t i = 0; i < p->n_outcomes; i++)
        if (strlen(p->outcomes[i]) >= SALVO_LABEL_MAX)
            sandbox_fail(L, to->line, "the outcome '%s' is longer than %d bytes", p->outcomes[i], SALVO_LABEL_MAX - 1);
    p->outcomes_help = kind_keep(L, check_text(L, index, "numbers"), r->memory);
    to->has_numbers = p->outcomes_help != NULL;
    to->highest_first = check_flag(L, index, "highest_first");
    to->parts = read_parts(L, index, to);
    place_numbers(L, r, to);
    read_occurring(L, r, index, to);
    roll_number_outcomes(L, r->memory, to);
    p->label = p->outcomes_help || to->always_ends ? roll_label : NULL;
    if (!to->n_names && !to->has_numbers)
        sandbox_fail(L, to->line, "%s needs outcomes = {\"...\", ...}, or numbers = \"what they count\"",
                     p->schema.name);
}

/* `parts` keeps gains whole: a rule that gains halves returns twice as many, and the engines' tallies stay integers. */
static void read_expectation(lua_State *L, const reader *r, salvo_expectation *to, int line)
{
    const int entry = lua_gettop(L);

    if (lua_type(L, entry) != LUA_TTABLE || lua_rawgeti(L, entry, 1) != LUA_TSTRING ||
        lua_rawgeti(L, entry, 2) != LUA_TSTRING)
        sandbox_fail(L, line, "an expectation must be {\"damage\", \"hit points lost\"}: its name and a few words");
    check_options(L, entry, &EXPECTATION_OPTIONS, 3, line);
    to->name = kind_keep(L, lua_tostring(L, entry + 1), r->memory);
    to->help = kind_keep(L, lua_tostring(L, entry + 2), r->memory);
    to->parts = parts_of(L, entry, line);
    lua_settop(L, entry);
}

/* The kernels have this many counters for a trial. */
void procedure_read_expectations(lua_State *L, const reader *r, int index, subject *to)
{
    salvo_expectation *all;
    size_t n;

    if (lua_getfield(L, index, "expectations") != LUA_TTABLE) {
        lua_pop(L, 1);
        return;
    }
    n = lua_rawlen(L, -1);
    if (n > SALVO_EXPECTATIONS_MAX)
        sandbox_fail(L, to->line, "%s has %zu expectations; it can have %d", to->procedure.schema.name, n,
                     SALVO_EXPECTATIONS_MAX);
    all = kind_array(L, r->memory, n, sizeof *all);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i + 1);
        read_expectation(L, r, &all[i], to->line);
        for (size_t k = 0; k < i; k++)
            if (strcmp(all[i].name, all[k].name) == 0)
                sandbox_fail(L, to->line, "the expectation '%s' of %s is defined twice", all[i].name,
                             to->procedure.schema.name);
        lua_pop(L, 1);
    }
    to->procedure.expectations = all;
    to->procedure.n_expectations = n;
    lua_pop(L, 1);
}

/* C fills a text with {names} without a call; a function is called. The schema's one `explain` handles both. */
static void read_explain(lua_State *L, const reader *r, int index, subject *to)
{
    size_t n;

    switch (lua_getfield(L, index, "explain")) {
    case LUA_TSTRING:
        lua_createtable(L, 1, 0);
        lua_insert(L, -2);
        lua_rawseti(L, -2, 1); /* a list of one line */
        to->explained = kind_texts(L, -1, r->memory, to->line, "the lines of explain", &n);
        break;
    case LUA_TTABLE:
        to->explained = kind_texts(L, -1, r->memory, to->line, "the lines of explain", &n);
        break;
    case LUA_TNIL:
        lua_pop(L, 1);
        return;
    default:
        break;
    }
    to->procedure.schema.explain = situation_explain;
    lua_pop(L, 1);
}

/* A constant list of dice is checked now, because the first question may never come. The sandbox's line is set during
 * the check, because errors of dice.lua have no line of the rules here. */
static void read_dice(lua_State *L, int index, subject *to)
{
    if (lua_getfield(L, index, "dice") == LUA_TTABLE) {
        const int before = worker_of(L)->box.line;

        to->has[FN_DICE] = to->constant_dice = true;
        to->lines[FN_DICE] = worker_of(L)->box.line = to->line;
        dice_throw(L);
        worker_of(L)->box.line = before;
    }
    lua_pop(L, 1);
}

static void check_bracketed(lua_State *L, const subject *to)
{
    const salvo_schema *schema = &to->procedure.schema;
    bool any = false;

    for (size_t i = 0; i < schema->n_parameters; i++)
        any = any || schema->parameters[i].bracketed;
    if (any != to->has[FN_BRACKETS])
        sandbox_fail(L, to->line,
                     "%s: a parameter with `bracketed` and the function `brackets` belong together; one is "
                     "missing",
                     schema->name);
}

/* The name is read first, because every later message contains it. */
void procedure_describe(lua_State *L, const reader *r, int index, subject *to)
{
    read_name(L, r, index, to);
    read_documentation(L, r, index, to);
}

void procedure_read(lua_State *L, const reader *r, int index, subject *to)
{
    salvo_schema *schema = &to->procedure.schema;

    to->script = r->script;
    to->line = made_line(L, index);
    to->is = made_by(L, index) == &ROLL_OPTIONS ? A_ROLL : A_CHAIN;
    procedure_describe(L, r, index, to);
    lua_getfield(L, index, "parameters");
    schema->parameters = parameters_read(L, r, -1, NULL, to->line, schema->name, &schema->n_parameters);
    lua_pop(L, 1);
    /* There is room for one pointer to a value for each parameter, whose number is known only now. */
    schema->situation_size = sizeof(situation) + schema->n_parameters * sizeof(const salvo_value *);
    schema->tables = (salvo_place)SALVO_PLACE(situation, book);
    schema->self = (salvo_place)SALVO_PLACE(situation, schema);
    schema->prepare = situation_prepare;
    schema->sharing = &SITUATION_SHARING;
    read_outcomes(L, r, index, to);
    procedure_read_expectations(L, r, index, to);
    read_explain(L, r, index, to);
    reader_functions(L, index, to, 0, FN_PURPOSE);
    read_dice(L, index, to);
    if (to->has[FN_EXPECTS])
        to->procedure.expects = roll_expects;
    if (to->has[FN_REMARK])
        schema->remark = situation_remark;
    if (to->has[FN_BRACKETS])
        schema->brackets = situation_brackets;
    check_bracketed(L, to);
    if (to->is == A_CHAIN) {
        chain_read(L, r, index, to);
        return;
    }
    to->procedure.roll = &ROLL_IN_LUA;
    to->finish = roll_finish;
}
