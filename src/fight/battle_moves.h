/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How lines move between turns, and whether anything can still change when they rest. */
#ifndef SALVO_FIGHT_BATTLE_MOVES_H
#define SALVO_FIGHT_BATTLE_MOVES_H

#include "fight/battle_front_lanes.h"

/* Lines. */

/* Battles in which the element still moves. */
static inline battle_set who_moves(const side_tables *s, const battles *g, int side, int i)
{
    const battle_set alive = g->alive[side][i];

    if (!s->stopped)
        return alive;
    return alive & states_equal(look_up_codes(s->stopped, s->n_codes, g->state[side][i], alive), states_of(0));
}

/* The kind that sets the line's pace: the slowest that still moves. */
static inline states paces(const battle_batch *batch, const battles *g, int side)
{
    const side_tables *s = &batch->t->side[side];
    const battle_side *army = &batch->t->model->side[side];
    states pace = states_of(NOBODY_MOVES);

    for (uint32_t rank = s->n_speeds; rank-- > 0;) {
        battle_set moves = no_battle();

        for (int i = 0; i < army->n; i++)
            if (army->kind_of[i] == s->by_speed[rank])
                moves |= who_moves(s, g, side, i);
        pace = states_select(moves, pace, states_of(s->by_speed[rank]));
    }
    return pace;
}

/* The next place of the lines. */
static inline states places_after(const battle_batch *batch, states place, const states pace[N_SIDES])
{
    word32 next[WORDS];

    for (int i = 0; i < WORDS; i++) {
        word32 at = word_add(word_multiply(states_words(&place, i), word_of(N_PACES)), states_words(&pace[SIDE_A], i));

        at = word_add(word_multiply(at, word_of(N_PACES)), states_words(&pace[SIDE_B], i));
        next[i] = word_gather((const int32_t *)batch->t->next_place, at);
    }
    return states_of_words(next);
}

static inline states fire_classes_of(const uint32_t *fire_class, states place)
{
    word32 found[WORDS];

    for (int i = 0; i < WORDS; i++)
        found[i] = word_gather((const int32_t *)fire_class, states_words(&place, i));
    return states_of_words(found);
}

/* Stalemates. */

/* Battles in which no survivor can harm another at that place. */
static inline battle_set who_is_harmless(const battle_batch *batch, battle_set left[N_SIDES][SALVO_KINDS_MAX],
                                         int place)
{
    battle_set harmful = no_battle();

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < batch->t->model->side[side].n_kinds; k++)
            for (int at = 0; at < batch->t->model->side[!side].n_kinds; at++)
                if (batch->t->harms[place][side][k] >> at & 1)
                    harmful |= left[side][k] & left[!side][at];
    return ~harmful;
}

/* The same for every battle of the set, each at its own place. */
static inline battle_set find_harmless(const battle_batch *batch, const battles *g, battle_set among)
{
    battle_set left[N_SIDES][SALVO_KINDS_MAX], harmless = no_battle();

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (int k = 0; k < SALVO_KINDS_MAX; k++)
            left[side][k] = no_battle();
        for (int i = 0; i < elements(batch, side); i++)
            left[side][batch->t->model->side[side].kind_of[i]] |= g->alive[side][i];
    }
    while (set_any(among)) {
        const int place = code_at(&g->place, __builtin_ctzll(set_bits(among)));
        const battle_set here = among & states_equal(g->place, states_of((uint32_t)place));

        harmless |= here & who_is_harmless(batch, left, place);
        among &= ~here;
    }
    return harmless;
}

/* Battles in which the actor could harm its target or, if the actor may retarget, any target it might choose later. */
static inline battle_set who_is_harmful(const battle_batch *batch, const battles *g, int side, const actors *who)
{
    const side_tables *own = &batch->t->side[side];
    battle_set harmful = no_battle();
    word32 rows[WORDS], first[WORDS];
    targets at;

    at.state = states_of(0);
    for (int k = 0; k < WORDS; k++)
        first[k] = rows_of(batch, g, side, k, states_words(&who->class, k));
    if (!own->may_retarget)
        choose_targets(batch->t, side, g->alive[!side], g->state[!side], NULL, who, first, &at);
    for (int i = 0; i < (own->may_retarget ? elements(batch, !side) : 1); i++) {
        battle_set asked = who->acts;

        if (own->may_retarget) {
            asked &= g->alive[!side][i];
            at.state = states_select(asked, states_of(0), g->state[!side][i]);
        }
        for (int k = 0; k < WORDS; k++)
            rows[k] = word_add(first[k], states_words(&at.state, k));
        harmful |= who_has(batch->t, side, rows, ROW_HARMS, asked);
    }
    return harmful;
}

/* Battles of the set in which every survivor would fire at a target that it cannot harm. Mostly the first element
 * asked could harm. This runs every turn, so it copies only existing elements. */
static inline battle_set find_idle(const battle_batch *batch, const battles *g, battle_set among)
{
    for (int side = SIDE_A; side <= SIDE_B && set_any(among); side++) {
        battle_set left[SALVO_ELEMENTS_MAX];
        actors who;

        who.acts = among;
        for (int i = 0; i < elements(batch, side); i++)
            left[i] = g->alive[side][i];
        while (set_any(among & who.acts)) {
            find_first_ready(batch, g, side, left, among, &who);
            among = set_but(among, who_is_harmful(batch, g, side, &who));
        }
    }
    return among;
}

/* Battles in which nothing can change any more. Their lines have moved, and `next` is their next place. */
static inline battle_set find_stalemates(const battle_batch *batch, const battles *g, battle_set among, states next)
{
    const battle_tables *t = batch->t;
    battle_set dead = no_battle();

    if (!t->can_rest && !(t->asks_first && t->can_idle))
        return dead;
    among &= states_equal(next, g->place);
    if (t->can_rest)
        dead = find_harmless(batch, g, among);
    if (t->asks_first && t->can_idle)
        dead |= find_idle(batch, g, among & ~dead);
    return dead;
}

#endif
