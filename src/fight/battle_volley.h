/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A side's elements in the order of its list: a whole side acts in one step. */
#ifndef SALVO_FIGHT_BATTLE_VOLLEY_H
#define SALVO_FIGHT_BATTLE_VOLLEY_H

#include "fight/battle_aimed.h"

/* Battles that are not over. */
HOT battle_set who_stands(const battles *g)
{
    return g->some_alive[SIDE_A] & g->some_alive[SIDE_B] & ~(g->beaten[SIDE_A] | g->beaten[SIDE_B]);
}

/* One element, wherever it may act. */
HOT void act_as(const course *c, battles *g, int side, int i, battle_set acts)
{
    word32 words[WORDS];
    actors who;

    who.acts = acts;
    who.element = states_of((uint32_t)i);
    who.class = class_at(c->t, g, side, i, acts);
    for (int k = 0; k < WORDS; k++)
        words[k] = draw_of_one(c, g, side, k, i);
    engage(c, g, side, &who, words, i, 1, &acts, true);
}

/* A volley: where all act at once, and all of a side see the same target as long as the turn lasts, only that target's
 * state changes meanwhile, and stays in registers. */
typedef struct volley {
    state64 turn[WORDS];                  /* the generators */
    word32 target[WORDS], present[WORDS]; /* unit states: of the target as it is seen, as it is */
    targets at;
} volley;

/* One element of it. */
HOT void fire(const course *c, battles *g, int side, int i, battle_set fires, volley *v)
{
    const states class = class_at(c->t, g, side, i, fires);
    word32 rows[WORDS], column[WORDS], words[WORDS], effects[WORDS];

    if (!set_any(fires))
        return;
    for (int k = 0; k < WORDS; k++) {
        words[k] = draw_of_one(c, g, side, k, i);
        rows[k] = word_add(rows_of(c, g, side, k, states_words(&class, k)), v->target[k]);
        column[k] = columns_in(c->t, rows[k], words[k]);
    }
    look_up_landings(c, side, column, words, effects);
    for (int k = 0; k < WORDS; k++)
        v->present[k] =
            word_select(set_lanes(&fires, k), v->present[k],
                        turned(&c->t->side[!side], word_and(effects[k], word_of(STATE_GONE)), v->present[k]));
    note_attacks(c, g, side, rows, v->at.is, fires);
}

/* The same of all of them, where classes are fixed, columns few, and nothing else is to be known. */
HOT void fire_few(const course *c, const battles *g, int side, battle_set acts, volley *v, uint32_t n,
                  uint32_t n_turned)
{
    const side_tables *own = &c->t->side[side], *enemy = &c->t->side[!side];
    const few_columns *few = &c->few[side];
    const uint32_t bits = c->t->bits, n_codes = enemy->n_codes;
    word32 target[WORDS];

    for (int k = 0; k < WORDS; k++)
        target[k] = word_left(v->target[k], bits);
    for (int i = 0; i < elements(c, side); i++) {
        const battle_set fires = acts & g->seen[side][i];
        const word32 first = word_of(own->class_of[i] * n_codes << bits);
        const stride way = stride_of(c->jumps[side].each[i]);

        if (!set_any(fires))
            continue;
#pragma GCC unroll 4
        for (int k = 0; k < WORDS; k++) {
            const word32 word = halves_output(halves_of(state_step(v->turn[k], way)));
            const word32 at = word_add(word_add(first, target[k]), word_right(word, 32 - bits));
            const columns found = {word_look_up(few->threshold, n, at), word_look_up(few->landings, n, at)};
            const word32 effects = word_and(landing_of(found, word_left(word, bits)), word_of(STATE_GONE));
            const word32 from = word_least(v->present[k], word_of(n_codes)),
                         to = word_look_up(enemy->turned, n_turned,
                                           word_add(word_multiply(effects, word_of(n_codes + 1)), from));

            v->present[k] = word_select(set_lanes(&fires, k), v->present[k], to);
        }
    }
}

/* Where both tables fit two registers, the compiler knows: then no branch is left in the loop. */
HOT void fire_all(const course *c, battles *g, int side, battle_set acts, volley *v)
{
    const side_tables *own = &c->t->side[side], *enemy = &c->t->side[!side];
    const uint32_t n = c->few[side].n, n_turned = (uint32_t)enemy->n_effects * (enemy->n_codes + 1);

    if (!n || own->acts_by_state || own->n_stands > 1 || c->t->can_idle)
        for (int i = 0; i < elements(c, side); i++)
            fire(c, g, side, i, acts & g->seen[side][i], v);
    else if (n <= 32 && n_turned <= 16)
        fire_few(c, g, side, acts, v, 32, 16);
    else
        fire_few(c, g, side, acts, v, n, n_turned);
}

