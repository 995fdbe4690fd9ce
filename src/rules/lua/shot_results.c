/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A throw has few results and is thrown from many states. So one call asks for all of them and sets up its arguments
 * once. If the rules do not look at the actor, that call serves all of its states. */
#include "rules/lua/shot_results.h"

#include <string.h>

#include "rules/lua/fire.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/throw_numbers.h"

enum {
    RESULTS_MAX = 4096, /* of a throw; with more, each is asked when it is thrown */
    KINDS_MAX = 1 << 20 /* results of a throw that kinds can group */
};

size_t results_place(const results *r, const uint8_t *faces)
{
    size_t place = 0;

    for (int i = 0; i < r->count; i++)
        place = place * r->sides[i] + (size_t)faces[i] - 1;
    return r->kinds ? (size_t)r->kinds[place] : place;
}

static results *new_results(lua_State *L, const salvo_dice *dice, size_t n)
{
    results *r = worker_results(L, sizeof *r + n * SHOT_STATES);

    r->count = dice->count;
    memcpy(r->sides, dice->sides, sizeof r->sides);
    r->n = n;
    return r;
}

/* Returns the kind of one result, numbered in the order in which the rules name them. `names` is the stack place of the
 * table of those numbers. */
static int32_t ask_kind(lua_State *L, const shot *s, const salvo_dice *dice, const uint8_t *faces, int worth, int names,
                        size_t *n)
{
    const subject *battle = s->content->subject;
    const bool by_actor = shot_has_kinds_by_actor(s);

    shot_show_faces(worker_of(L), faces);
    sandbox_renew(L);
    worker_push_function(L, battle, FN_KIND);
    fire_push(L, s->content);
    lua_pushinteger(L, s->throw +1);
    if (by_actor)
        state_push(L, &battle->state, s->now);
    throw_push(L, worth, dice, faces);
    lua_call(L, dice->count + 2 + by_actor, 1);
    return throw_numbers_kind(L, battle, names, n);
}

/* Finds the kinds of a throw. The values of the dice are on top of the stack. */
const results *results_make_kinds(lua_State *L, const shot *s, const salvo_dice *dice)
{
    const int worth = lua_gettop(L);
    const uint64_t all = salvo_dice_results(dice);
    uint8_t faces[SALVO_DICE_MAX] = {0};
    size_t n = 0, place = 0;
    results *r;
    int32_t *kinds;
    uint8_t(*first)[SALVO_DICE_MAX];

    if (all == 0 || all > KINDS_MAX)
        worker_fail(L, s->content->subject, FN_KIND, "kind is for throws with at most %d results", KINDS_MAX);
    r = new_results(L, dice, 0);
    kinds = worker_results(L, all * sizeof *kinds);
    first = worker_results(L, all * sizeof *first);
    lua_newtable(L);
    salvo_dice_first(dice, faces);
    do {
        const int32_t kind = ask_kind(L, s, dice, faces, worth, worth + 1, &n);

        if ((size_t)kind == r->n)
            memcpy(first[r->n++], faces, sizeof faces);
        kinds[place++] = kind;
    } while (salvo_dice_next(dice, faces));
    lua_pop(L, 1);
    r->kinds = kinds;
    if (!shot_has_kinds_by_actor(s))
        throw_numbers_keep(book_changeable(worker_of(L)->book), s->content, s->throw, dice, kinds);
    r->first = (const uint8_t(*)[SALVO_DICE_MAX])first;
    return r;
}

static const results *known_results(lua_State *L, const memo_key *key)
{
    const results *const *known = worker_recall(worker_of(L), MEMO_RESULTS, key);

    return known ? *known : NULL;
}

static const results *find_kinds(lua_State *L, const shot *s, const salvo_dice *dice)
{
    const results *r;
    memo_key key;

    shot_key(&key, s, FN_KIND);
    r = known_results(L, &key);
    if (r && (r->count != dice->count || memcmp(r->sides, dice->sides, dice->count) != 0))
        worker_fail(L, s->content->subject, FN_KIND,
                    "kind is for dice that the state of the target does not change; leave it out");
    if (r)
        return r;
    r = results_make_kinds(L, s, dice);
    memos_keep(&worker_of(L)->memos[MEMO_RESULTS], &key, &r);
    return r;
}

/* A throw in progress. On the stack: the values of its dice, both states, the rule, the fire. */
typedef struct throw_asked {
    const shot *shot;
    const state_layout *layout;
    salvo_dice dice;
    bool saw_actor;
} throw_asked;

enum { WORTH = 1, ACTOR, TARGET, RULE, FIRE };

/* Asks for the dice again to get the values of their faces: these are Lua values, which no memo outside Lua can
 * hold. */
static void begin_throw(lua_State *L, const shot *s, throw_asked *t)
{
    worker *w = worker_of(L);
    const subject *battle = s->content->subject;

    *t = (throw_asked){.shot = s, .layout = &battle->state};
    shot_push_values(L, s, &t->dice); /* at WORTH: the stack was empty */
    t->saw_actor = w->is_looked_at;
    shot_show_dice(w, &t->dice);
}

