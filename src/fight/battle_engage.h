/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One activation: draws a word, looks up a column, and changes both unit states. */
#ifndef SALVO_FIGHT_BATTLE_ENGAGE_H
#define SALVO_FIGHT_BATTLE_ENGAGE_H

#include "fight/battle_turns.h"

/* Draws the actors' own words from the turn's generators; `n` is greater than every element. */
HOT void draw(const battle_batch *batch, const generators *from, int side, const states *element, uint32_t n,
              word32 words[WORDS])
{
    for (int k = 0; k < WORDS; k++) {
        const state64 turn = state_of((halves){from->low[k], from->high[k]});

        words[k] = halves_output(halves_of(state_jump_by(turn, &batch->jumps[side], n, states_words(element, k))));
    }
}

/* Draws the word of one element, which is the same in every battle. */
HOT word32 draw_of_one(const battle_batch *batch, const battles *g, int side, int k, int element)
{
    const stride way = stride_of(batch->jumps[side].each[element]);

    return halves_output(halves_of(state_step(state_of((halves){g->turn.low[k], g->turn.high[k]}), way)));
}

/* The columns that words select in the rows of a side. */
HOT word32 columns_in(const battle_tables *t, word32 rows, word32 words)
{
    return word_add(word_left(rows, t->bits), word_right(words, 32 - t->bits));
}

/* The landing of a column that was looked up; its low bits are the result. */
static inline word32 landing_of(columns found, word32 within)
{
    return word_right_where(word_reaches(within, found.threshold), found.landings, 16);
}

/* The landing of a word in that column of a side's table. */
HOT word32 landing_at(const battle_batch *batch, int side, word32 at, word32 word)
{
    const few_columns *few = &batch->few[side];

    if (few->n)
        return landing_of(
            (columns){word_look_up(few->threshold, FEW_COLUMNS, at), word_look_up(few->landings, FEW_COLUMNS, at)},
            word_left(word, batch->t->bits));
    return landing_of(look_up(columns_of(batch->t, side), at), word_left(word, batch->t->bits));
}

/* Looks up the landings of words in those columns of a side's table. A table with few columns is permuted, which takes
 * a third of the time. */
HOT void look_up_landings(const battle_batch *batch, int side, const word32 at[WORDS], const word32 words[WORDS],
                          word32 landings[WORDS])
{
    const few_columns *few = &batch->few[side];
    const walk_column *many = columns_of(batch->t, side);
    const uint32_t bits = batch->t->bits;

    if (few->n)
        for (int k = 0; k < WORDS; k++)
            landings[k] = landing_of((columns){word_look_up(few->threshold, FEW_COLUMNS, at[k]),
                                               word_look_up(few->landings, FEW_COLUMNS, at[k])},
                                     word_left(words[k], bits));
    else
        for (int k = 0; k < WORDS; k++)
            landings[k] = landing_of(look_up(many, at[k]), word_left(words[k], bits));
}

/* The actors' new states. */
HOT word32 own_results_of(const battle_batch *batch, int side, word32 at, word32 words, word32 landings)
{
#if STATE_BITS == 8
    (void)batch, (void)side, (void)at, (void)words;
    return word_right(landings, 8);
#else
    const battle_tables *t = batch->t;
    const lane_mask other = word_reaches(word_left(words, t->bits), look_up(columns_of(t, side), at).threshold);
    const uint32_t *own = t->own + (t->side[side].first_row << t->bits);

    (void)landings;
    return word_right_where(other, word_gather((const int32_t *)own, at), 16);
#endif
}

static inline states count_worn(const side_tables *s, states codes, battle_set among)
{
    return look_up_codes(s->worn, s->n_codes, codes, among & ~states_equal(codes, states_of(STATE_GONE)));
}

/* Some of a side's elements change to new states; is[i] holds where element i is the one. Destroyed elements are
 * removed. If they may be ready (`ready`), they are no longer. */
