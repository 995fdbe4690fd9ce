/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A worker keeps the effects of the last throw: engines go through all its results, which differ in one die from one to
 * the next. */
#include "rules/lua/lone_dice.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "rules/lua/chain_throw.h"
#include "rules/lua/roll.h"
#include "rules/lua/state.h"
#include "rules/lua/worker.h"

typedef struct field_change {
    size_t field;
    uint64_t number;
} field_change;

/* What a die does. */
typedef struct lone_effect {
    bool ends_turn;
    uint64_t changed; /* fields, by bits */
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    size_t n;
    field_change changes[];
} lone_effect;

/* A throw: its content, and its state. */
struct lone_throw {
    const content *of;
    uint8_t state[SALVO_STATE_MAX];
    int count;                    /* of the dice */
    size_t first[SALVO_DICE_MAX]; /* the place of each die's first face in `effects` */
    const lone_effect **effects;  /* by face; NULL: not asked yet */
    size_t capacity;
    state_watch watch;
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
static uint64_t conflict(const lone_effect *const *effects, int n, int *second)
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

static void add_effect(lone_step *step, const lone_effect *effect)
{
    const subject *chain = step->of->subject;

    for (size_t i = 0; i < effect->n; i++)
        state_field_set(&chain->state.fields[effect->changes[i].field], step->state, effect->changes[i].number);
    for (size_t i = 0; step->gain && i < chain->procedure.n_expectations; i++)
        step->gain[i] += effect->gain[i];
    step->ends_turn = step->ends_turn || effect->ends_turn;
}

/* Finds the effects of the faces. Returns false if one is not known. */
static bool find_effects(const struct lone_throw *t, const uint8_t *faces, const lone_effect **effects)
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
    const lone_effect *effects[SALVO_DICE_MAX];
    int second;

    if (!t || t->of != step->of || memcmp(t->state, step->state, step->of->subject->state.bytes) != 0 ||
        !find_effects(t, step->faces, effects) || conflict(effects, t->count, &second))
        return false;
    for (int i = 0; i < t->count; i++)
        add_effect(step, effects[i]);
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

/* Makes an effect that lasts as long as the worker, or as the throw. */
static lone_effect *new_effect(lua_State *L, struct lone_throw *t, size_t n, bool is_shared)
{
    const size_t size = sizeof(lone_effect) + n * sizeof(field_change);
    lone_effect *made;

    if (!is_shared && !t->own)
        t->own = salvo_arena_new();
    made = is_shared ? worker_kept(L, size) : t->own ? salvo_arena_array(t->own, 1, size) : NULL;
    if (!made)
        sandbox_no_memory(L);
    made->n = n;
    return made;
}

/* Reads what the function has returned, and what it has changed. */
static const lone_effect *read_effect(lua_State *L, struct lone_throw *t, bool is_shared)
{
    const subject *chain = t->of->subject;
    const int returned = lua_gettop(L) - 1;
    lone_effect *effect;
    size_t n = 0;

    for (size_t i = 0; i < chain->state.n; i++)
        n += t->watch.changed >> i & 1;
    effect = new_effect(L, t, n, is_shared);
    effect->ends_turn = chain_throw_ends_turn(L, returned, chain, FN_EACH);
    effect->changed = t->watch.changed;
    roll_gains(L, returned + 1, chain, FN_EACH, effect->gain);
    n = 0;
    for (size_t i = 0; i < chain->state.n; i++)
        if (effect->changed >> i & 1)
            effect->changes[n++] = (field_change){i, state_field_number(&chain->state.fields[i], t->watch.now)};
    return effect;
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
static const lone_effect *ask_about(lua_State *L, struct lone_throw *t, int die, int shown, bool is_shared)
{
    const lone_effect *effect;

    sandbox_renew(L);
    t->watch.of = t->of->subject;
    t->watch.function = FN_EACH;
    t->watch.before = t->state;
    worker_push_function(L, t->of->subject, FN_EACH);
    situation_push(L, t->of);
    state_push_watched(L, &t->watch);
    lua_pushinteger(L, die + 1);
    lua_pushvalue(L, shown);
    lua_call(L, 4, 2);
    effect = read_effect(L, t, is_shared);
    lua_pop(L, 2);
    return effect;
}

static bool are_equal(const void *kept, const void *found)
{
    const lone_effect *one = kept, *other = found;

    return one->ends_turn == other->ends_turn && one->changed == other->changed &&
           memcmp(one->gain, other->gain, sizeof one->gain) == 0 &&
           memcmp(one->changes, other->changes, one->n * sizeof *one->changes) == 0;
}

/* Asks for the effect of what is at `shown`, unless it is known of another state. A log of the whole question must see
 * what this one reads. So nothing is shared then. */
static const lone_effect *effect_of(lua_State *L, struct lone_throw *t, int die, int shown)
{
    worker *w = worker_of(L);
    const read_inputs inputs = {.book = w->book,
                                .root = {t->of},
                                .state = t->state,
                                .shown = {(uint64_t)die, (uint64_t)lua_tointeger(L, shown)}};
    const lone_effect *effect;

    if (t->of->log || !worker_has_reads(L) || !lua_isinteger(L, shown) || w->kept_bytes > WORKER_KEPT_BYTES)
        return ask_about(L, t, die, shown, false);
    effect = worker_recall_reads_here(L, t->of->subject, FN_EACH, &inputs);
    if (effect)
        return effect;
    worker_begin_log(L, &inputs);
    reads_note(w->log, (read_key){READ_ALL, 0, 0, 0});
    reads_note(w->log, (read_key){READ_SHOWN, 0, 0, 0});
    effect = ask_about(L, t, die, shown, true);
    return worker_keep_log(L, t->of->subject, FN_EACH, effect, are_equal);
}

static void find_effect(lua_State *L, struct lone_throw *t, int die, uint8_t face)
{
    const lone_effect **to = &t->effects[t->first[die] + face - 1];

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
    const lone_effect *effects[SALVO_DICE_MAX];
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