/* The volley of a front, register by register: who has fallen before the turn does not cost anything where that is so in
 * all of a register's battles. `n` and `n_turned` as above. */
HOT void fire_front(const course *c, const battles *g, int side, battle_set acts, uint32_t n, uint32_t n_turned,
                    word32 present[WORDS])
{
    const side_tables *own = &c->t->side[side];
    const few_effects *effects = &c->effects[side];
    const uint32_t bits = c->t->bits, n_codes = c->t->side[!side].n_codes, n_own = (uint32_t)elements(c, side);
    const states fallen = states_select(acts, states_of(n_own), states_of(n_own) - g->stood[side]);

    for (int k = 0; k < WORDS; k++) {
        const state64 turn = state_of((halves){g->turn.low[k], g->turn.high[k]});
        const word32 gone = states_words(&fallen, k),
                     at_stand = word_multiply(states_words(&g->stand[side], k), word_of(own->n_classes * n_codes));
        const word32 target = word_left(word_add(states_words(&g->faced[!side], k), at_stand), bits);
        word32 now = states_words(&g->faced[!side], k);

        for (uint32_t i = 0; i < n_own; i++) {
            const lane_mask fires = word_reaches(word_of(c->falls_as[side][i]), gone);
            word32 word, at, effect;

            if (!mask_any(fires))
                continue;
            word = halves_output(halves_of(state_step(turn, stride_of(c->jumps[side].each[i]))));
            at = word_add(word_add(word_of(c->first_row[side][i] << bits), target), word_right(word, 32 - bits));
            effect = word_and(
                landing_of((columns){word_look_up(effects->threshold, n, at), word_look_up(effects->landings, n, at)},
                           word_left(word, bits)),
                word_of(UINT16_MAX));
            now = word_select(fires, now, word_look_up(effects->turned, n_turned, word_add(effect, now)));
        }
        present[k] = now;
    }
}

/* Whoever lived when the turn began fires at whoever was the enemy's front then. */
HOT void fire_at_front(const course *c, battles *g, int side, battle_set acts)
{
    const uint32_t n = c->effects[side].n_columns, n_turned = c->effects[side].n;
    word32 present[WORDS];
    states now;
    battle_set gone;

    if (n <= 32 && n_turned <= 16)
        fire_front(c, g, side, acts, 32, 16, present);
    else
        fire_front(c, g, side, acts, n, n_turned, present);
    now = states_of_words(present);
    gone = acts & states_equal(now, states_of(c->t->side[!side].n_codes));
    g->front[!side] = states_select(set_but(acts, gone), g->front[!side], now);
    fronts_fall(c, g, !side, gone);
}

HOT void fire_volley(const course *c, battles *g, int side, battle_set acts)
{
    actors all;
    volley v;

    all.acts = acts;
    v.at.state = states_of(0);
    find_targets(c, g, side, &all, NULL, &v.at);
    for (int k = 0; k < WORDS; k++) {
        v.turn[k] = state_of((halves){g->turn.low[k], g->turn.high[k]});
        v.target[k] = v.present[k] = states_words(&v.at.state, k);
    }
    fire_all(c, g, side, acts, &v);
    change(c, g, !side, 0, elements(c, !side), v.at.is, v.at.state, states_of_words(v.present), acts, false);
    note_beaten(c, g);
}

/* All of a side, in every battle of the set. */
HOT void act_in_order(const course *c, battles *g, int side, battle_set acts)
{
    const target_search choice = c->t->side[side].choice;

    g->n_ready[side] = states_select(acts, g->n_ready[side], states_of(0));
    if (is_at_once(c->t->e) && (choice == FIND_FIRST || choice == FIND_LEAST)) {
        fire_volley(c, g, side, acts);
        return;
    }
    if (choice == FIND_WORTH) {
        fire_aimed(c, g, side, acts);
        return;
    }
    for (int i = 0; i < elements(c, side); i++) {
        battle_set now = acts;

        now &= is_at_once(c->t->e) ? g->seen[side][i] : g->alive[side][i];
        if (!is_at_once(c->t->e))
            now &= who_stands(g);
        if (set_any(now))
            act_as(c, g, side, i, now);
    }
}

#endif
