/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chain whose functions are in Lua. Answers are kept by what the rules read of a state (chain_reads.h). Where they read
 * so much that no answer serves a second state, outcomes and dice are kept by the bytes of the state, because engines ask
 * many times for the same; and those that enumerate ask for all steps of a state one after the other, so these are asked at
 * once. */
#include "rules/lua/chain.h"

#include <stdio.h>
#include <string.h>

#include "rules/lua/chain_kinds.h"
#include "rules/lua/chain_reads.h"
#include "rules/lua/chain_steps.h"
#include "rules/lua/chain_throw.h"
#include "rules/lua/check.h"
#include "rules/lua/kind.h"
#include "rules/lua/lone_dice.h"
#include "rules/lua/reads.h"
#include "rules/lua/roll.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/worker.h"
#include "rules/told.h"

/* A question to a chain in a state. */
typedef struct request {
    const content *content;
    uint8_t *state;
    const uint8_t *faces;
    salvo_dice dice;
    uint8_t *begin; /* receives the first state */
    int number;     /* an outcome, a stream, a number of turns */
    step_answer after;
} request;

static bool ask(const void *of, void (*body)(lua_State *L, void *of), request *r)
{
    const situation *s = of;

    r->content = s->content;
    return worker_ask(book_changeable(s->book), s->content, body, r, NULL);
}

/* Returns whether states are short enough to keep answers by them. */
static bool is_kept(const subject *chain)
{
    return chain->state.bytes <= CHAIN_STATE_MEMO;
}

/* Asks a question about a state only once. */
static bool ask_once(const void *of, function_name function, memo_kind kind, void *answer,
                     void (*body)(lua_State *L, void *of), request *r)
{
    const situation *s = of;
    chain_key key;

    if (!is_kept(s->content->subject))
        return ask(of, body, r);
    r->content = s->content;
    memset(&key, 0, sizeof key);
    key.content = s->content;
    key.function = (uint8_t)function;
    if (r->state)
        memcpy(key.state, r->state, s->content->subject->state.bytes);
    return worker_ask_once(book_changeable(s->book), &(worker_question){kind, s->content, &key, answer, body, NULL, r});
}

/* Pushes the function and the situation, and the state if there is one. */
static void push_call(lua_State *L, const request *r, function_name function)
{
    worker_push_function(L, r->content->subject, function);
    situation_push(L, r->content);
    if (r->state)
        state_push(L, &r->content->subject->state, r->state);
}

static void start(lua_State *L, void *of)
{
    request *r = of;
    const subject *chain = r->content->subject;
    const bool is_noted = chain_reads_begin(L, r->content, FN_START, NULL);

    push_call(L, r, FN_START);
    lua_call(L, 1, 1);
    state_change(L, lua_gettop(L), &chain->state, chain, FN_START, r->begin);
    if (is_noted)
        chain_reads_keep_start(L, r->content, r->begin);
}

/* The engine has zeroed the state, so a chain without `start` begins with the least value of each field. */
static void start_chain(const void *of, void *state)
{
    const subject *chain = ((const situation *)of)->content->subject;
    const uint8_t *known = chain->has[FN_START] ? chain_reads_start(of) : NULL;
    request r = {.begin = state};

    if (known)
        memcpy(state, known, chain->state.bytes);
    else if (chain->has[FN_START])
        ask(of, start, &r);
}

static void outcome(lua_State *L, void *of)
{
    request *r = of;
    const bool is_noted = chain_reads_begin(L, r->content, FN_OUTCOME, r->state);

    if (!is_noted)
        state_push(L, &r->content->subject->state, r->state);
    worker_push_function(L, r->content->subject, FN_OUTCOME);
    situation_push(L, r->content);
    lua_pushvalue(L, -3);
    lua_call(L, 2, 1);
    r->number = lua_isnil(L, -1) ? SALVO_CONTINUES : roll_outcome(L, lua_gettop(L), r->content->subject, FN_OUTCOME);
    if (is_noted)
        chain_reads_keep_outcome(L, r->content, r->number);
}

/* In a book with a fault all chains end at once. */
static int outcome_of(const void *of, const void *state)
{
    request r = {.state = (uint8_t *)(uintptr_t)state};
    const int *known = chain_reads_outcome(of, state);

    if (known)
        return *known;
    return ask_once(of, FN_OUTCOME, MEMO_STATE, &r.number, outcome, &r) ? r.number : 0;
}

