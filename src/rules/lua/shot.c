/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fire for the engines: the dice of a throw, their effect, and whether it can do harm. */
#include "rules/lua/shot.h"

#include <string.h>

#include "rules/lua/element.h"
#include "rules/lua/fire.h"
#include "rules/lua/shot_results.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/throw_numbers.h"

typedef struct dice_question {
    const fire *fire;
    const shot *shot;
    dice_answer answer;
} dice_question;

static void ask_dice(lua_State *L, void *of)
{
    dice_question *q = of;

    memset(&q->answer, 0, sizeof q->answer);
    q->answer.is_thrown = shot_push_dice(L, q->shot);
    if (!q->answer.is_thrown)
        return;
    if (q->shot->throw == SHOT_THROWS_MAX)
        worker_fail(L, q->shot->content->subject, FN_DICE,
                    "dice returned dice for throw %d of one activation; return nil if there are no more",
                    SHOT_THROWS_MAX + 1);
    shot_read_dice(L, q->shot, &q->answer.dice);
}

static recent_dice *recent_of(worker *w, const content *of, int throw, const uint8_t states[SHOT_STATES])
{
    return &w->dice[shot_place(of, throw, states)];
}

/* Takes the dice if they were asked for lately. */
static bool take_recent(const fire *f, int throw, const uint8_t states[SHOT_STATES], salvo_dice *to, bool *is_thrown)
{
    worker *w;
    struct slot *held = worker_hold(book_changeable(f->book), &w);
    const recent_dice *r = w ? recent_of(w, f->content, throw, states) : NULL;
    const bool is_known = r && r->fire == f->content && r->throw == throw &&r->at_once == f->at_once &&
                          memcmp(r->states, states, sizeof r->states) == 0;

    if (is_known && (*is_thrown = r->answer.is_thrown))
        *to = r->answer.dice;
    worker_release(held);
    return is_known;
}

static void keep_recent(worker *w, void *of)
{
    const dice_question *q = of;
    recent_dice *r = recent_of(w, q->shot->content, q->shot->throw, q->shot->now);

    *r = (recent_dice){
        .fire = q->shot->content, .throw = (uint8_t)q->shot->throw, .at_once = q->fire->at_once, .answer = q->answer};
    memcpy(r->states, q->shot->now, sizeof r->states);
}

static bool is_out(const fire *f, const script_battle *b, const content *element, const uint8_t *state)
{
    return (b->strength_field >= 0 ? element_strength_field(b, state) : element_strength(f->book, element, state)) == 0;
}

static shot shot_in(const fire *f, int throw, const uint8_t *actor, const uint8_t *target)
{
    shot s = {.content = f->content,
              .throw = throw,
              .at_once = f->at_once || battle_of(f->content)->adapter.sequence == SALVO_AT_ONCE};

    memcpy(s.now, actor, SALVO_ELEMENT_BYTES);
    memcpy(s.now + SALVO_ELEMENT_BYTES, target, SALVO_ELEMENT_BYTES);
    return s;
}

typedef struct shots_asked {
    const content *content;
    const uint8_t *actor;
    int n;
} shots_asked;

static void ask_shots(lua_State *L, void *of)
{
    shots_asked *s = of;
    const subject *battle = s->content->subject;

    worker_push_function(L, battle, FN_SHOTS);
    fire_push(L, s->content);
    state_push(L, &battle->state, s->actor);
    lua_call(L, 2, 1);
    s->n = (int)check_whole(L, -1, battle->lines[FN_SHOTS], "the number of shots", 0, UINT16_MAX);
}

/* Returns the number of throws that are aimed by themselves; 0 after a fault. */
static int shots_of(const fire *f, const uint8_t *actor)
{
    shots_asked s = {f->content, actor, 0};
    memo_key key;

    memset(&key, 0, sizeof key);
    key.content = f->content;
    key.function = FN_SHOTS;
    memcpy(key.states, actor, SALVO_ELEMENT_BYTES);
    return worker_ask_once(book_changeable(f->book),
                           &(worker_question){MEMO_SMALL, f->content, &key, &s.n, ask_shots, NULL, &s})
               ? s.n
               : 0;
}

/* Asks the rules, or the memo. */
static bool ask_for_dice(const fire *f, int throw, const uint8_t states[SHOT_STATES], salvo_dice *to)
{
    shot s = shot_in(f, throw, states, states + SALVO_ELEMENT_BYTES);
    dice_question q = {.fire = f, .shot = &s};
    memo_key key;

    shot_key(&key, &s, FN_DICE);
    if (!worker_ask_once(book_changeable(f->book),
                         &(worker_question){MEMO_DICE, f->content, &key, &q.answer, ask_dice, keep_recent, &q}))
        return false;
    *to = q.answer.dice;
    return q.answer.is_thrown;
}