static void push_arguments(lua_State *L, const throw_asked *t)
{
    const shot *s = t->shot;

    state_push_lazy(L, t->layout, s->now);
    state_push(L, t->layout, s->now + SALVO_ELEMENT_BYTES);
    worker_push_function(L, s->content->subject, FN_RESOLVE);
    fire_push(L, s->content);
}

/* Resolves one result. The next one uses the same tables for the states. */
static void resolve_faces(lua_State *L, const throw_asked *t, const uint8_t *faces, uint8_t states[SHOT_STATES])
{
    const shot *s = t->shot;
    const subject *battle = s->content->subject;
    worker *w = worker_of(L);

    shot_show_faces(w, faces);
    w->box.line = battle->lines[FN_RESOLVE];
    memcpy(states, s->now, SHOT_STATES);
    lua_pushvalue(L, RULE);
    lua_pushvalue(L, FIRE);
    lua_pushinteger(L, s->throw +1);
    lua_pushvalue(L, ACTOR);
    lua_pushvalue(L, TARGET);
    throw_push(L, WORTH, &t->dice, faces);
    lua_call(L, t->dice.count + 4, 0);
    if (w->is_looked_at)
        state_take(L, ACTOR, t->layout, battle, FN_RESOLVE, states);
    state_take(L, TARGET, t->layout, battle, FN_RESOLVE, states + SALVO_ELEMENT_BYTES);
}

/* A rule has changed the tables for the previous result. If no rule has looked at the actor, it is unchanged. */
static void restore_states(lua_State *L, const throw_asked *t)
{
    if (worker_of(L)->is_looked_at)
        state_fill(L, ACTOR, t->layout, t->shot->now);
    state_fill(L, TARGET, t->layout, t->shot->now + SALVO_ELEMENT_BYTES);
}

/* Every result has its own limit on instructions. Otherwise the results of a large throw could only be asked one by
 * one. */
static void resolve_all(lua_State *L, const throw_asked *t, results *r)
{
    uint8_t faces[SALVO_DICE_MAX] = {0};
    size_t i = 0;

    salvo_dice_first(&t->dice, faces);
    do {
        if (i)
            restore_states(L, t);
        sandbox_renew(L);
        resolve_faces(L, t, faces, r->states[i++]);
    } while (salvo_dice_next(&t->dice, faces));
}

static void resolve_kinds(lua_State *L, const throw_asked *t, const results *kinds, results *r)
{
    r->kinds = kinds->kinds;
    for (size_t i = 0; i < kinds->n; i++) {
        if (i)
            restore_states(L, t);
        sandbox_renew(L);
        resolve_faces(L, t, kinds->first[i], r->states[i]);
    }
}

/* If rules are checked, so are the kinds. */
static void check_kinds(lua_State *L, const throw_asked *t, const results *kinds)
{
    const subject *battle = t->shot->content->subject;
    uint8_t faces[SALVO_DICE_MAX] = {0};
    results *r = new_results(L, &t->dice, salvo_dice_results(&t->dice));
    size_t i = 0;

    restore_states(L, t);
    resolve_all(L, t, r);
    salvo_dice_first(&t->dice, faces);
    do {
        const uint8_t *first = kinds->first[kinds->kinds[i]];

        shot_show_faces(worker_of(L), faces);
        throw_push(L, WORTH, &t->dice, faces); /* for the message */
        lua_pop(L, t->dice.count);
        if (memcmp(r->states[i++], r->states[results_place(r, first)], SHOT_STATES) != 0)
            worker_fail(L, battle, FN_KIND,
                        "kind says that two results are of one kind, and resolve treats them differently");
    } while (salvo_dice_next(&t->dice, faces));
}

static bool must_ignore_actor(const content *of)
{
    const script_battle *b = battle_of(of);

    return b->counts_throws && !of->ready.reads_actor && b->adapter.sequence != SALVO_AT_ONCE;
}

/* Throws that are counted hold for every state of the actor. Compares the results with those of its first state. */
static void check_actor(lua_State *L, const throw_asked *t, const results *kinds, const results *r)
{
    const subject *battle = t->shot->content->subject;
    shot first = *t->shot;
    throw_asked other = *t;
    results *expected = new_results(L, &t->dice, r->n);

    memcpy(first.now, first.content->actor->ready.fresh, SALVO_ELEMENT_BYTES);
    other.shot = &first;
    restore_states(L, &other);
    if (kinds)
        resolve_kinds(L, &other, kinds, expected);
    else
        resolve_all(L, &other, expected);
    for (size_t i = 0; i < r->n; i++)
        if (memcmp(r->states[i], t->shot->now, SALVO_ELEMENT_BYTES) != 0 ||
            memcmp(r->states[i] + SALVO_ELEMENT_BYTES, expected->states[i] + SALVO_ELEMENT_BYTES,
                   SALVO_ELEMENT_BYTES) != 0)
            worker_fail(L, battle, FN_RESOLVE,
                        "resolve depends on the actor's state, or changes it; add reads_actor = true beside throws");
}

