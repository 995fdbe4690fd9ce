#include "rules/lua/shot.h"

#include <string.h>

#include "rules/lua/element.h"
#include "rules/lua/fire.h"
#include "rules/lua/guard.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/worker.h"

enum {
    N_STATES = 2, /* the actor's and the target's */
    STATES = N_STATES * SALVO_ELEMENT_BYTES,
    THROWS_MAX = UINT8_MAX,
    RESULTS_MAX = 4096, /* of a throw: of more, each is asked for when it is thrown */
    KINDS_MAX = 1 << 20 /* results of a throw that are told apart by kind */
};

/* All results of a throw, or their kinds. A result is known by its place: the last die runs fastest. */
typedef struct results {
    uint8_t count, sides[SALVO_DICE_MAX];
    bool saw_actor; /* the rules have looked at the actor: it is another throw for each of his states */
    size_t n;       /* of `states`: one for each kind, or for each result; 0: too many to be asked for together */
    const uint32_t *kinds;                  /* by place: the kind; NULL: each result is its own */
    const uint8_t (*first)[SALVO_DICE_MAX]; /* kinds alone: the first faces of each */
    uint8_t states[][STATES];               /* results alone: what becomes of both */
} results;

/* What is asked of fire in two states. */
typedef struct shot {
    const content *content;
    int throw;
    bool at_once;
    uint8_t now[STATES]; /* the states that its dice are thrown by */
    const uint8_t *faces;
    const results *known;      /* as long as the worker is held */
    bool saw_actor, is_single; /* of them */
    bool by_actor;             /* they are asked for by his state */
    int number;                /* the answer, where it is yes or no or a kind */
    uint8_t then[STATES];      /* what becomes of both */
} shot;

static size_t place_of(const results *r, const uint8_t *faces)
{
    size_t place = 0;

    for (int i = 0; i < r->count; i++)
        place = place * r->sides[i] + (size_t)faces[i] - 1;
    return r->kinds ? r->kinds[place] : place;
}

/* The dice of a throw. */

static int refuse_target(lua_State *L)
{
    sandbox_fail(
        L, 0,
        "dice depend on the state of the target; where both act at the same time they cannot, since others may "
        "have hit it already: let resolve look at it");
}

/* In place of a target's state that must not matter. */
static void push_no_target(lua_State *L)
{
    static const luaL_Reg GUARD[] = {{"__index", refuse_target}, {"__newindex", refuse_target}, {NULL, NULL}};

    lua_newtable(L);
    guard_set(L, GUARD);
}

/* Pushes the list of dice of this throw; false: there is no such throw. Where throws are counted beforehand no state is
 * shown, so that none can matter. */
static bool push_dice(lua_State *L, const shot *s)
{
    const subject *battle = s->content->subject;
    const bool counted = battle_of(s->content)->counts_throws;

    worker_of(L)->is_looked_at = false;
    worker_push_function(L, battle, FN_DICE);
    if (battle->constant_dice)
        return counted || s->throw == 0;
    fire_push(L, s->content);
    lua_pushinteger(L, s->throw +1);
    if (!counted)
        state_push_lazy(L, &battle->state, s->now);
    if (!counted && s->at_once)
        push_no_target(L);
    else if (!counted)
        state_push(L, &battle->state, s->now + SALVO_ELEMENT_BYTES);
    lua_call(L, counted ? 2 : 4, 1);
    if (lua_isnil(L, -1) && !counted)
        return false;
    throw_check_list(L, battle, FN_DICE, "dice", counted ? "" : ", or nil: no more throws");
    return true;
}

typedef struct dice_question {
    const shot *shot;
    dice_answer answer;
} dice_question;

static void ask_dice(lua_State *L, void *of)
{
    dice_question *q = of;

    memset(&q->answer, 0, sizeof q->answer);
    q->answer.is_thrown = push_dice(L, q->shot);
    if (!q->answer.is_thrown)
        return;
    if (q->shot->throw == THROWS_MAX)
        worker_fail(L, q->shot->content->subject, FN_DICE,
                    "dice gave dice for throw %d of one activation; return nil when there "
                    "are no more",
                    THROWS_MAX + 1);
    throw_read(L, &q->answer.dice);
}

