/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker keeps the effects of the last throw: engines go through all its results, which differ in one die from one to
 * the next. */
#include "rules/lua/lone_dice.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "rules/lua/chain_effect.h"
#include "rules/lua/chain_throw.h"
#include "rules/lua/worker.h"

/* A throw: its content, and its state. */
struct lone_throw {
    const content *of;
    uint8_t state[SALVO_STATE_MAX];
    int count;                    /* of the dice */
    size_t first[SALVO_DICE_MAX]; /* the place of each die's first face in `effects` */
    const chain_effect **effects; /* by face; NULL: not asked yet */
    size_t capacity;
    salvo_dice shown; /* the die that is asked about, for messages */
    salvo_arena *own; /* memory of effects that no other state shares; or NULL */
};

static void free_throw(struct lone_throw *t)
{
    free(t->effects);
    salvo_arena_free(t->own);
    free(t);
}

/* A question: a throw from a state. */
typedef struct lone_step {
    const content *of;
    uint8_t *state; /* becomes the state after the step */
    const uint8_t *faces;
    int64_t *gain; /* or NULL */
    bool ends_turn;
} lone_step;

/* Returns the fields that two dice change, if the effects were put together; 0: there are none. */
static uint64_t conflict(const chain_effect *const *effects, int n, int *second)
{
    uint64_t changed = 0;

    for (int i = 0; i < n; i++) {
        *second = i;
        if (changed & effects[i]->changed)
            return changed & effects[i]->changed;
        changed |= effects[i]->changed;
    }
    return 0;
}

/* Finds the effects of the faces. Returns false if one is not known. */
static bool find_effects(const struct lone_throw *t, const uint8_t *faces, const chain_effect **effects)
{
    for (int i = 0; i < t->count; i++) {
        effects[i] = t->effects[t->first[i] + faces[i] - 1];
        if (!effects[i])
            return false;
    }
    return true;
}

/* Makes the step if all is known that it needs, and no two dice disagree. */
static bool take_known_step(const struct lone_throw *t, lone_step *step)
{
    const chain_effect *effects[SALVO_DICE_MAX];
    int second;

    if (!t || t->of != step->of || memcmp(t->state, step->state, step->of->subject->state.bytes) != 0 ||
        !find_effects(t, step->faces, effects) || conflict(effects, t->count, &second))
        return false;
    for (int i = 0; i < t->count; i++)
        step->ends_turn |= chain_effect_apply(effects[i], step->of->subject, step->state, step->gain);
    return true;
}

/* The throw is the worker's, whose values are on the stack. */
enum { WORTH = 1 };

/* Returns the worker's throw, whose effects are not known yet if it is not the last one. */
static struct lone_throw *throw_of(lua_State *L, const lone_step *step)
{
    worker *w = worker_of(L);
    struct lone_throw *t = w->lone;
    size_t n = 0;

    chain_throw_find(L, step->of, step->state);
    if (!t) {
        w->lone = t = calloc(1, sizeof *t);
        w->free_lone = free_throw;
        if (!t)
            sandbox_no_memory(L);
    }
    if (t->of == step->of && memcmp(t->state, step->state, step->of->subject->state.bytes) == 0)
        return t;
    t->of = NULL; /* until it is complete */
    salvo_arena_free(t->own);
    t->own = NULL;
    t->count = w->throw_dice.count;
    for (int i = 0; i < t->count; i++) {
        t->first[i] = n;
        n += w->throw_dice.sides[i];
    }
    if (!salvo_grow(&t->effects, &t->capacity, n, sizeof *t->effects))
        sandbox_no_memory(L);
    memset(t->effects, 0, n * sizeof *t->effects);
    memcpy(t->state, step->state, step->of->subject->state.bytes);
    t->of = step->of;
    return t;
}

/* Pushes what the die shows, and notes it for messages. */
static void push_shown(lua_State *L, struct lone_throw *t, int die, const uint8_t *face)
{
    worker *w = worker_of(L);

    if (lua_rawgeti(L, WORTH, die + 1) == LUA_TTABLE)
        lua_rawgeti(L, -1, *face);
    else
        lua_pushinteger(L, *face);
    lua_replace(L, -2);
    t->shown.count = 1;
    w->asked_dice = &t->shown;
    w->asked_faces = face;
    w->asked_whole[0] = lua_isinteger(L, -1) != 0;
    w->asked_values[0] = lua_tointeger(L, -1);
}

