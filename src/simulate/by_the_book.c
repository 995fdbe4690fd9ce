#include "simulate/by_the_book.h"

#include <stddef.h>

static uint8_t weighted_face(const uint32_t *weights, uint32_t way)
{
    uint8_t face = 1;

    for (; way >= *weights; weights++, face++)
        way -= *weights;
    return face;
}

static void throw_dice(const salvo_dice *dice, draws *d, uint32_t purpose, uint8_t *faces)
{
    for (int i = 0; i < dice->count; i++) {
        uint32_t way = draws_below(d, purpose, (uint32_t)salvo_die_ways(dice, i));

        faces[i] = dice->weights[i] ? weighted_face(dice->weights[i], way) : (uint8_t)(way + 1);
    }
}

/* What the throw is for: what the rule says, else its place in the turn, the last one standing for all behind it. */
static uint32_t purpose_of(const salvo_question *q, const void *state, uint32_t place)
{
    const salvo_chain *chain = q->procedure->chain;

    if (chain->purpose)
        return (uint32_t)chain->purpose(q->situation, state);
    return place < SALVO_PURPOSES_MAX ? place : SALVO_PURPOSES_MAX - 1;
}

static int throw_chain(const salvo_question *q, draws *d, int64_t *gain, uint64_t *turn)
{
    enum { STEPS_MAX = DRAWS_TRIAL_WORDS / (SALVO_DICE_MAX + 1) - 1 }; /* with room for words that are drawn again */
    _Alignas(max_align_t) unsigned char state[SALVO_STATE_MAX] = {0};
    const salvo_chain *chain = q->procedure->chain;
    int64_t limit = chain->turn_limit ? chain->turn_limit(q->situation) : 0;
    uint32_t turns = 0, place = 0;
    bool over = false;

    chain->start(q->situation, state);
    for (int step = 0; step < STEPS_MAX; step++) {
        int outcome = chain->outcome(q->situation, state);
        uint8_t faces[SALVO_DICE_MAX];
        uint32_t purpose;
        salvo_dice dice;

        *turn = over ? turns : turns + 1;
        if (outcome != SALVO_GOES_ON)
            return outcome;
        if (limit && turns == limit)
            return chain->undecided;
        purpose = purpose_of(q, state, place);
        chain->dice(q->situation, state, &dice);
        draws_turn(d, purpose, turns);
        throw_dice(&dice, d, purpose, faces);
        over = chain->step(q->situation, state, faces, gain);
        turns += over;
        place = over ? 0 : place + 1;
    }
    return SALVO_GOES_ON;
}

int by_the_book_trial(const salvo_question *q, draws *d, int64_t *gain, uint64_t *turn)
{
    uint64_t unasked;
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;

    if (q->procedure->chain)
        return throw_chain(q, d, gain, turn ? turn : &unasked);
    q->procedure->roll->dice(q->situation, &dice);
    draws_turn(d, 0, 0);
    throw_dice(&dice, d, 0, faces);
    if (turn)
        *turn = 1;
    return q->procedure->roll->resolve(q->situation, faces, gain);
}