/* An activation ends when either is out. */
static bool dice(const void *of, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *to)
{
    const fire *f = of;
    const script_battle *b = f->content ? battle_of(f->content) : NULL;
    const throw_numbers *known;
    uint8_t states[SHOT_STATES];
    bool is_thrown;

    to->count = 0;
    if (!b || (b->counts_throws && throw >= f->content->ready.throws) || is_out(f, b, f->content->actor, actor) ||
        is_out(f, b, f->content->target, target))
        return false;
    if (b->battle.has[FN_SHOTS]) {
        if (throw >= shots_of(f, actor))
            return false;
        throw = 0; /* they are alike */
    }
    if (throw > SHOT_THROWS_MAX)
        return false;
    known = throw_numbers_of(f->content, throw); /* of kinds: the same in all states */
    if (known) {
        *to = known->dice;
        return true;
    }
    memcpy(states, actor, SALVO_ELEMENT_BYTES);
    memcpy(states + SALVO_ELEMENT_BYTES, target, SALVO_ELEMENT_BYTES);
    return take_recent(f, throw, states, to, &is_thrown) ? is_thrown : ask_for_dice(f, throw, states, to);
}

static void resolve(const void *of, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    const fire *f = of;
    shot s;

    if (!f->content)
        return;
    s = shot_in(f, f->content->subject->has[FN_SHOTS] ? 0 : throw, actor, target);
    s.faces = faces;
    if (!results_find(book_changeable(f->book), &s))
        return;
    if (s.is_single && !worker_ask(book_changeable(f->book), f->content, results_ask_one, &s, NULL))
        return;
    memcpy(actor, s.then, SALVO_ELEMENT_BYTES);
    memcpy(target, s.then + SALVO_ELEMENT_BYTES, SALVO_ELEMENT_BYTES);
}

static void ask_kinds(lua_State *L, void *of)
{
    shot *s = of;
    salvo_dice dice;

    worker_make_room(L);
    shot_push_dice(L, s);
    throw_read(L, &dice);
    shot_show_dice(worker_of(L), &dice);
    s->known = results_make_kinds(L, s, &dice);
}

static void take_kind(worker *w, void *of)
{
    shot *s = of;

    (void)w;
    s->number = (int)results_place(s->known, s->faces);
}

static int kind(const void *of, int throw, const uint8_t *faces)
{
    const fire *f = of;
    const uint8_t none[SALVO_ELEMENT_BYTES] = {0};
    const throw_numbers *known = f->content ? throw_numbers_of(f->content, throw) : NULL;
    shot s;
    memo_key key;

    if (known)
        return throw_numbers_at(known, faces);
    if (!f->content)
        return 0;
    s = shot_in(f, throw, none, none);
    s.faces = faces;
    shot_key(&key, &s, FN_KIND);
    return worker_ask_once(book_changeable(f->book),
                           &(worker_question){MEMO_RESULTS, f->content, &key, &s.known, ask_kinds, take_kind, &s})
               ? s.number
               : 0;
}

static void ask_harm(lua_State *L, void *of)
{
    shot *s = of;
    const subject *battle = s->content->subject;

    worker_push_function(L, battle, FN_CAN_HARM);
    fire_push(L, s->content);
    state_push(L, &battle->state, s->now);
    state_push(L, &battle->state, s->now + SALVO_ELEMENT_BYTES);
    lua_call(L, 3, 1);
    if (lua_type(L, -1) != LUA_TBOOLEAN)
        worker_fail(L, battle, FN_CAN_HARM, "can_harm returned %s; it must return true or false",
                    check_words_of(L, -1));
    s->number = lua_toboolean(L, -1);
}

static bool can_harm(const void *of, const uint8_t *actor, const uint8_t *target)
{
    const fire *f = of;
    shot s;
    memo_key key;

    if (!f->content)
        return false;
    s = shot_in(f, 0, actor, target);
    shot_key(&key, &s, FN_CAN_HARM);
    return worker_ask_once(book_changeable(f->book),
                           &(worker_question){MEMO_SMALL, f->content, &key, &s.number, ask_harm, NULL, &s}) &&
           s.number;
}

void shot_adapt(script_battle *b)
{
    b->adapter.aims_each_throw = b->battle.has[FN_SHOTS];
    b->adapter.dice = dice;
    b->adapter.resolve = resolve;
    b->adapter.kind = b->battle.has[FN_KIND] && b->counts_throws ? kind : NULL;
    b->adapter.can_harm = can_harm;
}
