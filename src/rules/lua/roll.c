#include "rules/lua/roll.h"

#include <stdio.h>
#include <string.h>

#include "rules/lua/throw.h"
#include "rules/lua/worker.h"

enum { NAMES_MAX = 64, NUMBERS_MAX = 1000000 };
static const int64_t GAIN_MAX = INT32_MAX;

static void give_dice(const void *of, salvo_dice *dice)
{
    const situation *s = of;

    *dice = s->content->ready.dice;
}

_Noreturn static void fail_outcome(lua_State *L, int index, const subject *of, function_name function)
{
    const salvo_procedure *p = &of->procedure;
    const char *names[NAMES_MAX + 1] = {NULL}, *returned = check_words_of(L, index);
    char what[256];

    if (lua_isnil(L, index))
        worker_fail(L, of, function, "%s returned no outcome; is a return missing?", FUNCTION_NAMES[function]);
    for (size_t i = 0; i < p->n_outcomes && i < NAMES_MAX; i++)
        names[i] = p->outcomes[i];
    snprintf(what, sizeof what, "%s returned %.100s, which is not among the outcomes%s", FUNCTION_NAMES[function],
             returned,
             lua_type(L, index) == LUA_TNUMBER && !of->has_numbers ? "; declare numbers = \"what they count\"" : "");
    check_fail_among(L, names, of->lines[function], lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "",
                     what);
}

int roll_outcome(lua_State *L, int index, const subject *of, function_name function)
{
    const salvo_procedure *p = &of->procedure;

    if (lua_type(L, index) == LUA_TSTRING) {
        const char *name = lua_tostring(L, index);

        for (size_t i = 0; i < p->n_outcomes; i++)
            if (strcmp(p->outcomes[i], name) == 0)
                return (int)i;
    }
    if (lua_type(L, index) == LUA_TNUMBER && of->has_numbers)
        return (int)p->n_outcomes + (int)check_whole(L, index, of->lines[function], "the outcome", 0, NUMBERS_MAX);
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
    snprintf(what, sizeof what, "%s returned a gain of %.64s, which is not among the expectations",
             FUNCTION_NAMES[function], check_words_of(L, index));
    check_fail_among(L, names, of->lines[function], lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "",
                     what);
}

void roll_gains(lua_State *L, int index, const subject *of, function_name function, int64_t *gain)
{
    if (lua_isnil(L, index))
        return;
    if (lua_type(L, index) != LUA_TTABLE)
        worker_fail(L, of, function, "%s returned %s as gains; they are a table: {damage = 1}",
                    FUNCTION_NAMES[function], check_words_of(L, index));
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        const int at = expectation_named(L, -2, of, function);

        gain[at] += check_whole(L, -1, of->lines[function], of->procedure.expectations[at].name, -GAIN_MAX, GAIN_MAX);
    }
}

typedef struct result {
    const content *content;
    const uint8_t *faces;
    int64_t *gain;
    int outcome;
} result;

static void resolve(lua_State *L, void *of)
{
    result *r = of;
    const subject *roll = r->content->subject;
    const salvo_dice *dice = &r->content->ready.dice;

    worker_of(L)->asked_dice = dice;
    worker_of(L)->asked_faces = r->faces;
    situation_push_worth(L, r->content); /* at 1 */
    worker_push_function(L, roll, FN_RESOLVE);
    situation_push(L, r->content);
    throw_push(L, 1, dice, r->faces);
    lua_call(L, dice->count + 1, 2);
    r->outcome = roll_outcome(L, 2, roll, FN_RESOLVE);
    if (r->gain)
        roll_gains(L, 3, roll, FN_RESOLVE, r->gain);
}

static int resolve_throw(const void *of, const uint8_t *faces, int64_t *gain)
{
    const situation *s = of;
    result r = {.content = s->content, .faces = faces, .gain = gain};

    worker_ask(book_changeable(s->book), s->content, resolve, &r, NULL);
    return r.outcome;
}

const salvo_roll ROLL_IN_LUA = {.dice = give_dice, .resolve = resolve_throw};

void roll_finish(lua_State *L, const content *of, prepared *to)
{
    situation_read_dice(L, of, &to->dice);
}
