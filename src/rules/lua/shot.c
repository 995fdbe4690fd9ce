#include "rules/lua/shot.h"

#include <string.h>

#include "rules/lua/element.h"
#include "rules/lua/fire.h"
#include "rules/lua/state.h"
#include "rules/lua/throw.h"
#include "rules/lua/worker.h"

enum { N_STATES = 2, THROWS_MAX = UINT8_MAX }; /* the actor's and the target's */

static const char THROW_WORTH; /* its address is the key of what the dice of the last throw are worth */

/* What is asked of fire in two states. */
typedef struct shot {
    const content *content;
    int throw;
    bool at_once;
    const uint8_t *now; /* the states that its dice are thrown by, N_STATES of them */
    const uint8_t *faces;
    salvo_dice *dice;
    bool yes;
    struct {
        uint8_t states[N_STATES * SALVO_ELEMENT_BYTES];
        uint8_t saw_actor;
    } then; /* what becomes of both, and whether the rule has looked at the actor */
} shot;

static void join_states(uint8_t *states, const uint8_t *actor, const uint8_t *target)
{
    memcpy(states, actor, SALVO_ELEMENT_BYTES);
    memcpy(states + SALVO_ELEMENT_BYTES, target, SALVO_ELEMENT_BYTES);
}

static void push_states(lua_State *L, const state_layout *layout, const uint8_t *states)
{
    state_push(L, layout, states);
    state_push(L, layout, states + SALVO_ELEMENT_BYTES);
}

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
    lua_newtable(L);
    lua_createtable(L, 0, 2);
    lua_pushcfunction(L, refuse_target);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, refuse_target);
    lua_setfield(L, -2, "__newindex");
    lua_setmetatable(L, -2);
}

/* Pushes the list of dice of this throw; false: there is no such throw. Where throws are counted beforehand no state is
 * shown, so that none can matter. */
static bool push_dice(lua_State *L, const shot *s)
{
    const subject *battle = s->content->subject;
    const bool counted = battle_of(s->content)->counts_throws;

    worker_push_function(L, battle, FN_DICE);
    if (battle->constant_dice)
        return counted || s->throw == 0;
    fire_push(L, s->content);
    lua_pushinteger(L, s->throw +1);
    if (!counted)
        state_push(L, &battle->state, s->now);
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

/* The dice of the throw, unless they are those of the last one. Pushes what they are worth; false: there is no such
 * throw. */
static bool find_dice(lua_State *L, const shot *s)
{
    worker *w = worker_of(L);
    uint8_t key[N_STATES * SALVO_ELEMENT_BYTES + 1];

    memcpy(key, s->now, sizeof key - 1);
    if (s->at_once)
        memset(key + SALVO_ELEMENT_BYTES, 0, SALVO_ELEMENT_BYTES);
    key[sizeof key - 1] = (uint8_t)s->throw;
    if (w->throw_of == s->content && memcmp(w->throw_state, key, sizeof key) == 0) {
        lua_rawgetp(L, LUA_REGISTRYINDEX, &THROW_WORTH);
        return true;
    }
    w->throw_of = NULL; /* until it is known */
    if (!push_dice(L, s))
        return false;
    throw_read(L, &w->throw_dice);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &THROW_WORTH);
    memcpy(w->throw_state, key, sizeof key);
    w->throw_of = s->content;
    return true;
}

static void ask_dice(lua_State *L, void *of)
{
    shot *s = of;

    s->yes = find_dice(L, s);
    if (s->yes && s->throw == THROWS_MAX)
        worker_fail(L, s->content->subject, FN_DICE,
                    "dice gave dice for throw %d of one activation; return nil when there "
                    "are no more",
                    THROWS_MAX + 1);
    if (s->yes)
        *s->dice = worker_of(L)->throw_dice;
}

static bool is_out(const fire *f, const content *element, const uint8_t *state)
{
    return element_strength(f->book, element, state) == 0;
}

/* What decides on the answer to a question about a shot. */
static void key_of(memo_key *key, const shot *s, function_name function)
{
    memset(key, 0, sizeof *key);
    key->content = s->content;
    key->function = (uint8_t)function;
    key->throw = (uint8_t)s->throw;
    key->at_once = s->at_once;
    if (function == FN_DICE && (battle_of(s->content)->counts_throws || s->content->subject->constant_dice))
        return; /* no state is shown */
    memcpy(key->states, s->now, function == FN_DICE && s->at_once ? SALVO_ELEMENT_BYTES : sizeof key->states);
}

static bool is_at_once(const fire *f)
{
    return f->at_once || battle_of(f->content)->adapter.sequence == SALVO_AT_ONCE;
}

