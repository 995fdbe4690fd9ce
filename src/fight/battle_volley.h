/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A side's elements act in the order of its list: the whole side in one step. */
#ifndef SALVO_FIGHT_BATTLE_VOLLEY_H
#define SALVO_FIGHT_BATTLE_VOLLEY_H

#include "fight/battle_engage.h"

/* Battles that are not over. */
HOT battle_set battles_going_on(const battles *g)
{
    return g->some_alive[SIDE_A] & g->some_alive[SIDE_B] & ~(g->beaten[SIDE_A] | g->beaten[SIDE_B]);
}

/* One element acts, wherever it may. */
HOT void act_as(const battle_batch *batch, battles *g, int side, int i, battle_set acts)
{
    word32 words[WORDS];
    actors who;

    who.acts = acts & g->some_alive[!side];
    who.element = states_of((uint32_t)i);
    who.class = class_at(batch->t, g, side, i, who.acts);
    for (int k = 0; k < WORDS; k++)
        words[k] = draw_of_one(batch, g, side, k, i);
    engage(batch, g, side, &who, words, i, 1, &acts, true);
    if (batch->t->most_throws > 1)
        throw_on(batch, g, side, &who, i, 1, &acts, true);
}

/* The same at a front, register by register. Every element that was alive when the turn began fires at the front that
 * the others have left. */
HOT void fire_front(const battle_batch *batch, const battles *g, int side, battle_set acts, word32 front[WORDS],
                    word32 fallen[WORDS])
{
    const side_tables *own = &batch->t->side[side];
    const uint32_t n_codes = batch->t->side[!side].n_codes, n_own = (uint32_t)elements(batch, side),
                   n_enemy = (uint32_t)elements(batch, !side);
    const states own_fallen = states_select(acts, states_of(n_own), states_of(n_own) - g->stood[side]),
                 enemy_fallen = fallen_of(batch, g, !side);

    for (int k = 0; k < WORDS; k++) {
        const word32 gone = states_words(&own_fallen, k),
                     at_fire_class =
                         word_multiply(states_words(&g->fire_class[side], k), word_of(own->n_classes * n_codes));
        word32 now = states_words(&g->front[!side], k), down = states_words(&enemy_fallen, k);
        state64 turn[THROWS_AT_FRONT_MAX];

        turn[0] = state_of((halves){g->turn.low[k], g->turn.high[k]});
        for (uint32_t throw_at = 1; throw_at < batch->t->most_throws; throw_at++)
            turn[throw_at] = state_step(turn[throw_at - 1], batch->next_throw);
        for (uint32_t i = 0; i < n_own; i++) {
            const lane_mask lives = word_reaches(word_of(batch->falls_as[side][i]), gone);
            const stride way = stride_of(batch->jumps[side].each[i]);
            const uint32_t throws = own->throws ? own->throws[own->class_of[i]] : 1;

            for (uint32_t throw_at = 0; throw_at < throws && mask_any(lives); throw_at++) {
                const word32 word = halves_output(halves_of(state_step(turn[throw_at], way))),
                             at = word_add(word_add(word_of(batch->first_row[side][i]), at_fire_class), now),
                             to = word_and(landing_at(batch, side, columns_in(batch->t, at, word), word),
                                           word_of(STATE_GONE));
                const lane_mask fires = mask_but(lives, word_reaches(down, word_of(n_enemy))),
                                falls = mask_and(fires, word_equal(to, word_of(STATE_GONE)));

                down = word_add_where(falls, down, word_of(1));
                now = word_select(fires, now, to);
                now = word_select(falls, now, word_look_up(batch->fresh[!side], n_enemy + 1, down));
            }
        }
        front[k] = now;
        fallen[k] = down;
    }
}

HOT void fire_at_front(const battle_batch *batch, battles *g, int side, battle_set acts)
{
    word32 front[WORDS], fallen[WORDS];

    fire_front(batch, g, side, acts, front, fallen);
    g->front[!side] = states_of_words(front);
    g->n_alive[!side] = states_of((uint32_t)elements(batch, !side)) - states_of_words(fallen);
    g->some_alive[!side] = ~states_equal(g->n_alive[!side], states_of(0));
}

/* All of a side act, in every battle of the set. */
HOT void act_in_order(const battle_batch *batch, battles *g, int side, battle_set acts)
{
    g->n_ready[side] = states_select(acts, g->n_ready[side], states_of(0));
    for (int i = 0; i < elements(batch, side); i++) {
        battle_set now = acts;

        now &= is_at_once(batch->t->model) ? g->fights[side][i] : g->alive[side][i];
        if (!is_at_once(batch->t->model))
            now &= battles_going_on(g);
        if (set_any(now))
            act_as(batch, g, side, i, now);
    }
}

#endif
