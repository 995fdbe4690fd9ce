/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tallies battles that end. Many end in one step. Each costs some ten increments, one battle after the other; all else
 * is done for the whole set. */
#ifndef SALVO_FIGHT_BATTLE_ENDS_H
#define SALVO_FIGHT_BATTLE_ENDS_H

#include <string.h>

#include "fight/battle_front_lanes.h"

static inline void note_beaten(const battle_batch *batch, battles *g)
{
    const battle_model *model = batch->t->model;

    for (int side = SIDE_A; side <= SIDE_B && model->adapter->limits; side++) {
        const states n = states_of((uint32_t)model->side[side].n);

        g->beaten[side] =
            g->works & (states_at_most(states_of((uint32_t)model->side[side].worn_limit), g->n_worn[side]) |
                        states_at_most(states_of((uint32_t)model->side[side].out_limit), n - g->n_alive[side]));
    }
}

/* Writes the outcome codes (battle_model.h) of all battles. */
static inline void tell_codes(const battle_batch *batch, const battles *g, uint32_t codes[BATTLES])
{
    const battle_model *model = batch->t->model;
    word32 code[WORDS];

    for (int i = 0; i < WORDS; i++)
        code[i] = word_of(0);
    for (int side = SIDE_A; side <= SIDE_B && batch->at_fronts; side++)
        for (int i = 0; i < WORDS; i++)
            code[i] = word_add(code[i], by_living(batch, g, side, batch->t->side[side].front.left, i));
    for (int side = SIDE_A; side <= SIDE_B && !batch->at_fronts; side++)
        for (int k = 0; k < model->side[side].n_kinds; k++) {
            states left = states_of(0);

            for (int i = 0; i < model->side[side].n; i++)
                if (model->side[side].kind_of[i] == k)
                    left += states_ones(g->alive[side][i]);
            for (int i = 0; i < WORDS; i++)
                code[i] = word_add(word_multiply(code[i], word_of((uint32_t)model->side[side].kinds[k].count + 1)),
                                   states_words(&left, i));
        }
    for (int i = 0; i < WORDS; i++) {
        code[i] =
            word_add_where(set_lanes(&g->beaten[SIDE_A], i), code[i], word_of(A_BEATEN * (uint32_t)model->n_left));
        code[i] =
            word_add_where(set_lanes(&g->beaten[SIDE_B], i), code[i], word_of(B_BEATEN * (uint32_t)model->n_left));
        word_store(codes + LANES * i, code[i]);
    }
}

/* Sums over the battles that end at the same time. They fit 64 bits. */
typedef struct sums {
    int64_t value, squares;
} sums;

static inline void sums_add(sums *s, int64_t value)
{
    s->value += value;
    s->squares += value * value;
}

static inline void moments_add(salvo_moments *m, const sums *s, uint64_t trials)
{
    m->trials += trials;
    m->sum = wide_plus(m->sum, wide_of(s->value));
    m->squares = wide_plus(m->squares, wide_of(s->squares));
}

/* Writes a side's remaining strength in each battle. */
HOT void tell_strength(const battle_batch *batch, const battles *g, int side, uint32_t left[BATTLES])
{
    const side_tables *s = &batch->t->side[side];
    word32 sum[WORDS];

    for (int k = 0; k < WORDS; k++)
        sum[k] = word_of(0);
    if (batch->at_fronts) {
        const states front = states_select(g->some_alive[side], states_of(s->n_codes), g->front[side]);

        for (int k = 0; k < WORDS; k++)
            sum[k] = word_add(by_living(batch, g, side, s->front.behind, k),
                              word_look_up(s->strength, s->n_codes + 1, states_words(&front, k)));
    }
    for (int i = 0; i < elements(batch, side) && !batch->at_fronts; i++) {
        /* Entry n_codes is 0. */
        const states code = states_select(g->alive[side][i], states_of(s->n_codes), g->state[side][i]);

        for (int k = 0; k < WORDS; k++)
            sum[k] = word_add(sum[k], word_look_up(s->strength, s->n_codes + 1, states_words(&code, k)));
    }
    for (int k = 0; k < WORDS; k++)
        word_store(left + LANES * k, sum[k]);
}

static inline void tally_losses(const battle_batch *batch, const battles *g, battle_set over, uint64_t n_over)
{
    _Alignas(64) uint32_t left[BATTLES];

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        sums lost = {0, 0};

        tell_strength(batch, g, side, left);
        for (uint64_t bits = set_bits(over); bits; bits &= bits - 1)
            sums_add(&lost, batch->t->side[side].full - (int64_t)left[__builtin_ctzll(bits)]);
        moments_add(&batch->tally->all.gain[GAIN_LOST_A + side], &lost, n_over);
    }
}

static inline uint32_t turn_told(uint32_t turn)
{
    return turn <= TURNS_TOLD ? turn : TURNS_TOLD + 1;
}

static inline void tally_ends(const battle_batch *batch, const battles *g, battle_set over, uint64_t n_over,
                              const uint32_t codes[BATTLES])
{
    battle_tally *t = batch->tally;
    sums turns = {0, 0};

    for (uint64_t bits = set_bits(over); bits; bits &= bits - 1) {
        const int battle = __builtin_ctzll(bits), code = (int)codes[battle];
        const uint32_t n = g->n_turns[battle], told = turn_told(n);

        if (t->all.n_results)
            t->all.results[code]++;
        else
            battle_tally_code(t, code);
        sums_add(&turns, n);
        for (int side = SIDE_A; side <= SIDE_B; side++)
            t->ended[told][side][code_at(&g->n_alive[side], battle)]++;
    }
    moments_add(&t->all.gain[GAIN_TURNS], &turns, n_over);
}

static inline void finish(battle_batch *batch, const battles *g, battle_set over)
{
    const uint64_t n_over = (uint64_t)__builtin_popcountll(set_bits(over));
    _Alignas(64) uint32_t codes[BATTLES];

    tell_codes(batch, g, codes);
    if (!batch->tally->each) {
        tally_ends(batch, g, over, n_over, codes);
        tally_losses(batch, g, over, n_over);
        return;
    }
    for (uint64_t bits = set_bits(over); bits; bits &= bits - 1) {
        const int battle = __builtin_ctzll(bits);

        batch->tally->each[g->trial[battle]] = (battle_ending){(int)codes[battle], g->n_turns[battle]};
    }
}

#endif
