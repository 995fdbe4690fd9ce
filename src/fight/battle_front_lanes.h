/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sides that are fronts (battle_tables.h), in all battles at once. A side consists of the number alive and the front's
 * code. Nothing is searched for, so an activation costs the same for any number of elements. The next actor is a place
 * in the list. A place behind the last means that nobody is left to act in this turn. */
#ifndef SALVO_FIGHT_BATTLE_FRONT_LANES_H
#define SALVO_FIGHT_BATTLE_FRONT_LANES_H

#include "fight/battle_aim.h"

HOT states fallen_of(const battle_batch *batch, const battles *g, int side)
{
    return states_of((uint32_t)elements(batch, side)) - g->n_alive[side];
}

/* The fresh code of the element at the front after that number has fallen. */
HOT states fresh_front(const front_tables *f, states fallen)
{
    states code = states_of(f->falls[0].fresh);

    for (uint32_t i = 1; i < f->n_blocks; i++)
        code = states_select(states_at_most(states_of(f->falls[i].fallen), fallen), code, states_of(f->falls[i].fresh));
    return code;
}

/* The first place from `next` on whose element is alive. Blocks fall from their first element on. */
HOT states next_living(const front_tables *f, states next, states fallen)
{
    if (f->in_order)
        return states_most(next, fallen);
    for (uint32_t i = 0; i < f->n_blocks; i++) {
        const block *b = &f->listed[i];
        const states of_block = states_least(states_most(fallen, states_of(b->fallen)) - states_of(b->fallen),
                                             states_of(b->end - b->first));
        const battle_set here =
            set_but(states_at_most(states_of(b->first), next), states_at_most(states_of(b->end), next));

        next = states_select(here, next, states_most(next, of_block + states_of(b->first)));
    }
    return next;
}

/* The element at the front falls where the set holds. */
HOT void fronts_fall(const battle_batch *batch, battles *g, int side, battle_set gone)
{
    const front_tables *f = &batch->t->side[side].front;

    g->n_alive[side] -= states_ones(gone);
    g->some_alive[side] = ~states_equal(g->n_alive[side], states_of(0));
    g->front[side] = states_select(gone, g->front[side], fresh_front(f, fallen_of(batch, g, side)));
}

HOT void begin_turns_of_front(const battle_batch *batch, battles *g, int side, battle_set begun)
{
    const states next = next_living(&batch->t->side[side].front, states_of(0), fallen_of(batch, g, side));

    g->next[side] = states_select(begun, g->next[side], next);
    g->stood[side] = states_select(begun, g->stood[side], g->n_alive[side]);
}

/* Writes what the sweeps over elements read: who is alive, and in which unit state. */
static inline void list_elements(const battle_batch *batch, battles *g, int side)
{
    const front_tables *f = &batch->t->side[side].front;
    const states fallen = fallen_of(batch, g, side);

    for (uint32_t i = 0; i < f->n_blocks; i++) {
        const block *b = &f->listed[i];

        for (uint32_t k = b->first; k < b->end; k++) {
            const states before = states_of(b->fallen + k - b->first);

            g->alive[side][k] = states_at_most(fallen, before);
            g->state[side][k] = states_select(states_equal(fallen, before), states_of(b->fresh), g->front[side]);
        }
    }
}

/* A look-up by the number alive. */
HOT word32 by_living(const battle_batch *batch, const battles *g, int side, const uint32_t *table, int k)
{
    return word_look_up(table, (uint32_t)elements(batch, side) + 1, states_words(&g->n_alive[side], k));
}

#endif