/* Copies the dice for the engine. The worker keeps its own copy for the following step. */
static void dice(lua_State *L, void *of)
{
    request *r = of;
    worker *w = worker_of(L);

    if (chain_reads_begin(L, r->content, FN_DICE, r->state)) {
        chain_throw_ask(L, r->content, r->state, lua_gettop(L));
        chain_reads_keep_dice(L, r->content, &w->throw_dice);
    } else {
        chain_throw_find(L, r->content, r->state);
    }
    r->dice = w->throw_dice;
}

static void dice_of(const void *of, const void *state, salvo_dice *dice_to)
{
    request r = {.state = (uint8_t *)(uintptr_t)state};
    const salvo_dice *known = chain_reads_dice(of, state);

    *dice_to = known ? *known : (salvo_dice){.count = 0};
    if (!known && ask_once(of, FN_DICE, MEMO_STATE_DICE, &r.dice, dice, &r))
        *dice_to = r.dice;
}

/* The places on the stack during a step. */
enum { WORTH = 1, STATE, RULE, SITUATION, RESULT, GAINS };

/* Lua gets the state as a table and changes it, and then it is packed again. */
static void begin_step(lua_State *L, request *r)
{
    const subject *chain = r->content->subject;

    luaL_checkstack(L, SALVO_DICE_MAX + 16, "a step");
    chain_throw_find(L, r->content, r->state);
    state_push(L, &chain->state, r->state);
    worker_push_function(L, chain, FN_STEP);
    situation_push(L, r->content);
}

/* Makes the step with the faces. `then` is the state before it, and becomes the state after it. */
static void take_step(lua_State *L, const request *r, const uint8_t *faces, uint8_t *then, step_answer *after)
{
    worker *w = worker_of(L);
    const subject *chain = r->content->subject;

    w->asked_dice = &w->throw_dice;
    w->asked_faces = faces;
    w->box.line = chain->lines[FN_STEP];
    lua_pushvalue(L, RULE);
    lua_pushvalue(L, SITUATION);
    lua_pushvalue(L, STATE);
    throw_push(L, WORTH, &w->throw_dice, faces);
    lua_call(L, w->throw_dice.count + 2, 2);
    after->number = chain_throw_ends_turn(L, RESULT, chain, FN_STEP);
    roll_gains(L, GAINS, chain, FN_STEP, after->gain);
    state_take(L, STATE, &chain->state, chain, FN_STEP, then);
    lua_settop(L, SITUATION);
}

enum { KIND_CHECKED = 64 };

/* Compares the step with those of other results of its kind: all of them, unless there are very many. */
static void check_kind(lua_State *L, const request *r)
{
    const subject *chain = r->content->subject;
    const salvo_dice dice = worker_of(L)->throw_dice;
    const situation s = {.book = worker_of(L)->book, .content = r->content};
    const int number = chain_kinds_known(&s, &dice);
    const int kind = number < 0 ? 0 : chain_kinds_of(&s, number, r->faces);
    uint8_t faces[SALVO_DICE_MAX] = {0};
    step_answer after;
    int n = 0;

    if (number < 0)
        return;
    salvo_dice_first(&dice, faces);
    do {
        if (chain_kinds_of(&s, number, faces) != kind || n++ >= KIND_CHECKED)
            continue;
        memset(&after, 0, sizeof after);
        memcpy(after.state, r->state, chain->state.bytes);
        state_fill(L, STATE, &chain->state, r->state);
        sandbox_renew(L);
        take_step(L, r, faces, after.state, &after);
        if (after.number != r->after.number || memcmp(after.gain, r->after.gain, sizeof after.gain) != 0 ||
            memcmp(after.state, r->after.state, chain->state.bytes) != 0)
            worker_fail(L, chain, FN_KIND,
                        "kind says that two results are of one kind, and step treats them differently");
    } while (salvo_dice_next(&dice, faces));
}

/* A state whose answers are kept is packed into the answer, a longer one in its original place. */
static void step(lua_State *L, void *of)
{
    request *r = of;
    const subject *chain = r->content->subject;
    uint8_t *then = is_kept(chain) ? memcpy(r->after.state, r->state, chain->state.bytes) : r->state;
    const chain_effect *effect = chain_reads_take_step(L, r->content, r->state, r->faces);

    if (effect) {
        r->after.number = chain_effect_apply(effect, chain, then, r->after.gain);
        return;
    }
    begin_step(L, r);
    take_step(L, r, r->faces, then, &r->after);
    if (chain->has[FN_KIND] && is_kept(chain) && worker_of(L)->is_watched)
        check_kind(L, r);
}

