/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One trial, die by die, from draws.h: it makes no tables and merges no results. This file defines what the kernels
 * must reproduce. So it uses no shortcuts, but it notices when a chain never ends. */
#include "simulate/reference_engine.h"

#include <stddef.h>
#include <string.h>

/* The weights of a die are small whole numbers of ways; face k has weights[k - 1] of them. */
static uint8_t weighted_face(const uint32_t *weights, uint64_t way)
{
    uint8_t face = 1;

    for (; way >= *weights; weights++, face++)
        way -= *weights;
    return face;
}

/* Like draws_below, but with two words, for more ways than one word can distinguish. Without bias, because words below
 * 2^64 mod bound are drawn again. Only rules that multiply weights have such dice; one word is enough for all
 * others. */
static uint64_t below(draws *d, uint32_t stream, uint64_t bound)
{
    uint64_t threshold, words;

    if (bound <= UINT32_MAX)
        return draws_below(d, stream, (uint32_t)bound);
    threshold = -bound % bound; /* 2^64 mod bound */
    do {
        words = (uint64_t)pcg32_next(&d->line[stream].at) << 32;
        words |= pcg32_next(&d->line[stream].at);
        d->line[stream].used += 2; /* read directly, because draws_below counts single words */
    } while (words < threshold);
    return words % bound;
}

/* Every die takes its own words, in the order of the dice. */
void reference_engine_dice(const salvo_dice *dice, draws *d, uint32_t stream, uint8_t *faces)
{
    for (int i = 0; i < dice->count; i++) {
        uint64_t way = below(d, stream, salvo_die_ways(dice, i));

        faces[i] = dice->weights[i] ? weighted_face(dice->weights[i], way) : (uint8_t)(way + 1);
    }
}

/* The stream of a throw: what the rule says, otherwise its place in the turn. All places beyond the last stream use
 * that one. Streams keep variants in step: a side that does not fire does not move the other side's words. */
uint32_t reference_engine_stream(uint32_t place)
{
    return place < SALVO_STREAMS_MAX ? place : SALVO_STREAMS_MAX - 1;
}

enum {
    FIRST_LOOK = 1024,       /* steps after which a trial looks ahead, and again at each doubling ... */
    RESULTS_FOR_STEPS = 2,   /* ... with half as many dice results as it has made steps */
    LAST_LOOK = 1 << 22,     /* dice results, before a trial fails */
    STEPS_TO_RECOGNIZE = 16, /* steps between two comparisons of a trial with the known states */
};

/* Whether a proof shows at this step that the trial never ends. Looks occur at powers of two and cost in proportion to
 * the steps so far. So they are a fixed share of the work of a trial that ends. Known states are compared only now and
 * then, because that costs a hash of the state. */
static bool is_endless(closed_classes *watch, const void *state, int step)
{
    if (watch->known.count && step % STEPS_TO_RECOGNIZE == 0 && closed_classes_contain(watch, state))
        return true;
    if (step == REFERENCE_STEPS_MAX - 1)
        return closed_classes_search(watch, state, LAST_LOOK);
    return step >= FIRST_LOOK && (step & (step - 1)) == 0 &&
           closed_classes_search(watch, state, (uint64_t)step / RESULTS_FOR_STEPS);
}

/* The order within a step is part of the definition: outcome, limit, never-ending, dice, step. The exact engine and
 * the walks use the same order. */
static int throw_chain(const salvo_question *q, draws *d, int64_t *gain, uint64_t *turn, closed_classes *watch,
                       bool *endless, const reference_observer *by)
{
    /* All bytes are zero, also the padding, because states are compared by their bytes. */
    _Alignas(max_align_t) unsigned char state[SALVO_STATE_MAX] = {0};
    const salvo_chain *chain = q->procedure->chain;
    int64_t limit = chain->turn_limit ? chain->turn_limit(q->situation) : 0;
    uint32_t turns = 0, place = 0;
    bool over = false; /* the last step ended a turn */

    if (chain->start)
        chain->start(q->situation, state);
    for (int step = 0; step < REFERENCE_STEPS_MAX; step++) {
        int outcome = chain->outcome(q->situation, state);
        uint8_t faces[SALVO_DICE_MAX];
        uint32_t stream;
        salvo_dice dice;

        *turn = over ? turns : turns + 1; /* an end at the end of turn n belongs to turn n */
        if (outcome != SALVO_CONTINUES)
            return outcome;
        if (limit && turns == limit) {
            *turn = 0; /* stopped by the limit: no turn */
            return salvo_chain_stopped(chain, q->situation, state);
        }
        /* A result that the limit stops may still change during an endless trial. */
        if (watch && !(limit && chain->stopped) && is_endless(watch, state, step)) {
            *endless = true;
            return chain->undecided;
        }
        if (by && place == 0) /* place 0: a turn begins */
            by->turn_begins(by->context, gain);
        stream = chain->stream ? (uint32_t)chain->stream(q->situation, state) : reference_engine_stream(place);
        chain->dice(q->situation, state, &dice);
        draws_turn(d, stream, turns); /* every turn begins at its own place in the stream */
        reference_engine_dice(&dice, d, stream, faces);
        d->thrown += 1 + dice.count;
        if (d->line[stream].used > DRAWS_TRIAL_WORDS) /* wide dice take two words */
            break;
        over = chain->step(q->situation, state, faces, gain);
        turns += over;
        place = over ? 0 : place + 1;
    }
    return SALVO_CONTINUES; /* the trial used up its draws */
}

/* Without a watch: observed trials are the caller's own, and an endless one ends by its draws. */
int reference_engine_observed(const salvo_question *q, draws *d, int64_t *gain, const reference_observer *by)
{
    uint64_t turn;

    return throw_chain(q, d, gain, &turn, NULL, NULL, by);
}

static inline int throw_any(const salvo_question *q, draws *d, int64_t *gain, uint64_t *turn, closed_classes *watch,
                            bool *endless)
{
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;

    if (q->procedure->chain)
        return throw_chain(q, d, gain, turn, watch, endless, NULL);
    salvo_roll_dice(q->procedure->roll, q->situation, &dice);
    draws_turn(d, 0, 0);
    reference_engine_dice(&dice, d, 0, faces);
    d->thrown += 1 + dice.count;
    *turn = 1;
    return q->procedure->roll->resolve(q->situation, faces, gain);
}

int reference_engine_trial(const salvo_question *q, draws *d, int64_t *gain, uint64_t *turn)
{
    uint64_t unasked;

    return throw_any(q, d, gain, turn ? turn : &unasked, NULL, NULL);
}

salvo_status reference_engine_too_long(const salvo_question *q, salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE, "a trial of %s took more dice than it may; it hardly ever ends",
                      q->procedure->schema.name);
}

uint64_t reference_engine_work(const salvo_rulebook *book, uint64_t thrown)
{
    return book && book->script ? thrown * RESULTS_FOR_SCRIPT : thrown;
}

/* The watch lasts as long as the thread's run, so that all trials use the closed classes that one has found. */
salvo_status reference_engine_throw(reference_trial *trial, const salvo_question *q, draws *d, closed_classes *watch,
                                    salvo_error *err)
{
    *trial = (reference_trial){.outcome = 0};
    if (watch && !watch->question)
        closed_classes_init(watch, q);
    trial->outcome = throw_any(q, d, trial->gain, &trial->turn, watch, &trial->endless);
    if (trial->outcome == SALVO_CONTINUES)
        return reference_engine_too_long(q, err);
    if (trial->endless) /* they would be infinite */
        memset(trial->gain, 0, sizeof trial->gain);
    return SALVO_OK;
}
