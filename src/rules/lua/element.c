/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An element of a battle for the engines. Its constants (price, speed, its fresh state) are asked once, when it is
 * enlisted, and kept in its content. What depends on its state is asked again and again, and the worker's memo answers
 * if possible. */
#include "rules/lua/element.h"

#include <string.h>

#include "rules/lua/situation.h"
#include "rules/lua/state.h"
#include "rules/lua/unit_number.h"
#include "rules/lua/worker.h"

/* Only for functions that may be missing; without the function the answer is no. */
static bool yes_of(lua_State *L, const content *of, function_name function)
{
    const subject *battle = &battle_of(of)->battle;

    if (!battle->has[function])
        return false;
    worker_push_function(L, battle, function);
    situation_push(L, of);
    lua_call(L, 1, 1);
    return lua_toboolean(L, -1);
}

/* This runs in the call that makes the object, so that an element is either complete or refused. */
static void finish(lua_State *L, const content *of, prepared *to)
{
    const script_battle *b = battle_of(of);

    to->price = unit_number_of(L, of, &b->price, FN_PRICE);
    to->speed = unit_number_of(L, of, &b->speed, FN_SPEED);
    to->can_stop = yes_of(L, of, FN_CAN_STOP);
    worker_push_function(L, &b->battle, FN_START);
    situation_push(L, of);
    lua_call(L, 1, 1);
    state_change(L, lua_gettop(L), &b->battle.state, &b->battle, FN_START, to->fresh);
}

/* An adapter's unit state has a fixed number of bytes. The bytes that the rulebook does not use stay 0, so that equal
 * states are equal bytes. */
static void initial_state(const void *element, uint8_t *unit_state)
{
    memcpy(unit_state, ((const situation *)element)->content->ready.fresh, SALVO_ELEMENT_BYTES);
}

/* A question about an element in a state. The body of a worker's call has one argument, hence a struct with the
 * question and room for the answer. */
typedef struct request {
    const content *content;
    function_name function;
    const uint8_t *state;
    int number;
} request;

static void push_request(lua_State *L, const request *r)
{
    const subject *battle = &battle_of(r->content)->battle;

    worker_push_function(L, battle, r->function);
    situation_push(L, r->content);
    state_push(L, &battle->state, r->state);
    lua_call(L, 2, 1);
}

/* The engine stores strength as an int. A negative number or a fraction is a fault of the rule, and is not rounded. */
static void ask_number(lua_State *L, void *of)
{
    request *r = of;
    const int line = battle_of(r->content)->battle.lines[r->function];

    push_request(L, r);
    r->number = (int)check_whole(L, -1, line, FUNCTION_NAMES[r->function], 0, INT_MAX);
}

static void ask_yes(lua_State *L, void *of)
{
    request *r = of;

    push_request(L, r);
    r->number = lua_toboolean(L, -1);
}

/* After a fault the answer is 0: the battle ends soon, and its result is discarded because of the fault. */
static int ask_element(const lua_book *book, request *r, void (*body)(lua_State *L, void *of))
{
    memo_key key;

    memset(&key, 0, sizeof key);
    key.content = r->content;
    key.function = (uint8_t)r->function;
    memcpy(key.states, r->state, SALVO_ELEMENT_BYTES);
    return worker_ask_once(book_changeable(book),
                           &(worker_question){MEMO_SMALL, r->content, &key, &r->number, body, NULL, r})
               ? r->number
               : 0;
}

int element_strength(const lua_book *book, const content *of, const uint8_t *state)
{
    const script_battle *b = battle_of(of);
    request r = {of, FN_STRENGTH, state, 0};

    if (b->strength_field >= 0)
        return element_strength_field(b, state);
    /* The comparison of battles passes bytes that may be no state. */
    return state_is_one(&b->battle.state, state) ? ask_element(book, &r, ask_number) : 0;
}

static int strength(const void *element, const uint8_t *unit_state)
{
    const situation *e = element;

    return element_strength(e->book, e->content, unit_state);
}

/* There is no guard as for strength, because callers only ask about states that a battle has reached. */
static bool ask_of(const void *element, function_name function, const uint8_t *unit_state)
{
    const situation *e = element;
    request r = {e->content, function, unit_state, 0};

    return ask_element(e->book, &r, ask_yes) != 0;
}

static bool is_stopped(const void *element, const uint8_t *unit_state)
{
    return ask_of(element, FN_IS_STOPPED, unit_state);
}

static bool is_worn(const void *element, const uint8_t *unit_state)
{
    return ask_of(element, FN_WORN, unit_state);
}

static double price(const void *element)
{
    return ((const situation *)element)->content->ready.price;
}

static double speed(const void *element)
{
    return ((const situation *)element)->content->ready.speed;
}

static bool can_stop(const void *element)
{
    return ((const situation *)element)->content->ready.can_stop;
}

/* A NULL function means that the rulebook has no such rule. The engine then leaves out the states that would follow
 * from it. */
void element_adapt(script_battle *b)
{
    const bool *has = b->battle.has;
    salvo_battle_adapter *to = &b->adapter;

    b->element.is = AN_ELEMENT;
    b->element.finish = finish;
    to->element = &b->element.procedure.schema;
    to->brackets = has[FN_BRACKETS] ? situation_element_brackets : NULL;
    to->initial_state = initial_state;
    to->strength = strength;
    to->price = b->price.from != NUMBER_NONE ? price : NULL;
    to->speed = speed;
    to->can_stop = has[FN_CAN_STOP] ? can_stop : NULL;
    to->is_stopped = has[FN_CAN_STOP] ? is_stopped : NULL;
    to->is_worn = has[FN_LIMITS] ? is_worn : NULL;
}
