/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolls, and the common part of rolls and chains: an outcome by its name or number, and gains by their names. */
#include "rules/lua/roll.h"

#include <stdio.h>
#include <string.h>

#include "rules/lua/chain_steps.h"
#include "rules/lua/roll_results.h"
#include "rules/lua/throw.h"

/* An outcome is an int that is not below 0, so there is less room below 0 than above. */
enum {
    NAMES_MAX = 64,
    NUMBER_MIN = -1000000,
    NUMBER_MAX = 2000000000,
    ALL_NUMBERS = NUMBER_MAX - NUMBER_MIN + 1,
    NAMED_NUMBERS = 1000000, /* of "d#" */
};
static const int64_t GAIN_MAX = INT32_MAX;

static void give_dice(const void *of, salvo_dice *dice)
{
    const situation *s = of;

    *dice = s->content->ready.dice;
}

_Noreturn static void fail_outcome(lua_State *L, int index, const subject *of, function_name function)
{
    const char *names[NAMES_MAX + 1] = {NULL}, *returned = check_words_of(L, index);
    char what[256];

    if (lua_isnil(L, index))
        worker_fail(L, of, function, "%s returned no outcome; is a return missing?", FUNCTION_NAMES[function]);
    for (size_t i = 0; i < of->n_names && i < NAMES_MAX; i++)
        names[i] = of->names[i];
    snprintf(what, sizeof what, "%s returned %.100s, which is not one of the outcomes%s", FUNCTION_NAMES[function],
             returned,
             lua_type(L, index) == LUA_TNUMBER && !of->has_numbers ? "; declare numbers = \"what they count\"" : "");
    check_fail_among(L, names, of->lines[function], lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "",
                     what);
}

/* Numbers are from the least to the greatest, or the other way. An outcome is never below 0, but a number may be. */
static int number_outcome(const subject *of, int number)
{
    return of->numbers + (of->highest_first ? NUMBER_MAX - number : number - NUMBER_MIN);
}

int roll_name_outcome(const subject *of, size_t name)
{
    return of->firsts[name];
}

bool roll_has_number(const char *name)
{
    return *name && name[strlen(name) - 1] == '#';
}

/* The names before the numbers, the numbers, the other names. There is room for all of them in an int. */
void roll_number_outcomes(lua_State *L, salvo_arena *memory, subject *to)
{
    int *firsts = kind_array(L, memory, to->n_names, sizeof *firsts);
    int next = 0, n_named = 0;

    for (size_t i = 0; i <= to->n_names; i++) {
        if (i == to->n_before) {
            to->numbers = next;
            next += to->has_numbers ? ALL_NUMBERS : 0;
        }
        if (i == to->n_names)
            break;
        firsts[i] = next;
        n_named += roll_has_number(to->names[i]);
        if (n_named > NAMES_MAX)
            sandbox_fail(L, to->line, "more than %d outcomes have a number after a name, as in '%s'", NAMES_MAX,
                         to->names[i]);
        next += roll_has_number(to->names[i]) ? NAMED_NUMBERS : 1;
    }
    to->firsts = firsts;
}

/* Returns the number in `name` in place of the "#" of `form`; -1: there is none. */
static int number_in(const char *form, const char *name, size_t length)
{
    const size_t before = strlen(form) - 1;
    int number = 0;

    if (length <= before || strncmp(form, name, before) != 0 || (name[before] == '0' && length > before + 1))
        return -1;
    for (size_t i = before; i < length; i++) {
        if (name[i] < '0' || name[i] > '9' || number >= NAMED_NUMBERS / 10)
            return -1;
        number = 10 * number + name[i] - '0';
    }
    return number;
}

bool roll_is_named(const char *form, const char *name, size_t length)
{
    if (roll_has_number(form))
        return number_in(form, name, length) >= 0;
    return strlen(form) == length && strncmp(form, name, length) == 0;
}