static bool is_out(const fire *f, const content *element, const uint8_t *state)
{
    return element_strength(f->book, element, state) == 0;
}

/* Whether the dice are the same from all states. */
static bool has_fixed_dice(const shot *s)
{
    return battle_of(s->content)->counts_throws || s->content->subject->constant_dice;
}

/* What decides on the answer to a question about a shot. */
static void key_of(memo_key *key, const shot *s, function_name function)
{
    memset(key, 0, sizeof *key);
    key->content = s->content;
    key->function = (uint8_t)function;
    key->throw = (uint8_t)s->throw;
    key->at_once = s->at_once;
    if (function != FN_KIND && !(function == FN_DICE && has_fixed_dice(s)))
        memcpy(key->states, s->now, function == FN_DICE && s->at_once ? SALVO_ELEMENT_BYTES : sizeof key->states);
}

static shot shot_of(const fire *f, int throw, const uint8_t *actor, const uint8_t *target)
{
    shot s = {.content = f->content,
              .throw = throw,
              .at_once = f->at_once || battle_of(f->content)->adapter.sequence == SALVO_AT_ONCE};

    memcpy(s.now, actor, SALVO_ELEMENT_BYTES);
    memcpy(s.now + SALVO_ELEMENT_BYTES, target, SALVO_ELEMENT_BYTES);
    return s;
}

/* An activation ends when either is out. */
static bool dice(const void *of, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *to)
{
    const fire *f = of;
    shot s;
    dice_question q = {.shot = &s};
    memo_key key;

    *to = (salvo_dice){.count = 0};
    if (!f->content || is_out(f, f->content->actor, actor) || is_out(f, f->content->target, target))
        return false;
    if (throw > THROWS_MAX || (battle_of(f->content)->counts_throws && throw >= f->content->ready.throws))
        return false;
    s = shot_of(f, throw, actor, target);
    key_of(&key, &s, FN_DICE);
    if (!worker_ask_once(book_changeable(f->book),
                         &(worker_question){MEMO_DICE, f->content, &key, &q.answer, ask_dice, NULL, &q}))
        return false;
    *to = q.answer.dice;
    return q.answer.is_thrown;
}

/* Results. */

/* For messages, which are made when this call is over: the worker keeps the dice and what they show. */
static void show_dice(worker *w, const salvo_dice *dice)
{
    w->throw_of = NULL; /* they are another throw's */
    w->throw_dice = *dice;
    w->asked_dice = NULL; /* until they show something */
}

static void show_faces(worker *w, const uint8_t *faces)
{
    memcpy(w->faces, faces, w->throw_dice.count);
    w->asked_dice = &w->throw_dice;
    w->asked_faces = w->faces;
}

static results *new_results(lua_State *L, const salvo_dice *dice, size_t n)
{
    results *r = worker_results(L, sizeof *r + n * STATES);

    r->count = dice->count;
    memcpy(r->sides, dice->sides, sizeof r->sides);
    r->n = n;
    return r;
}

/* The kind of one result, numbered as the rules name them; `names` is the place of the table of those numbers. */
static uint32_t ask_kind(lua_State *L, const shot *s, const salvo_dice *dice, const uint8_t *faces, int worth,
                         int names, size_t *n)
{
    const subject *battle = s->content->subject;
    uint32_t kind = (uint32_t)*n;

    show_faces(worker_of(L), faces);
    sandbox_renew(L);
    worker_push_function(L, battle, FN_KIND);
    fire_push(L, s->content);
    lua_pushinteger(L, s->throw +1);
    throw_push(L, worth, dice, faces);
    lua_call(L, dice->count + 2, 1);
    if (lua_isnil(L, -1) || lua_type(L, -1) == LUA_TTABLE || lua_type(L, -1) == LUA_TFUNCTION)
        worker_fail(L, battle, FN_KIND,
                    "kind returned %s; it returns a text or a number, the same for results that do "
                    "the same",
                    check_words_of(L, -1));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, names) == LUA_TNUMBER) {
        kind = (uint32_t)lua_tointeger(L, -1);
    } else {
        lua_pushvalue(L, -2);
        lua_pushinteger(L, (lua_Integer)(*n)++);
        lua_rawset(L, names);
    }
    lua_pop(L, 2);
    return kind;
}