/* Every result has its own limit on instructions, as if it were asked alone. */
static void all_steps(lua_State *L, void *of)
{
    request *r = of;
    const state_layout *layout = &r->content->subject->state;
    const salvo_dice *dice = &worker_of(L)->throw_dice;
    uint8_t faces[SALVO_DICE_MAX] = {0};
    step_answer *after;
    size_t n = 0;

    begin_step(L, r);
    after = chain_steps_begin(L, dice);
    salvo_dice_first(dice, faces);
    do {
        if (n)
            state_fill(L, STATE, layout, r->state);
        sandbox_renew(L);
        memcpy(after[n].state, r->state, layout->bytes);
        take_step(L, r, faces, after[n].state, &after[n]);
        n++;
    } while (salvo_dice_next(dice, faces));
    chain_steps_end(L, r->content, r->state, layout->bytes, dice);
}

static bool is_first(const salvo_dice *dice, const uint8_t *faces)
{
    for (int i = 0; i < dice->count; i++)
        if (faces[i] != 1)
            return false;
    return dice->count > 0;
}

/* Finds the step with the faces. An engine that enumerates begins with the first result, and then the others are asked,
 * too, unless the step is to be kept by what it reads. The faces after those of the throw are undefined, so the number of
 * dice decides how many count. */
static bool find_step(const situation *s, const uint8_t *faces, bool notes, request *r)
{
    const subject *chain = s->content->subject;
    const size_t bytes = chain->state.bytes;
    uint64_t n;

    if (is_kept(chain)) {
        if (chain_steps_find(s->book, s->content, r->state, bytes, faces, &r->after))
            return true;
        dice_of(s, r->state, &r->dice);
        n = is_first(&r->dice, faces) && !notes && !chain->has[FN_KIND] ? salvo_dice_results(&r->dice) : 0;
        if (n > 1 && n <= CHAIN_STEPS_MAX) {
            if (!ask(s, all_steps, r))
                return false;
            if (chain_steps_find(s->book, s->content, r->state, bytes, faces, &r->after))
                return true;
        }
    }
    r->faces = faces;
    return ask(s, step, r);
}

static bool step_on(const void *of, void *state, const uint8_t *faces, int64_t *gain)
{
    const situation *s = of;
    const subject *chain = s->content->subject;
    request r = {.state = state};
    const chain_effect *known;
    bool notes;

    /* The dice of a book with a fault are none, and their faces undefined. */
    if (book_is_faulty(s->book))
        return true;
    known = chain_reads_step(s, state, faces, &notes);
    if (known)
        return chain_effect_apply(known, chain, state, gain);
    if (!find_step(s, faces, notes, &r))
        return true;
    for (size_t i = 0; gain && i < chain->procedure.n_expectations; i++)
        gain[i] += r.after.gain[i];
    if (is_kept(chain))
        memcpy(state, r.after.state, chain->state.bytes);
    return r.after.number != 0;
}

static int throw_number(const void *of, const void *state)
{
    salvo_dice thrown;

    dice_of(of, state, &thrown);
    return chain_kinds_number(of, state, &thrown);
}

static int throw_kind(const void *of, int number, const uint8_t *faces)
{
    return chain_kinds_of(of, number, faces);
}

static bool step_by_dice(const void *of, void *state, const uint8_t *faces, int64_t *gain)
{
    return lone_dice_step(of, state, faces, gain);
}

static void turns(lua_State *L, void *of)
{
    request *r = of;
    const subject *chain = r->content->subject;

    push_call(L, r, FN_TURNS);
    lua_call(L, 1, 1);
    if (!lua_isnil(L, -1))
        r->number = (int)check_whole(L, -1, chain->lines[FN_TURNS], "the number of turns", 0, INT32_MAX);
}

/* A rulebook may write the limit as a number, a function or a parameter, and this order applies. If the parameter has a
 * word (unlimited), the limit is 0. */
static int64_t turn_limit(const void *of)
{
    const situation *s = of;
    const subject *chain = s->content->subject;
    request r = {.number = (int)chain->turns};

    if (chain->has[FN_TURNS])
        ask_once(of, FN_TURNS, MEMO_STATE, &r.number, turns, &r);
    if (chain->turns_parameter >= 0) {
        const rule_value *value = &s->content->values[chain->turns_parameter];

        if (s->content->log)
            reads_parameter(s->content->log, 0, (size_t)chain->turns_parameter);
        r.number = value->is == VALUE_WHOLE ? (int)value->of.whole : 0;
    }
    return r.number;
}