HOT void change(const battle_batch *batch, battles *g, int side, int first, int n, const battle_set *is, states before,
                states now, battle_set among, bool ready)
{
    const battle_set gone = among & states_equal(now, states_of(STATE_GONE));
    battle_set stops = no_battle();

    for (int i = 0; i < n; i++) {
        const battle_set here = is[i] & among, dies = is[i] & gone;
        states *state = &g->state[side][first + i];

        *state = states_select(here, *state, now);
        g->alive[side][first + i] = set_but(g->alive[side][first + i], dies);
        if (!ready)
            continue;
        stops |= g->ready[side][first + i] & dies;
        g->ready[side][first + i] = set_but(g->ready[side][first + i], dies);
    }
    g->n_ready[side] -= states_ones(stops);
    g->n_alive[side] -= states_ones(gone);
    g->some_alive[side] = ~states_equal(g->n_alive[side], states_of(0));
    if (batch->t->side[side].worn)
        g->n_worn[side] +=
            count_worn(&batch->t->side[side], now, among) - count_worn(&batch->t->side[side], before, among);
}

/* Notes what an activation has besides its results. */
HOT void note_attacks(const battle_batch *batch, battles *g, int side, const word32 rows[WORDS], const battle_set *is,
                      battle_set acts)
{
    const battle_tables *t = batch->t;

    if (t->side[side].choice == FIND_SPREAD && !t->always_attacks) { /* otherwise find_least_attacked has noted it */
        const battle_set attacks = who_has(t, side, rows, ROW_ATTACKS, acts);

        for (int i = 0; i < elements(batch, !side); i++)
            g->least[!side][i] = set_but(g->least[!side][i], is[i] & attacks);
    }
    if (t->can_idle && !t->asks_first)
        g->harmed |= who_has(t, side, rows, ROW_HARMS, acts);
}

/* Applies the words' results in those rows to those targets. */
HOT void engage_at(const battle_batch *batch, battles *g, int side, const actors *who, const word32 words[WORDS],
                   word32 rows[WORDS], const targets *at, int first, int n, const battle_set *is, bool in_order)
{
    const battle_tables *t = batch->t;
    word32 column[WORDS], results[WORDS];

    for (int k = 0; k < WORDS; k++) {
        rows[k] = word_add(rows[k], states_words(&at->state, k));
        column[k] = columns_in(t, rows[k], words[k]);
    }
    look_up_landings(batch, side, column, words, results);
    /* If all act at once, a destroyed element still acts. */
    change(batch, g, !side, 0, elements(batch, !side), at->is, at->state, states_of_words(results), who->acts,
           !in_order && !is_at_once(t->model));
    if (t->own) {
        for (int k = 0; k < WORDS; k++)
            results[k] = own_results_of(batch, side, column[k], words[k], results[k]);
        change(batch, g, side, first, n, is, states_select(who->acts, states_of(0), who->class),
               states_of_words(results), who->acts, false);
    }
    note_attacks(batch, g, side, rows, at->is, who->acts);
    if (t->side[side].worn)
        note_beaten(batch, g);
}

/* Draws words for actors of a side, as draw() does. */
HOT void draw_for(const battle_batch *batch, const generators *from, int side, const states *element,
                  word32 words[WORDS])
{
    const uint32_t n = (uint32_t)elements(batch, side);

    draw(batch, from, side, element, n <= 16 ? 16 : n, words);
}

/* One activation in every battle of the set. Battles that do not act compute as well, but what they would write is
 * masked. The actors are among the `n` elements from `first` on; is[] says which. */
HOT void engage(const battle_batch *batch, battles *g, int side, const actors *who, const word32 words[WORDS],
                int first, int n, const battle_set *is, bool in_order)
{
    word32 rows[WORDS];
    targets at; /* not zeroed, which would cost as much as a sweep */

    at.state = states_of(0);
    find_rows(batch, g, side, who->class, rows);
    find_targets(batch, g, side, who, rows, &at);
    engage_at(batch, g, side, who, words, rows, &at, first, n, is, in_order);
}

/* The throws after the first, if each is aimed by itself. */
static inline void throw_on(const battle_batch *batch, battles *g, int side, actors *who, int first, int n,
                            const battle_set *is, bool in_order)
{
    const side_tables *own = &batch->t->side[side];
    const states throws = look_up_codes(own->throws, own->n_classes, who->class, who->acts);
    generators at = g->turn;

    for (uint32_t throw_at = 1; throw_at < batch->t->most_throws; throw_at++) {
        word32 words[WORDS];

        who->acts &= ~states_at_most(throws, states_of(throw_at)) & g->some_alive[!side];
        if (!set_any(who->acts))
            break;
        generators_step(&at, &at, batch->next_throw, who->acts);
        draw_for(batch, &at, side, &who->element, words);
        engage(batch, g, side, who, words, first, n, is, in_order);
    }
}

#endif
