/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breadth first, like the exact engine. But results are kept one by one and not merged, because a trial reaches each
 * of them by its own words. */
#include "simulate/known_chain.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "rules/fault.h"
#include "simulate/reference_engine.h"

enum { STATES_MAX = 1 << 18, STEPS_MAX = 1 << 21 };

void known_chain_free(known_chain *k)
{
    intern_table_free(&k->numbers);
    intern_table_free(&k->dice);
    intern_table_free(&k->gains);
    free(k->states);
    free(k->steps);
    memset(k, 0, sizeof *k);
}

/* A state is examined when it gets its number, so rules are asked once for each state. */
static bool add_state(known_chain *k, const salvo_question *q, const void *bytes, uint32_t *number)
{
    bool is_new;
    known_state *state;

    if (!intern_table_of(&k->numbers, bytes, number, &is_new))
        return false;
    if (!is_new)
        return true;
    if (!salvo_grow(&k->states, &k->states_capacity, k->numbers.count, sizeof *k->states))
        return false;
    state = &k->states[*number];
    *state = (known_state){.outcome = k->chain->outcome(q->situation, bytes)};
    if (state->outcome == SALVO_CONTINUES && k->chain->stream)
        state->stream = (uint32_t)k->chain->stream(q->situation, bytes);
    if (state->outcome == SALVO_CONTINUES)
        state->stopped = salvo_chain_stopped(k->chain, q->situation, bytes);
    return true;
}

static bool add_step(known_chain *k, const salvo_question *q, const void *from, const uint8_t *faces, known_step *step)
{
    _Alignas(max_align_t) unsigned char next[SALVO_STATE_MAX] = {0};
    int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
    uint32_t to, number;
    bool is_new;

    memcpy(next, from, k->chain->state_size);
    step->ends_turn = k->chain->step(q->situation, next, faces, gain);
    if (!add_state(k, q, next, &to) || !intern_table_of(&k->gains, gain, &number, &is_new))
        return false;
    step->to = to;
    step->gain = number & INT32_MAX;
    return true;
}

/* Impossible faces have no step, because they never occur. */
static bool expand(known_chain *k, const salvo_question *q, uint32_t number, bool *is_large)
{
    _Alignas(max_align_t) unsigned char from[SALVO_STATE_MAX] = {0};
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice = {.count = 0};
    uint64_t results;
    bool is_new, done;

    memcpy(from, intern_table_key(&k->numbers, number), k->chain->state_size);
    k->chain->dice(q->situation, from, &dice);
    results = salvo_dice_results(&dice);
    *is_large = results == 0 || results > STEPS_MAX - k->n_steps || k->numbers.count > STATES_MAX;
    if (*is_large)
        return true;
    k->states[number].first = k->n_steps;
    done = intern_table_of(&k->dice, &dice, &k->states[number].dice, &is_new) &&
           salvo_grow(&k->steps, &k->steps_capacity, k->n_steps + results, sizeof *k->steps);
    salvo_dice_first(&dice, faces);
    for (size_t i = 0; i < results && done; i++, salvo_dice_next(&dice, faces)) {
        known_step step = {.to = 0};

        if (salvo_dice_weight(&dice, faces))
            done = add_step(k, q, from, faces, &step);
        k->steps[k->n_steps++] = step;
    }
    return done;
}

static bool find_all(known_chain *k, const salvo_question *q, bool *is_large)
{
    _Alignas(max_align_t) unsigned char start[SALVO_STATE_MAX] = {0};
    uint32_t number;
    bool done;

    if (k->chain->start)
        k->chain->start(q->situation, start);
    done = add_state(k, q, start, &number);
    for (uint32_t i = 0; done && !*is_large && i < k->numbers.count; i++)
        if (k->states[i].outcome == SALVO_CONTINUES)
            done = expand(k, q, i, is_large);
    return done;
}

salvo_status known_chain_make(known_chain *k, const salvo_question *question, salvo_error *err)
{
    const salvo_chain *chain = question->procedure->chain;
    bool is_large = false;
    salvo_status status;

    *k = (known_chain){.chain = chain,
                       .turn_limit = chain->turn_limit ? chain->turn_limit(question->situation) : 0,
                       .numbers = {.key_size = chain->state_size},
                       .dice = {.key_size = sizeof(salvo_dice)},
                       .gains = {.key_size = SALVO_EXPECTATIONS_MAX * sizeof(int64_t)}};
    status = find_all(k, question, &is_large) ? SALVO_OK : salvo_fail_memory(err);
    status = salvo_fault_or(status, question->book, err);
    if (status != SALVO_OK || is_large)
        known_chain_free(k);
    return status;
}

/* The number of the faces among the state's results. */
static size_t place_of(const salvo_dice *dice, const uint8_t *faces)
{
    size_t place = 0;

    for (int i = 0; i < dice->count; i++)
        place = place * dice->sides[i] + (size_t)faces[i] - 1;
    return place;
}

/* Does the same as throw_chain of the reference engine, step by step. */
int known_chain_trial(const known_chain *k, draws *d, int64_t *gain)
{
    uint32_t state = 0, turns = 0, place = 0;

    for (int step = 0; step < REFERENCE_STEPS_MAX; step++) {
        const known_state *now = &k->states[state];
        const salvo_dice *dice;
        const known_step *next;
        const int64_t *more;
        uint8_t faces[SALVO_DICE_MAX];
        uint32_t stream;

        if (now->outcome != SALVO_CONTINUES)
            return now->outcome;
        if (k->turn_limit && turns == k->turn_limit)
            return now->stopped;
        dice = intern_table_key(&k->dice, now->dice);
        stream = k->chain->stream ? now->stream : reference_engine_stream(place);
        draws_turn(d, stream, turns);
        reference_engine_dice(dice, d, stream, faces);
        if (d->line[stream].used > DRAWS_TRIAL_WORDS)
            break;
        next = &k->steps[now->first + place_of(dice, faces)];
        more = intern_table_key(&k->gains, next->gain);
        for (int i = 0; i < SALVO_EXPECTATIONS_MAX; i++)
            gain[i] += more[i];
        state = next->to;
        turns += next->ends_turn;
        place = next->ends_turn ? 0 : place + 1;
    }
    return SALVO_CONTINUES;
}