static void purpose(lua_State *L, void *of)
{
    request *r = of;
    const subject *chain = r->content->subject;

    push_call(L, r, FN_PURPOSE);
    lua_call(L, 2, 1);
    r->number = (int)check_whole(L, -1, chain->lines[FN_PURPOSE], "the purpose of a throw", 0, SALVO_STREAMS_MAX - 1);
}

static int purpose_of(const void *of, const void *state)
{
    request r = {.state = (uint8_t *)(uintptr_t)state};

    return ask_once(of, FN_PURPOSE, MEMO_STATE, &r.number, purpose, &r) ? r.number : 0;
}

/* For rows, choices and lists the text only says that they change, because their numbers are internal. */
static void tell_field(const state_field *field, const char *name, bool is_code, const void *state,
                       salvo_state_description *told)
{
    const salvo_parameter_kind kind = field->kind.kind;
    const int64_t number = field->least + (int64_t)state_field_number(field, state);

    if (!field->length && !is_code && kind == SALVO_FLAG)
        told_put(told, name, number, SALVO_FIELD_FLAG);
    else if (!field->length && !is_code && kind == SALVO_INTEGER)
        told_number(told, name, number);
    else
        told_put(told, name, (int64_t)(state_field_mark(field, state) >> 1), SALVO_FIELD_PACKED);
}

static void tell(const void *of, const void *state, salvo_state_description *told)
{
    const situation *s = of;
    const subject *chain = s->content->subject;
    const size_t purpose = chain->n_thrown > 1 && chain->has[FN_PURPOSE] ? (size_t)purpose_of(of, state) : 0;

    if (chain->has[FN_THROWN])
        told->throw_name = situation_text(of, FN_THROWN, state);
    else
        told->throw_name = purpose < chain->n_thrown ? chain->thrown[purpose] : NULL;
    for (size_t i = 0; i < chain->state.n && told->n < SALVO_STATE_FIELDS_MAX; i++)
        if (chain->told[i])
            tell_field(&chain->state.fields[i], chain->told[i], chain->is_code[i], state, told);
}

/* Reading. */

/* The parameter's name is looked up now, so that a misspelt one is a fault of the file and not of the first
 * question. */
static void read_turns(lua_State *L, int index, subject *to)
{
    to->turns_parameter = -1;
    switch (lua_getfield(L, index, "turns")) {
    case LUA_TNUMBER:
        to->turns = check_whole(L, -1, to->line, "turns", 1, INT32_MAX);
        break;
    case LUA_TSTRING:
        to->turns_parameter = salvo_parameter_find(&to->procedure.schema, lua_tostring(L, -1));
        if (to->turns_parameter < 0 || to->procedure.schema.parameters[to->turns_parameter].kind != SALVO_INTEGER)
            sandbox_fail(L, to->line, "turns = '%s' is not a parameter that is a whole number", lua_tostring(L, -1));
        break;
    default:
        break;
    }
    lua_pop(L, 1);
}

/* Returns the name with blanks in place of the characters that Lua requires. */
static const char *name_as_words(lua_State *L, const char *name, salvo_arena *memory)
{
    char *words = (char *)(uintptr_t)kind_keep(L, name, memory);

    for (char *c = words; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    return words;
}

/* Returns the place of the field with that name; -1: there is none. */
static long field_named(const state_layout *state, const char *name)
{
    for (size_t i = 0; i < state->n; i++)
        if (strcmp(state->fields[i].name, name) == 0)
            return (long)i;
    return -1;
}

/* Reads {field = "words"} or {field = {"words", options}}, which is at the top of the stack. */
static void read_words_of_fields(lua_State *L, const reader *r, const subject *to, const char **words, bool *is_code)
{
    check_push_keys(L, -1);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++, lua_pop(L, 2)) {
        bool code = false;
        long at;

        lua_pushvalue(L, -1);
        lua_rawget(L, -4);
        if (lua_type(L, -1) == LUA_TTABLE) {
            check_options(L, -1, &TOLD_OPTIONS, 2, to->line);
            code = check_flag(L, -1, "code");
            lua_rawgeti(L, -1, 1);
            lua_replace(L, -2);
        }
        if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TSTRING)
            sandbox_fail(L, to->line, "told must be {field = \"words\"}");
        at = field_named(&to->state, lua_tostring(L, -2));
        if (at < 0)
            sandbox_fail(L, to->line, "told.%s: the state has no field of that name", lua_tostring(L, -2));
        words[at] = kind_keep(L, lua_tostring(L, -1), r->memory);
        is_code[at] = code;
    }
    lua_pop(L, 2);
}

