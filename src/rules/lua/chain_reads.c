/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules/lua/chain_reads.h"

#include <string.h>

#include "rules/lua/chain_kinds.h"
#include "rules/lua/chain_throw.h"
#include "rules/lua/worker.h"

/* Returns whether answers of the chain may be shared by states. A log of the whole question must see all reads. */
static bool is_shared(const content *of)
{
    return !of->log && of->subject->is_shared;
}

static read_inputs inputs_of(const lua_book *book, const content *of, const uint8_t *state)
{
    return (read_inputs){.book = book, .root = {of}, .state = state};
}

/* What a throw shows, as one value. */
static bool shown_of(const situation *s, const chain_dice *d, const uint8_t *faces, read_value *shown)
{
    const int throw_number = s->content->subject->has[FN_KIND] ? chain_kinds_known(s, &d->dice) : -1;
    uint8_t bytes[CHAIN_SHOWN_BYTES] = {0};

    if (throw_number >= 0) {
        const int32_t kind[] = {throw_number, chain_kinds_of(s, throw_number, faces)};

        memcpy(bytes, kind, sizeof kind);
        bytes[sizeof bytes - 1] = SHOWN_KIND;
    } else if (!chain_dice_shown(d, faces, bytes)) {
        return false;
    }
    memcpy(shown, bytes, sizeof *shown);
    return true;
}

static const void *recall(const situation *s, function_name function, const uint8_t *state)
{
    const read_inputs inputs = inputs_of(s->book, s->content, state);

    if (!is_shared(s->content))
        return NULL;
    return worker_recall_reads(book_changeable(s->book), s->content->subject, function, &inputs);
}

/* A state that is kept. */
typedef struct first_state {
    size_t bytes;
    uint8_t state[];
} first_state;

const uint8_t *chain_reads_start(const situation *s)
{
    const first_state *found = recall(s, FN_START, NULL);

    return found ? found->state : NULL;
}

const int *chain_reads_outcome(const situation *s, const uint8_t *state)
{
    return recall(s, FN_OUTCOME, state);
}

/* In a worker that is held, or in a call. Engines ask for the dice of a state and then for its step, so that the last dice
 * are looked at first. */
static const chain_dice *recall_dice(worker *w, const read_inputs *inputs)
{
    const content *of = inputs->root[0];
    const size_t bytes = of->subject->state.bytes;
    const chain_dice *found;

    if (w && !w->is_watched && w->dice_of == of && memcmp(w->dice_state, inputs->state, bytes) == 0)
        return w->last_dice;
    found = worker_recall_reads_of(w, of->subject, FN_DICE, inputs);
    if (found && bytes <= sizeof w->dice_state) {
        w->dice_of = of;
        w->last_dice = found;
        memcpy(w->dice_state, inputs->state, bytes);
    }
    return found;
}

const salvo_dice *chain_reads_dice(const situation *s, const uint8_t *state)
{
    const read_inputs inputs = inputs_of(s->book, s->content, state);
    const chain_dice *found;
    struct slot *held;
    worker *w;

    if (!is_shared(s->content))
        return NULL;
    held = worker_hold(book_changeable(s->book), &w);
    found = recall_dice(w, &inputs);
    worker_release(held);
    return found ? &found->dice : NULL;
}

static const chain_effect *recall_step(worker *w, const situation *s, read_inputs *inputs, const uint8_t *faces,
                                       const chain_dice **dice)
{
    const subject *chain = s->content->subject;

    *dice = recall_dice(w, inputs);
    if (!*dice || !shown_of(s, *dice, faces, &inputs->shown))
        return NULL;
    return worker_recall_reads_of(w, chain, FN_STEP, inputs);
}

const chain_effect *chain_reads_step(const situation *s, const uint8_t *state, const uint8_t *faces, bool *notes)
{
    read_inputs inputs = inputs_of(s->book, s->content, state);
    const chain_effect *found;
    const chain_dice *dice;
    struct slot *held;
    worker *w;

    *notes = false;
    if (!is_shared(s->content))
        return NULL;
    held = worker_hold(book_changeable(s->book), &w);
    found = recall_step(w, s, &inputs, faces, &dice);
    *notes = w && dice && worker_notes_reads(w, s->content->subject, FN_STEP);
    worker_release(held);
    return found;
}

/* Within a call. */

static void begin(lua_State *L, const read_inputs *inputs, function_name function)
{
    worker_begin_log(L, inputs);
    reads_note(worker_of(L)->log, (read_key){READ_ALL, 0, 0, 0});
    if (function == FN_STEP)
        reads_note(worker_of(L)->log, (read_key){READ_SHOWN, 0, 0, 0});
    if (inputs->state)
        state_push_watched(L, inputs->root[0]->subject, function, inputs->state);
}

bool chain_reads_begin(lua_State *L, const content *of, function_name function, const uint8_t *state)
{
    const read_inputs inputs = inputs_of(worker_of(L)->book, of, state);

    if (!is_shared(of) || !worker_notes_reads(worker_of(L), of->subject, function))
        return false;
    begin(L, &inputs, function);
    return true;
}

static bool are_equal_states(const void *one, const void *other)
{
    const first_state *a = one, *b = other;

    return memcmp(a->state, b->state, a->bytes) == 0;
}

void chain_reads_keep_start(lua_State *L, const content *of, const uint8_t *begin)
{
    const size_t bytes = of->subject->state.bytes;
    first_state *kept = worker_kept(L, sizeof *kept + bytes);

    kept->bytes = bytes;
    memcpy(kept->state, begin, bytes);
    worker_keep_log(L, of->subject, FN_START, kept, are_equal_states);
}

static bool are_equal_outcomes(const void *one, const void *other)
{
    return *(const int *)one == *(const int *)other;
}

void chain_reads_keep_outcome(lua_State *L, const content *of, int outcome)
{
    int *kept = worker_kept(L, sizeof *kept);

    *kept = outcome;
    state_forget_watched(L);
    worker_keep_log(L, of->subject, FN_OUTCOME, kept, are_equal_outcomes);
}

void chain_reads_keep_dice(lua_State *L, const content *of, const salvo_dice *dice)
{
    const chain_dice *kept = chain_dice_number(L, dice);

    state_forget_watched(L);
    worker_keep_log(L, of->subject, FN_DICE, kept, chain_dice_are_equal);
}

const chain_effect *chain_reads_take_step(lua_State *L, const content *of, const uint8_t *state, const uint8_t *faces)
{
    worker *w = worker_of(L);
    const situation s = {.book = w->book, .content = of};
    read_inputs inputs = inputs_of(w->book, of, state);
    const int at = lua_gettop(L) + 1;
    const chain_effect *effect;
    const chain_dice *dice;

    if (!is_shared(of) || !worker_notes_reads(w, of->subject, FN_STEP))
        return NULL;
    dice = recall_dice(w, &inputs);
    if (!dice || !dice->has_numbers || !shown_of(&s, dice, faces, &inputs.shown))
        return NULL;
    begin(L, &inputs, FN_STEP);
    worker_push_function(L, of->subject, FN_STEP);
    situation_push(L, of);
    lua_pushvalue(L, at);
    chain_dice_push(L, dice, faces);
    lua_call(L, dice->dice.count + 2, 2);
    effect = chain_effect_read(L, of->subject, FN_STEP, at, at + 1, NULL);
    lua_settop(L, at - 1);
    return worker_keep_log(L, of->subject, FN_STEP, effect, chain_effects_are_equal);
}
