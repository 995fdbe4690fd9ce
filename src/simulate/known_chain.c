/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breadth first, like the exact engine. But results are kept one by one and not merged, because a trial reaches each
 * of them by its own words. */
#include "simulate/known_chain.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "odds/explorer.h"
#include "rules/fault.h"
#include "simulate/reference_engine.h"

enum { STATES_MAX = 1 << 18, STEPS_MAX = 1 << 21 };

void known_chain_free(known_chain *k)
{
    intern_table_free(&k->dice);
    intern_table_free(&k->gains);
    free(k->states);
    free(k->steps);
    memset(k, 0, sizeof *k);
}

/* A state is examined when it gets its number, so rules are asked once for each state. */
static bool add_state(known_chain *k, const explorer *x)
{
    known_state *state;

    if (!salvo_grow(&k->states, &k->states_capacity, x->states.count, sizeof *k->states))
        return false;
    state = &k->states[x->states.count - 1];
    *state = (known_state){.outcome = x->chain->outcome(x->situation, x->next)};
    if (state->outcome == SALVO_CONTINUES && x->chain->stream)
        state->stream = (uint32_t)x->chain->stream(x->situation, x->next);
    if (state->outcome == SALVO_CONTINUES)
        state->stopped = salvo_chain_stopped(x->chain, x->situation, x->next);
    return true;
}

static bool add_step(known_chain *k, explorer *x, const uint8_t *faces, known_step *step)
{
    int64_t gain[SALVO_EXPECTATIONS_MAX];
    uint32_t number;
    bool is_new;

    step->ends_turn = explorer_step(x, faces, gain);
    if (!explorer_number(x, &step->to, &is_new) || (is_new && !add_state(k, x)) ||
        !intern_table_of(&k->gains, gain, &number, &is_new))
        return false;
    step->gain = number & INT32_MAX;
    return true;
}

/* Impossible faces have no step, because they never occur. */
static bool expand(known_chain *k, explorer *x, uint32_t number, bool *is_large)
{
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice = {.count = 0};
    uint64_t results;
    bool is_new, done;

    explorer_go_to(x, number);
    x->chain->dice(x->situation, x->here, &dice);
    results = salvo_dice_results(&dice);
    *is_large = results == 0 || results > STEPS_MAX - k->n_steps || x->states.count > STATES_MAX;
    if (*is_large)
        return true;
    k->states[number].first = k->n_steps;
    done = intern_table_of(&k->dice, &dice, &k->states[number].dice, &is_new) &&
           salvo_grow(&k->steps, &k->steps_capacity, k->n_steps + results, sizeof *k->steps);
    salvo_dice_first(&dice, faces);
    for (size_t i = 0; i < results && done; i++, salvo_dice_next(&dice, faces)) {
        known_step step = {.to = 0};

        if (salvo_dice_weight(&dice, faces))
            done = add_step(k, x, faces, &step);
        k->steps[k->n_steps++] = step;
    }
    return done;
}

static bool find_all(known_chain *k, explorer *x, bool *is_large)
{
    bool done = explorer_start(x) && add_state(k, x);

    for (uint32_t i = 0; done && !*is_large && i < x->states.count; i++)
        if (k->states[i].outcome == SALVO_CONTINUES)
            done = expand(k, x, i, is_large);
    return done;
}

salvo_status known_chain_make(known_chain *k, const salvo_question *question, salvo_error *err)
{
    const salvo_chain *chain = question->procedure->chain;
    bool is_large = false;
    explorer x;
    salvo_status status;

    *k = (known_chain){.chain = chain,
                       .turn_limit = chain->turn_limit ? chain->turn_limit(question->situation) : 0,
                       .dice = {.key_size = sizeof(salvo_dice)},
                       .gains = {.key_size = SALVO_EXPECTATIONS_MAX * sizeof(int64_t)}};
    explorer_init(&x, question);
    status = find_all(k, &x, &is_large) ? SALVO_OK : salvo_fail_memory(err);
    explorer_free(&x);
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