static void read_told(lua_State *L, const reader *r, int index, subject *to)
{
    const char **words = kind_array(L, r->memory, to->state.n, sizeof *words);
    bool *is_code = kind_array(L, r->memory, to->state.n, sizeof *is_code);

    if (lua_getfield(L, index, "told") == LUA_TTABLE)
        read_words_of_fields(L, r, to, words, is_code);
    else
        for (size_t i = 0; i < to->state.n; i++)
            words[i] = name_as_words(L, to->state.fields[i].name, r->memory);
    lua_pop(L, 1);
    to->told = words;
    to->is_code = is_code;
}

static void read_thrown(lua_State *L, const reader *r, int index, subject *to)
{
    const char **one;

    switch (lua_getfield(L, index, "thrown")) {
    case LUA_TSTRING:
        one = kind_array(L, r->memory, 1, sizeof *one);
        *one = kind_keep(L, lua_tostring(L, -1), r->memory);
        to->thrown = one;
        to->n_thrown = 1;
        break;
    case LUA_TTABLE:
        to->thrown = kind_texts(L, -1, r->memory, to->line, "the names of throws", &to->n_thrown);
        if (!to->has[FN_PURPOSE])
            sandbox_fail(L, to->line, "thrown is a list by `purpose`, which is missing; write a text, or add purpose");
        break;
    default:
        break;
    }
    lua_pop(L, 1);
}

static int undecided(lua_State *L, int index, const subject *to)
{
    const char *name = check_text(L, index, "undecided");
    char what[128];

    if (!name)
        name = "undecided";
    for (size_t i = 0; i < to->n_names; i++)
        if (strcmp(to->names[i], name) == 0)
            return roll_name_outcome(to, i);
    if (to->always_ends)
        return ROLL_NEVER_ENDS;
    snprintf(what, sizeof what, "undecided = '%.64s' is not one of the outcomes", name);
    check_fail_among(L, to->names, to->line, name, what);
}

static void check_step(lua_State *L, const subject *to)
{
    if (to->has[FN_STEP] == to->has[FN_EACH])
        sandbox_fail(L, to->line, "%s %s 'step', what all dice of a throw do, or 'each', what each die does alone",
                     to->procedure.schema.name, to->has[FN_STEP] ? "has both; it needs either" : "needs");
    if (!to->has[FN_EACH])
        return;
    if (to->state.n > STATE_WATCH_FIELDS)
        sandbox_fail(L, to->lines[FN_EACH], "a chain with 'each' can have a state of %d fields; %s has %zu",
                     STATE_WATCH_FIELDS, to->procedure.schema.name, to->state.n);
    for (size_t i = 0; i < to->state.n; i++)
        if (to->state.fields[i].length)
            sandbox_fail(L, to->lines[FN_EACH], "a chain with 'each' has fields of one value; '%s' is an array",
                         to->state.fields[i].name);
}

void chain_read(lua_State *L, const reader *r, int index, subject *to)
{
    lua_getfield(L, index, "state");
    reader_state(L, r, -1, to->line, &to->state);
    lua_pop(L, 1);
    if (to->state.bytes > SALVO_STATE_MAX || to->state.n == 0)
        sandbox_fail(L, to->line, "the state of %s takes %zu bytes; it must take 1 to %d", to->procedure.schema.name,
                     to->state.bytes, SALVO_STATE_MAX);
    to->is_shared = state_can_be_watched(&to->state);
    reader_functions(L, index, to, FN_KIND, FN_KIND);
    check_step(L, to);
    read_turns(L, index, to);
    read_told(L, r, index, to);
    read_thrown(L, r, index, to);
    to->chain = (salvo_chain){.state_size = to->state.bytes ? to->state.bytes : 1,
                              .start = start_chain,
                              .outcome = outcome_of,
                              .dice = dice_of,
                              .step = to->has[FN_EACH] ? step_by_dice : step_on,
                              .throw_number = to->has[FN_KIND] ? throw_number : NULL,
                              .throw_kind = to->has[FN_KIND] ? throw_kind : NULL,
                              .kinds_gain_alike = true,
                              .turn_limit = turn_limit,
                              .undecided = undecided(L, index, to),
                              .stream = to->has[FN_PURPOSE] ? purpose_of : NULL,
                              .describe = tell,
                              .describes_gains = check_flag(L, index, "tells_gains")};
    to->procedure.chain = &to->chain;
}
