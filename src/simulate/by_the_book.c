#include "simulate/by_the_book.h"

#include <stddef.h>

static uint8_t weighted_face(const uint32_t *weights, uint32_t way)
{
    uint8_t face = 1;

    for (; way >= *weights; weights++, face++)
        way -= *weights;
    return face;
}

static void throw_dice(const salvo_dice *dice, pcg32 *rng, uint8_t *faces)
{
    for (int i = 0; i < dice->count; i++) {
        uint32_t way = pcg32_below(rng, (uint32_t)salvo_die_ways(dice, i));

        faces[i] = dice->weights[i] ? weighted_face(dice->weights[i], way) : (uint8_t)(way + 1);
    }
}

static int throw_chain(const salvo_question *q, pcg32 *rng, int64_t *gain)
{
    enum { STEPS_MAX = (1 << 24) / (SALVO_DICE_MAX + 1) }; /* with room for words that are drawn again */
    _Alignas(max_align_t) unsigned char state[SALVO_STATE_MAX] = {0};
    const salvo_chain *chain = q->procedure->chain;
    int64_t limit = chain->turn_limit ? chain->turn_limit(q->situation) : 0, turns = 0;

    chain->start(q->situation, state);
    for (int step = 0; step < STEPS_MAX; step++) {
        int outcome = chain->outcome(q->situation, state);
        uint8_t faces[SALVO_DICE_MAX];
        salvo_dice dice;

        if (outcome != SALVO_GOES_ON)
            return outcome;
        if (limit && turns == limit)
            return chain->undecided;
        chain->dice(q->situation, state, &dice);
        throw_dice(&dice, rng, faces);
        turns += chain->step(q->situation, state, faces, gain);
    }
    return SALVO_GOES_ON;
}

int by_the_book_trial(const salvo_question *q, pcg32 *rng, int64_t *gain)
{
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;

    if (q->procedure->chain)
        return throw_chain(q, rng, gain);
    q->procedure->roll->dice(q->situation, &dice);
    throw_dice(&dice, rng, faces);
    return q->procedure->roll->resolve(q->situation, faces, gain);
}
