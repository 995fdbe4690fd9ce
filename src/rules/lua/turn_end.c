/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effects on an element at the end of a turn (`after`): whether it throws, which dice, and what they do. Engines
 * ask first for the dice and then for each combination of faces, so both use the same function for the dice. */
#include "rules/lua/turn_end.h"

#include <string.h>

#include "rules/lua/situation.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/worker.h"

/* `before` is the state at the beginning of the turn, `states` the present one, `now` the bytes that a resolved throw
 * changes. */
typedef struct turn_end {
    const content *element;
    const uint8_t *before, *states;
    bool moving;
    dice_answer answer; /* whether it throws, and what */
    salvo_dice dice;    /* of the throw that is resolved */
    const uint8_t *faces;
    uint8_t *now;
} turn_end;

/* Pushes the values of the dice. The dice depend only on the element and its state, so that they are the same when they
 * are resolved. */
static void push_end_dice(lua_State *L, const turn_end *e, salvo_dice *dice)
{
    const script_battle *b = battle_of(e->element);

    worker_push_function(L, &b->battle, FN_AFTER_DICE);
    if (!b->after_constant) {
        situation_push(L, e->element);
        state_push(L, &b->battle.state, e->states);
        lua_call(L, 2, 1);
        throw_check_list(L, &b->battle, FN_AFTER_DICE, "after.dice", "");
    }
    throw_read(L, dice);
}

/* Without `when` every element throws at the end of every turn. */
static void ask_end_dice(lua_State *L, void *of)
{
    turn_end *e = of;
    const subject *battle = &battle_of(e->element)->battle;

    memset(&e->answer, 0, sizeof e->answer);
    e->answer.is_thrown = true;
    if (battle->has[FN_AFTER_WHEN]) {
        worker_push_function(L, battle, FN_AFTER_WHEN);
        situation_push(L, e->element);
        lua_pushboolean(L, e->moving);
        state_push(L, &battle->state, e->before);
        state_push(L, &battle->state, e->states);
        lua_call(L, 4, 1);
        e->answer.is_thrown = lua_toboolean(L, -1);
    }
    if (e->answer.is_thrown)
        push_end_dice(L, e, &e->answer.dice);
}

/* Engines ask for every element in every turn. The dice are cleared first, because engines compare the whole struct. */
static bool after_dice(const void *element, bool moving, const uint8_t *before, const uint8_t *now, salvo_dice *to)
{
    const situation *of = element;
    turn_end e = {.element = of->content, .before = before, .states = now, .moving = moving};
    memo_key key;

    *to = (salvo_dice){.count = 0};
    memset(&key, 0, sizeof key);
    key.content = of->content;
    key.function = FN_AFTER_DICE;
    key.at_once = moving;
    memcpy(key.states, before, SALVO_ELEMENT_BYTES);
    memcpy(key.states + SALVO_ELEMENT_BYTES, now, SALVO_ELEMENT_BYTES);
    if (!worker_ask_once(book_changeable(of->book),
                         &(worker_question){MEMO_DICE, of->content, &key, &e.answer, ask_end_dice, NULL, &e}) ||
        !e.answer.is_thrown)
        return false;
    *to = e.answer.dice;
    return true;
}

static void ask_end(lua_State *L, void *of)
{
    turn_end *e = of;
    const subject *battle = &battle_of(e->element)->battle;

    push_end_dice(L, e, &e->dice); /* at 1 */
    worker_of(L)->asked_dice = &e->dice;
    worker_of(L)->asked_faces = e->faces;
    state_push(L, &battle->state, e->now); /* at 2 */
    worker_push_function(L, battle, FN_AFTER_RESOLVE);
    situation_push(L, e->element);
    lua_pushvalue(L, 2);
    throw_push(L, 1, &e->dice, e->faces);
    lua_call(L, e->dice.count + 2, 0);
    state_take(L, 2, &battle->state, battle, FN_AFTER_RESOLVE, e->now);
}

static void after(const void *element, const uint8_t *faces, uint8_t *now)
{
    const situation *of = element;
    turn_end e = {.element = of->content, .states = now, .faces = faces, .now = now};

    worker_ask(book_changeable(of->book), of->content, ask_end, &e, NULL);
}

/* `resolve` is required with `dice`, so one test is enough. */
void turn_end_adapt(script_battle *b)
{
    if (!b->battle.has[FN_AFTER_DICE])
        return;
    b->adapter.after_dice = after_dice;
    b->adapter.after = after;
}