/* An activation ends when either is out. */
static bool dice(const void *of, int throw, const uint8_t *actor, const uint8_t *target, salvo_dice *to)
{
    const fire *f = of;
    uint8_t now[N_STATES * SALVO_ELEMENT_BYTES];
    shot s = {.content = f->content, .throw = throw, .now = now, .dice = to};
    memo_key key;

    *to = (salvo_dice){.count = 0};
    if (!f->content || is_out(f, f->content->actor, actor) || is_out(f, f->content->target, target))
        return false;
    if (throw > THROWS_MAX || (battle_of(f->content)->counts_throws && throw >= f->content->ready.throws))
        return false;
    s.at_once = is_at_once(f);
    join_states(now, actor, target);
    key_of(&key, &s, FN_DICE);
    return worker_ask_dice(book_changeable(f->book), &key, &s.yes, to, ask_dice, &s) && s.yes;
}

static void ask_resolve(lua_State *L, void *of)
{
    shot *s = of;
    worker *w = worker_of(L);
    const subject *battle = s->content->subject;

    if (!find_dice(L, s)) /* at 1 */
        worker_fail(L, battle, FN_DICE, "dice gives no dice for a throw that it gave dice for before");
    w->asked_dice = &w->throw_dice;
    w->asked_faces = s->faces;
    state_push_lazy(L, &battle->state, s->then.states);                  /* at 2 */
    state_push(L, &battle->state, s->then.states + SALVO_ELEMENT_BYTES); /* at 3 */
    worker_push_function(L, battle, FN_RESOLVE);
    fire_push(L, s->content);
    lua_pushinteger(L, s->throw +1);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    throw_push(L, 1, &w->throw_dice, s->faces);
    lua_call(L, w->throw_dice.count + 4, 0);
    if (w->is_looked_at)
        state_take(L, 2, &battle->state, battle, FN_RESOLVE, s->then.states);
    s->then.saw_actor = w->is_looked_at;
    state_take(L, 3, &battle->state, battle, FN_RESOLVE, s->then.states + SALVO_ELEMENT_BYTES);
}

/* Mostly the rule does not look at the actor: then the answer holds for all of his states. */
static bool find_result(lua_book *book, shot *s, memo_key *key)
{
    memset(key->states, 0, SALVO_ELEMENT_BYTES);
    key->more[0] = 1;
    memcpy(s->then.states, s->now, sizeof s->then.states);
    if (!worker_ask_once(book, key, &s->then, sizeof s->then, ask_resolve, s))
        return false;
    if (!s->then.saw_actor) {
        memcpy(s->then.states, s->now, SALVO_ELEMENT_BYTES);
        return true;
    }
    memcpy(key->states, s->now, SALVO_ELEMENT_BYTES);
    key->more[0] = 0;
    memcpy(s->then.states, s->now, sizeof s->then.states);
    return worker_ask_once(book, key, &s->then, sizeof s->then, ask_resolve, s);
}

/* The faces behind those of the throw may be anything, so its dice are asked for. */
static void resolve(const void *of, int throw, const uint8_t *faces, uint8_t *actor, uint8_t *target)
{
    const fire *f = of;
    uint8_t now[N_STATES * SALVO_ELEMENT_BYTES];
    salvo_dice thrown = {.count = 0};
    shot s = {.content = f->content, .throw = throw, .now = now, .faces = faces, .dice = &thrown};
    memo_key key;

    if (!f->content)
        return;
    s.at_once = is_at_once(f);
    join_states(now, actor, target);
    key_of(&key, &s, FN_DICE);
    if (!worker_ask_dice(book_changeable(f->book), &key, &s.yes, &thrown, ask_dice, &s))
        return;
    key_of(&key, &s, FN_RESOLVE);
    key.n_faces = thrown.count;
    memcpy(key.faces, faces, thrown.count);
    if (!find_result(book_changeable(f->book), &s, &key))
        return;
    memcpy(actor, s.then.states, SALVO_ELEMENT_BYTES);
    memcpy(target, s.then.states + SALVO_ELEMENT_BYTES, SALVO_ELEMENT_BYTES);
}

static void ask_harm(lua_State *L, void *of)
{
    shot *s = of;
    const subject *battle = s->content->subject;

    worker_push_function(L, battle, FN_CAN_HARM);
    fire_push(L, s->content);
    push_states(L, &battle->state, s->now);
    lua_call(L, 3, 1);
    if (lua_type(L, -1) != LUA_TBOOLEAN)
        worker_fail(L, battle, FN_CAN_HARM, "can_harm returned %s; it returns true or false", check_words_of(L, -1));
    s->yes = lua_toboolean(L, -1);
}

static bool can_harm(const void *of, const uint8_t *actor, const uint8_t *target)
{
    const fire *f = of;
    uint8_t states[N_STATES * SALVO_ELEMENT_BYTES];
    shot s = {.content = f->content, .now = states};
    memo_key key;

    if (!f->content)
        return false;
    join_states(states, actor, target);
    key_of(&key, &s, FN_CAN_HARM);
    return worker_ask_once(book_changeable(f->book), &key, &s.yes, sizeof s.yes, ask_harm, &s) && s.yes;
}

void shot_adapt(script_battle *b)
{
    b->adapter.dice = dice;
    b->adapter.resolve = resolve;
    b->adapter.can_harm = can_harm;
}