static void ask_results(lua_State *L, void *of)
{
    shot *s = of;
    const bool has_kinds = s->content->subject->has[FN_KIND];
    const results *kinds = NULL;
    results *r;
    uint64_t all;
    throw_asked t;
    memo_key key;

    worker_make_room(L);
    begin_throw(L, s, &t);
    if (has_kinds && t.dice.count)
        kinds = find_kinds(L, s, &t.dice);
    all = kinds ? kinds->n : salvo_dice_results(&t.dice);
    r = new_results(L, &t.dice, all > RESULTS_MAX ? 0 : all);
    push_arguments(L, &t);
    if (kinds && r->n)
        resolve_kinds(L, &t, kinds, r);
    else if (r->n)
        resolve_all(L, &t, r);
    if (kinds && r->n && worker_of(L)->is_watched)
        check_kinds(L, &t, kinds);
    r->saw_actor = t.saw_actor || worker_of(L)->is_looked_at || (kinds && shot_has_kinds_by_actor(s));
    if (r->saw_actor && r->n && must_ignore_actor(s->content))
        check_actor(L, &t, kinds, r);
    s->known = r;
    if (!r->saw_actor)
        return;
    shot_key(&key, s, FN_RESOLVE);
    memos_keep(&worker_of(L)->memos[MEMO_RESULTS], &key, &r);
}

void results_ask_one(lua_State *L, void *of)
{
    shot *s = of;
    throw_asked t;

    begin_throw(L, s, &t);
    push_arguments(L, &t);
    resolve_faces(L, &t, s->faces, s->then);
}

/* The place of the results for all states of the actor, or for its present one. */
static recent_results *recent_of(worker *w, const shot *s, bool by_actor)
{
    uint8_t states[SHOT_STATES];

    memcpy(states, s->now, sizeof states);
    if (!by_actor)
        memset(states, 0, SALVO_ELEMENT_BYTES);
    return &w->recent[shot_place(s->content, 2 * s->throw +by_actor, states)];
}

static bool is_recent(const recent_results *r, const shot *s, bool by_actor)
{
    return r->fire == s->content && r->throw == s->throw &&r->at_once == s->at_once && r->by_actor == by_actor &&
           memcmp(r->states + SALVO_ELEMENT_BYTES, s->now + SALVO_ELEMENT_BYTES, SALVO_ELEMENT_BYTES) == 0 &&
           (!by_actor || memcmp(r->states, s->now, SALVO_ELEMENT_BYTES) == 0);
}

static void keep_recent(worker *w, const shot *s)
{
    recent_results *r = recent_of(w, s, s->saw_actor);

    *r = (recent_results){.fire = s->content,
                          .results = s->known,
                          .throw = (uint8_t)s->throw,
                          .at_once = s->at_once,
                          .by_actor = s->saw_actor};
    memcpy(r->states, s->now, sizeof r->states);
}

static void copy_result(shot *s, const results *r)
{
    const uint8_t *states = r->states[results_place(r, s->faces)];

    memcpy(s->then, r->saw_actor ? states : s->now, SALVO_ELEMENT_BYTES);
    memcpy(s->then + SALVO_ELEMENT_BYTES, states + SALVO_ELEMENT_BYTES, SALVO_ELEMENT_BYTES);
}

/* Call while the results are valid. Results that depend on the actor hold only for that state and those dice. */
static void take_result(worker *w, void *of)
{
    shot *s = of;
    const results *r = s->known;

    s->saw_actor = r->saw_actor;
    s->is_single = r->n == 0;
    if (s->is_single || (s->saw_actor && !s->by_actor))
        return;
    keep_recent(w, s);
    copy_result(s, r);
}

/* Takes the result if it was asked for lately. */
static bool take_recent(lua_book *book, shot *s)
{
    worker *w;
    struct slot *held = worker_hold(book, &w);
    bool is_known = false;

    for (int by_actor = 0; by_actor < 2 && w && !is_known; by_actor++) {
        const recent_results *r = recent_of(w, s, by_actor);

        is_known = is_recent(r, s, by_actor);
        if (is_known)
            copy_result(s, r->results);
    }
    worker_release(held);
    return is_known;
}

/* Rules rarely look at the actor. If they do not, the answer holds for all its states, and its key contains no state.
 * If they do, the key contains the actor's state. */
bool results_find(lua_book *book, shot *s)
{
    worker_question q = {MEMO_RESULTS, s->content, NULL, &s->known, ask_results, take_result, s};
    memo_key key;

    /* The dice of a book with a fault are none, and their faces undefined. */
    if (book_is_faulty(book))
        return false;
    if (take_recent(book, s))
        return true;
    shot_key(&key, s, FN_RESOLVE);
    memset(key.states, 0, SALVO_ELEMENT_BYTES);
    key.more[0] = 1;
    q.key = &key;
    if (!worker_ask_once(book, &q))
        return false;
    if (!s->saw_actor)
        return true;
    shot_key(&key, s, FN_RESOLVE);
    s->by_actor = true;
    return worker_ask_once(book, &q);
}