/* Calls the function, with what the die shows at `shown`. */
static const chain_effect *ask_about(lua_State *L, struct lone_throw *t, int die, int shown, bool is_shared)
{
    const subject *chain = t->of->subject;
    const int state = lua_gettop(L) + 1;
    const chain_effect *effect;

    sandbox_renew(L);
    state_push_watched(L, chain, FN_EACH, t->state);
    worker_push_function(L, chain, FN_EACH);
    situation_push(L, t->of);
    lua_pushvalue(L, state);
    lua_pushinteger(L, die + 1);
    lua_pushvalue(L, shown);
    lua_call(L, 4, 2);
    effect = chain_effect_read(L, chain, FN_EACH, state, state + 1, is_shared ? NULL : &t->own);
    lua_settop(L, state - 1);
    return effect;
}

/* Asks for the effect of what is at `shown`, unless it is known of another state. A log of the whole question must see
 * what this one reads. So nothing is shared then. */
static const chain_effect *effect_of(lua_State *L, struct lone_throw *t, int die, int shown)
{
    worker *w = worker_of(L);
    const read_inputs inputs = {.book = w->book,
                                .root = {t->of},
                                .state = t->state,
                                .shown = {(uint64_t)die, (uint64_t)lua_tointeger(L, shown)}};
    const chain_effect *effect;

    if (t->of->log || !worker_has_reads(L) || !lua_isinteger(L, shown) || w->kept_bytes > WORKER_KEPT_BYTES)
        return ask_about(L, t, die, shown, false);
    effect = worker_recall_reads_of(w, t->of->subject, FN_EACH, &inputs);
    if (effect)
        return effect;
    worker_begin_log(L, &inputs);
    reads_note(w->log, (read_key){READ_ALL, 0, 0, 0});
    reads_note(w->log, (read_key){READ_SHOWN, 0, 0, 0});
    effect = ask_about(L, t, die, shown, true);
    return worker_keep_log(L, t->of->subject, FN_EACH, effect, chain_effects_are_equal);
}

static void find_effect(lua_State *L, struct lone_throw *t, int die, uint8_t face)
{
    const chain_effect **to = &t->effects[t->first[die] + face - 1];

    if (*to)
        return;
    push_shown(L, t, die, &face);
    *to = effect_of(L, t, die, lua_gettop(L));
    worker_of(L)->asked_dice = NULL;
    lua_pop(L, 1);
}

_Noreturn static void fail_conflict(lua_State *L, const struct lone_throw *t, const uint8_t *faces, uint64_t fields,
                                    int second)
{
    const subject *chain = t->of->subject;
    int first = 0;
    size_t field = 0;

    while (!(t->effects[t->first[first] + faces[first] - 1]->changed & fields))
        first++;
    while (!(fields >> field & 1))
        field++;
    worker_fail(L, chain, FN_EACH,
                "dice %d and %d of a throw both change the state's %s; dice that act alone must change different "
                "fields, or write step",
                first + 1, second + 1, chain->state.fields[field].name);
}

/* An engine that enumerates begins with the first face of each die. Then all faces are asked, because it will need
 * them. */
static void ask_and_step(lua_State *L, void *of)
{
    lone_step *step = of;
    struct lone_throw *t = throw_of(L, step);
    const salvo_dice dice = worker_of(L)->throw_dice;
    const chain_effect *effects[SALVO_DICE_MAX];
    bool is_first = true;
    uint64_t fields;
    int second;

    for (int i = 0; i < dice.count; i++) {
        is_first = is_first && step->faces[i] == 1;
        find_effect(L, t, i, step->faces[i]);
    }
    for (int i = 0; is_first && i < dice.count; i++)
        for (int face = 1; face <= dice.sides[i]; face++)
            find_effect(L, t, i, (uint8_t)face);
    find_effects(t, step->faces, effects);
    fields = conflict(effects, t->count, &second);
    if (fields)
        fail_conflict(L, t, step->faces, fields, second);
    take_known_step(t, step);
}

bool lone_dice_step(const situation *s, uint8_t *state, const uint8_t *faces, int64_t *gain)
{
    lone_step step = {.of = s->content, .state = state, .faces = faces, .gain = gain};
    worker *w;
    struct slot *held;
    bool done;

    if (book_is_faulty(s->book))
        return true;
    held = worker_hold(book_changeable(s->book), &w);
    done = w && take_known_step(w->lone, &step);
    worker_release(held);
    if (!done && !worker_ask(book_changeable(s->book), s->content, ask_and_step, &step, NULL))
        return true;
    return step.ends_turn;
}