/* Whole names are compared first. */
static int named_outcome(const subject *of, const char *name)
{
    const size_t length = strlen(name);

    for (size_t i = 0; i < of->n_names; i++)
        if (strcmp(of->names[i], name) == 0 && !roll_has_number(name))
            return of->firsts[i];
    for (size_t i = 0; i < of->n_names; i++)
        if (roll_has_number(of->names[i]) && number_in(of->names[i], name, length) >= 0)
            return of->firsts[i] + number_in(of->names[i], name, length);
    return -1;
}

/* Names are compared first. Even a hundred outcomes are compared text by text, which takes less time than a call into Lua. */
int roll_outcome(lua_State *L, int index, const subject *of, function_name function)
{
    if (lua_type(L, index) == LUA_TSTRING) {
        const int named = named_outcome(of, lua_tostring(L, index));

        if (named >= 0)
            return named;
    }
    if (lua_type(L, index) == LUA_TNUMBER && of->has_numbers)
        return number_outcome(of,
                              (int)check_whole(L, index, of->lines[function], "the outcome", NUMBER_MIN, NUMBER_MAX));
    fail_outcome(L, index, of, function);
}

static int expectation_named(lua_State *L, int index, const subject *of, function_name function)
{
    const salvo_procedure *p = &of->procedure;
    const char *names[SALVO_EXPECTATIONS_MAX + 1] = {NULL};
    char what[128];

    for (size_t i = 0; i < p->n_expectations; i++) {
        names[i] = p->expectations[i].name;
        if (lua_type(L, index) == LUA_TSTRING && strcmp(names[i], lua_tostring(L, index)) == 0)
            return (int)i;
    }
    snprintf(what, sizeof what, "%s returned a gain of %.64s, which is not one of the expectations",
             FUNCTION_NAMES[function], check_words_of(L, index));
    check_fail_among(L, names, of->lines[function], lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "",
                     what);
}

/* The order of Lua's keys does not matter, because gains are added up. */
void roll_gains(lua_State *L, int index, const subject *of, function_name function, int64_t *gain)
{
    if (lua_isnil(L, index))
        return;
    if (lua_type(L, index) != LUA_TTABLE)
        worker_fail(L, of, function, "%s returned %s as gains; they must be a table: {damage = 1}",
                    FUNCTION_NAMES[function], check_words_of(L, index));
    check_push_shown(L, index); /* they may be a part of s */
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
        const int at = expectation_named(L, -2, of, function);

        gain[at] += check_whole(L, -1, of->lines[function], of->procedure.expectations[at].name, -GAIN_MAX, GAIN_MAX);
    }
    lua_pop(L, 1);
}

typedef struct expecting {
    const content *content;
    const char *name;
    bool has_meaning;
} expecting;

bool roll_has_meaning(lua_State *L, const subject *of)
{
    if (lua_type(L, -1) != LUA_TBOOLEAN)
        worker_fail(L, of, FN_EXPECTS, "expects returned %s; it must return true or false", check_words_of(L, -1));
    return lua_toboolean(L, -1);
}

static void ask_expects(lua_State *L, void *of)
{
    expecting *e = of;

    worker_push_function(L, e->content->subject, FN_EXPECTS);
    situation_push(L, e->content);
    lua_pushstring(L, e->name);
    lua_call(L, 2, 1);
    e->has_meaning = roll_has_meaning(L, e->content->subject);
}

bool roll_expects(const void *of, size_t expectation)
{
    const situation *s = of;
    expecting e = {s->content, s->content->subject->procedure.expectations[expectation].name, false};

    return worker_ask(book_changeable(s->book), s->content, ask_expects, &e, NULL) && e.has_meaning;
}

static const uint8_t NO_STATE[1];

typedef struct result {
    const content *content;
    const uint8_t *faces;
    step_answer after;
} result;

/* The places on the stack during a throw. */
enum { WORTH = 1, OBJECT, OUTCOME, GAINS };