/* The kinds of a throw, of fixed dice. Their worth is on top of the stack. */
static const results *make_kinds(lua_State *L, const shot *s, const salvo_dice *dice)
{
    const int worth = lua_gettop(L);
    const uint64_t all = salvo_dice_results(dice);
    uint8_t faces[SALVO_DICE_MAX] = {0};
    size_t n = 0, place = 0;
    results *r;
    uint32_t *kinds;
    uint8_t(*first)[SALVO_DICE_MAX];

    if (all == 0 || all > KINDS_MAX)
        worker_fail(L, s->content->subject, FN_KIND, "kind is for throws of at most %d results", KINDS_MAX);
    r = new_results(L, dice, 0);
    kinds = worker_results(L, all * sizeof *kinds);
    first = worker_results(L, all * sizeof *first);
    lua_newtable(L);
    salvo_dice_first(dice, faces);
    do {
        const uint32_t kind = ask_kind(L, s, dice, faces, worth, worth + 1, &n);

        if (kind == r->n)
            memcpy(first[r->n++], faces, sizeof faces);
        kinds[place++] = kind;
    } while (salvo_dice_next(dice, faces));
    lua_pop(L, 1);
    r->kinds = kinds;
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

    key_of(&key, s, FN_KIND);
    r = known_results(L, &key);
    if (r)
        return r;
    r = make_kinds(L, s, dice);
    memos_keep(&worker_of(L)->memos[MEMO_RESULTS], &key, &r);
    return r;
}

/* A throw under way. On the stack: what its dice are worth, both states, the rule, the fire. */
typedef struct throw_asked {
    const shot *shot;
    const state_layout *layout;
    salvo_dice dice;
    bool saw_actor;
} throw_asked;

enum { WORTH = 1, ACTOR, TARGET, RULE, FIRE };

static void begin_throw(lua_State *L, const shot *s, throw_asked *t)
{
    worker *w = worker_of(L);
    const subject *battle = s->content->subject;

    *t = (throw_asked){.shot = s, .layout = &battle->state};
    if (!push_dice(L, s))
        worker_fail(L, battle, FN_DICE, "dice gives no dice for a throw that it gave dice for before");
    throw_read(L, &t->dice); /* at WORTH: the stack was empty */
    t->saw_actor = w->is_looked_at;
    show_dice(w, &t->dice);
}

static void push_arguments(lua_State *L, const throw_asked *t)
{
    const shot *s = t->shot;

    state_push_lazy(L, t->layout, s->now);
    state_push(L, t->layout, s->now + SALVO_ELEMENT_BYTES);
    worker_push_function(L, s->content->subject, FN_RESOLVE);
    fire_push(L, s->content);
}

/* One result. The tables of the states are used again for the next. */
static void resolve_faces(lua_State *L, const throw_asked *t, const uint8_t *faces, uint8_t states[STATES])
{
    const shot *s = t->shot;
    const subject *battle = s->content->subject;
    worker *w = worker_of(L);

    show_faces(w, faces);
    w->box.line = battle->lines[FN_RESOLVE];
    memcpy(states, s->now, STATES);
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

static void restore_states(lua_State *L, const throw_asked *t)
{
    if (worker_of(L)->is_looked_at)
        state_fill(L, ACTOR, t->layout, t->shot->now);
    state_fill(L, TARGET, t->layout, t->shot->now + SALVO_ELEMENT_BYTES);
}

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

/* Where rules are tried, the kinds are, too. */
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

        show_faces(worker_of(L), faces);
        if (memcmp(r->states[i++], r->states[place_of(r, first)], STATES) != 0)
            worker_fail(L, battle, FN_KIND,
                        "kind says that two results are of one kind, and resolve makes something else "
                        "of them");
    } while (salvo_dice_next(&t->dice, faces));
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
    r->saw_actor = t.saw_actor || worker_of(L)->is_looked_at;
    s->known = r;
    if (!r->saw_actor)
        return;
    key_of(&key, s, FN_RESOLVE);
    memos_keep(&worker_of(L)->memos[MEMO_RESULTS], &key, &r);
}

