/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Activations if sides are fronts. */
#ifndef SALVO_FIGHT_BATTLE_FRONT_STEPS_H
#define SALVO_FIGHT_BATTLE_FRONT_STEPS_H

#include "fight/battle_engage.h"

/* The side's next element acts in every battle of the set. */
HOT void act_front(const battle_batch *batch, battles *g, int side, battle_set acts)
{
    const side_tables *own = &batch->t->side[side], *enemy = &batch->t->side[!side];
    const uint32_t n = (uint32_t)elements(batch, side), n_codes = enemy->n_codes;
    const states actor = states_select(acts, states_of(0), g->next[side]);
    word32 words[WORDS], rows[WORDS], column[WORDS], results[WORDS];
    states now;
    battle_set gone;

    draw_for(batch, &g->turn, side, &actor, words);
    for (int k = 0; k < WORDS; k++) {
        rows[k] = word_add(word_look_up(batch->first_row[side], n <= 16 ? 16 : n, states_words(&actor, k)),
                           states_words(&g->front[!side], k));
        if (own->n_fire_classes > 1)
            rows[k] = word_add(rows[k],
                               word_multiply(states_words(&g->fire_class[side], k), word_of(own->n_classes * n_codes)));
        column[k] = columns_in(batch->t, rows[k], words[k]);
    }
    look_up_landings(batch, side, column, words, results);
    now = states_of_words(results);
    gone = acts & states_equal(now, states_of(STATE_GONE));
    g->front[!side] = states_select(acts, g->front[!side], now);
    g->next[side] += states_ones(acts);
    if (set_any(gone)) {
        fronts_fall(batch, g, !side, gone);
        g->next[!side] = next_living(&enemy->front, g->next[!side], fallen_of(batch, g, !side));
    }
    if (!own->front.in_order)
        g->next[side] = next_living(&own->front, g->next[side], fallen_of(batch, g, side));
    if (batch->t->can_idle && !batch->t->asks_first)
        g->harmed |= who_has(batch->t, side, rows, ROW_HARMS, acts);
    g->b_next = set_but(g->b_next, acts);
    if (side == SIDE_A)
        g->b_next |= acts;
}

HOT battle_set some_left_to_act(const battle_batch *batch, const battles *g, int side)
{
    return ~states_at_most(states_of((uint32_t)elements(batch, side)), g->next[side]);
}

/* One step, as fight_on(). */
HOT bool fight_on_at_fronts(battle_batch *batch, battles *g)
{
    battle_set acts[N_SIDES], ready[N_SIDES], waits;
    uint32_t n[N_SIDES];
    int side;

    if (!set_any(g->works))
        return false;
    for (side = SIDE_A; side <= SIDE_B; side++)
        ready[side] = g->some_alive[SIDE_A] & g->some_alive[SIDE_B] & some_left_to_act(batch, g, side);
    acts[SIDE_A] = set_but(ready[SIDE_A], g->b_next & ready[SIDE_B]);
    acts[SIDE_B] = ready[SIDE_B] & (g->b_next | ~ready[SIDE_A]);
    for (side = SIDE_A; side <= SIDE_B; side++)
        n[side] = set_count(acts[side]);
    side = n[SIDE_A] >= n[SIDE_B] ? SIDE_A : SIDE_B;
    waits = g->works & ~(acts[SIDE_A] | acts[SIDE_B]);
    if (set_count(waits) >= batch->patience || n[side] == 0)
        go_on(batch, g, waits);
    else
        act_front(batch, g, side, acts[side]);
    return true;
}

#endif