static void resolve_faces(lua_State *L, const content *of, const uint8_t *faces, step_answer *after)
{
    const subject *roll = of->subject;
    const salvo_dice *dice = &of->ready.dice;

    worker_of(L)->asked_dice = dice;
    worker_of(L)->asked_faces = faces;
    worker_push_function(L, roll, FN_RESOLVE);
    lua_pushvalue(L, OBJECT);
    throw_push(L, WORTH, dice, faces);
    lua_call(L, dice->count + 1, 2);
    after->number = roll_outcome(L, OUTCOME, roll, FN_RESOLVE);
    roll_gains(L, GAINS, roll, FN_RESOLVE, after->gain);
    lua_settop(L, OBJECT);
}

static void resolve(lua_State *L, void *of)
{
    result *r = of;

    situation_push_worth(L, r->content);
    situation_push(L, r->content);
    resolve_faces(L, r->content, r->faces, &r->after);
}

/* Every result has its own limit on instructions, as if it were asked alone. */
static void resolve_all(lua_State *L, void *of)
{
    const result *r = of;
    const salvo_dice *dice = &r->content->ready.dice;
    uint8_t faces[SALVO_DICE_MAX] = {0};
    step_answer *after;

    if (roll_results_take(L, r->content))
        return;
    situation_push_worth(L, r->content);
    roll_results_push_object(L, r->content);
    after = chain_steps_begin(L, dice);
    salvo_dice_first(dice, faces);
    do {
        sandbox_renew(L);
        resolve_faces(L, r->content, faces, after++);
    } while (salvo_dice_next(dice, faces));
    chain_steps_end(L, r->content, NO_STATE, 0, dice);
    roll_results_keep(L, r->content);
}

/* One call asks for all results of a throw, unless there are too many. */
static bool ask(const content *of, lua_book *book, result *r)
{
    const uint64_t n = salvo_dice_results(&of->ready.dice);

    if (n > 0 && n <= CHAIN_STEPS_MAX) {
        if (chain_steps_find(book, of, NO_STATE, 0, r->faces, &r->after))
            return true;
        if (!worker_ask(book, of, resolve_all, r, NULL))
            return false;
        if (chain_steps_find(book, of, NO_STATE, 0, r->faces, &r->after))
            return true;
    }
    return worker_ask(book, of, resolve, r, NULL);
}

static int resolve_throw(const void *of, const uint8_t *faces, int64_t *gain)
{
    const situation *s = of;
    result r = {.content = s->content, .faces = faces};

    if (book_is_faulty(s->book) || !ask(s->content, book_changeable(s->book), &r))
        return 0;
    for (size_t i = 0; gain && i < s->content->subject->procedure.n_expectations; i++)
        gain[i] += r.after.gain[i];
    return r.after.number;
}

static int number_of(const subject *of, int outcome)
{
    return (outcome - number_outcome(of, 0)) * (of->highest_first ? -1 : 1);
}

void roll_label(const void *of, int outcome, char text[SALVO_LABEL_MAX])
{
    const subject *roll = ((const situation *)of)->content->subject;
    size_t name = roll->n_names;

    if (outcome == ROLL_NEVER_ENDS) {
        snprintf(text, SALVO_LABEL_MAX, "undecided");
        return;
    }
    while (name > 0 && roll->firsts[name - 1] > outcome)
        name--;
    if (roll->has_numbers && outcome >= roll->numbers && outcome - roll->numbers < ALL_NUMBERS)
        snprintf(text, SALVO_LABEL_MAX, "%.15g", number_of(roll, outcome) / (double)roll->parts);
    else if (roll_has_number(roll->names[name - 1]))
        snprintf(text, SALVO_LABEL_MAX, "%.*s%d", (int)strlen(roll->names[name - 1]) - 1, roll->names[name - 1],
                 outcome - roll->firsts[name - 1]);
    else
        snprintf(text, SALVO_LABEL_MAX, "%s", roll->names[name - 1]);
}

const salvo_roll ROLL_IN_LUA = {.dice = give_dice, .resolve = resolve_throw};

void roll_finish(lua_State *L, const content *of, prepared *to)
{
    situation_read_dice(L, of, &to->dice);
    roll_results_number(L, of, to);
}