static void ask_one(lua_State *L, void *of)
{
    shot *s = of;
    throw_asked t;

    begin_throw(L, s, &t);
    push_arguments(L, &t);
    resolve_faces(L, &t, s->faces, s->then);
}

/* While the results are there. Those that a look at the actor has decided may be of another state of his, and of other
 * dice. */
static void take_result(void *of)
{
    shot *s = of;
    const results *r = s->known;
    const uint8_t *states;

    s->saw_actor = r->saw_actor;
    s->is_single = r->n == 0;
    if (s->is_single || (s->saw_actor && !s->by_actor))
        return;
    states = r->states[place_of(r, s->faces)];
    memcpy(s->then, s->saw_actor ? states : s->now, SALVO_ELEMENT_BYTES);
    memcpy(s->then + SALVO_ELEMENT_BYTES, states + SALVO_ELEMENT_BYTES, SALVO_ELEMENT_BYTES);
}

/* Mostly the rules do not look at the actor: then the answer holds for all of his states, and stands under a key without
 * any. Where they have looked, it stands under the key with his state. */
static bool find_result(lua_book *book, shot *s)
{
    worker_question q = {MEMO_RESULTS, s->content, NULL, &s->known, ask_results, take_result, s};
    memo_key key;

    key_of(&key, s, FN_RESOLVE);
    memset(key.states, 0, SALVO_ELEMENT_BYTES);
    key.more[0] = 1;
    q.key = &key;
    if (!worker_ask_once(book, &q))
        return false;
    if (!s->saw_actor)
        return true;
    key_of(&key, s, FN_RESOLVE);
    s->by_actor = true;
    return worker_ask_once(book, &q);
}

static void resolve(const void *of, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    const fire *f = of;
    shot s;

    if (!f->content)
        return;
    s = shot_of(f, throw, actor, target);
    s.faces = faces;
    if (!find_result(book_changeable(f->book), &s))
        return;
    if (s.is_single && !worker_ask(book_changeable(f->book), f->content, ask_one, &s, NULL))
        return;
    memcpy(actor, s.then, SALVO_ELEMENT_BYTES);
    memcpy(target, s.then + SALVO_ELEMENT_BYTES, SALVO_ELEMENT_BYTES);
}

static void ask_kinds(lua_State *L, void *of)
{
    shot *s = of;
    salvo_dice dice;

    worker_make_room(L);
    push_dice(L, s);
    throw_read(L, &dice);
    show_dice(worker_of(L), &dice);
    s->known = make_kinds(L, s, &dice);
}

static void take_kind(void *of)
{
    shot *s = of;

    s->number = (int)place_of(s->known, s->faces);
}

static int kind(const void *of, int throw, const uint8_t *faces)
{
    const fire *f = of;
    const uint8_t none[SALVO_ELEMENT_BYTES] = {0};
    shot s;
    memo_key key;

    if (!f->content)
        return 0;
    s = shot_of(f, throw, none, none);
    s.faces = faces;
    key_of(&key, &s, FN_KIND);
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
        worker_fail(L, battle, FN_CAN_HARM, "can_harm returned %s; it returns true or false", check_words_of(L, -1));
    s->number = lua_toboolean(L, -1);
}

static bool can_harm(const void *of, const uint8_t *actor, const uint8_t *target)
{
    const fire *f = of;
    shot s;
    memo_key key;

    if (!f->content)
        return false;
    s = shot_of(f, 0, actor, target);
    key_of(&key, &s, FN_CAN_HARM);
    return worker_ask_once(book_changeable(f->book),
                           &(worker_question){MEMO_SMALL, f->content, &key, &s.number, ask_harm, NULL, &s}) &&
           s.number;
}

void shot_adapt(script_battle *b)
{
    b->adapter.dice = dice;
    b->adapter.resolve = resolve;
    b->adapter.kind = b->battle.has[FN_KIND] ? kind : NULL;
    b->adapter.can_harm = can_harm;
}
