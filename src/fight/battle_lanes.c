/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernel: BATTLES battles side by side. The build compiles this text once for each instruction set and each
 * width of codes. battle_aim.h chooses actors and targets; battle_turns.h holds the time between turns.
 *
 * The costs explain the design:
 *   - Battles are at different places. What they have in common is that an element of one side acts. If sides
 *     alternate, or cards are drawn, a step is an activation of one side in every battle where that side is next. The
 *     side with more such battles goes first, so battles that alternate soon do so together. If a side's elements act
 *     in the order of its list, a step is the whole side: element by element, each in all battles at once. Then
 *     nothing needs to be searched for, all have the same jump to their word, and an actor's state is at hand.
 *   - An element is a register of codes. For each element, a set of battles says where it is alive or ready. "The
 *     first ready element" is a sweep of two set operations per element. "The weakest" is the least code, because the
 *     enemy's policy orders the codes. Sweeps of 12 elements take a third of the time.
 *   - If sides are fronts (battle_front_lanes.h), nothing is searched for, and there are no sweeps.
 *   - An activation is one look-up, whatever its dice. A column holds a whole threshold, so chances are exact to
 *     2^-32. It also holds two results and the actor's new state with either. A gather of such columns takes as long
 *     as one of 32-bit words. Up to 64 columns are permuted in registers, which takes a third of that.
 *   - Every element has its own word in each turn. So the generators of a register jump by as many steps as the actor
 *     of each battle requires. They are looked up by permuting short tables, too.
 *   - Table fields are read before a loop, because the compiler must assume that every write to the battles may change
 *     them.
 *   - Battles whose turn is over wait for others, because the time between turns costs as much for one as for all: a
 *     quarter to a third of the time. */
#include "fight/battle_front_steps.h"
#include "fight/battle_ranks.h"

/* Finds the actor and its target: one after the other, the best pair, or the element whose card was drawn. */
HOT void find_pair(const battle_batch *batch, battles *g, int side, battle_set acts, actors *who, targets *at)
{
    word32 rows[WORDS];

#if STATE_BITS == 8
    if (batch->wishes[side].are_few && batch->t->side[side].best_acts) {
        find_best_pair(batch, g, side, acts, who, at);
        return;
    }
#endif
    if (has_cards(batch->t))
        find_by_card(batch, g, side, acts, who);
    else if (batch->t->side[side].best_acts)
        find_best_ready(batch, g, side, acts, who);
    else
        find_first_ready(batch, g, side, g->ready[side], acts, who);
    at->state = states_of(0);
    find_rows(batch, g, side, who->class, rows);
    find_targets(batch, g, side, who, rows, at);
}

/* The side's next element acts in every battle of the set. */
HOT void act(const battle_batch *batch, battles *g, int side, battle_set acts)
{
    word32 words[WORDS], rows[WORDS];
    actors who;
    targets at; /* not zeroed, which would cost as much as a sweep */

    find_pair(batch, g, side, acts, &who, &at);
    g->n_ready[side] -= states_ones(acts);
    draw_for(batch, &g->turn, side, &who.element, words);
    find_rows(batch, g, side, who.class, rows);
    engage_at(batch, g, side, &who, words, rows, &at, 0, elements(batch, side), who.is, false);
    if (batch->t->most_throws > 1)
        throw_on(batch, g, side, &who, 0, elements(batch, side), who.is, false);
    g->has_card = set_but(g->has_card, acts);
    g->b_next = set_but(g->b_next, acts);
    if ((side == SIDE_A) == (batch->t->model->adapter->sequence == SALVO_ALTERNATELY))
        g->b_next |= acts;
}

/* Cards. */

/* A number below n for each battle: the upper word of word * n, in two halves, for n up to 2^16. */
static inline word32 word_below(word32 word, word32 n)
{
    word32 low = word_right(word_multiply(word_and(word, word_of(UINT16_MAX)), n), 16);

    return word_right(word_add(word_multiply(word_right(word, 16), n), low), 16);
}

/* Where no card is chosen, chooses one of all ready elements of both sides. That equals a shuffled deck whose dead
 * cards are skipped. Each chance is within 2^-32 of even. */
static inline void turn_cards(const battle_batch *batch, battles *g, battle_set among)
{
    const states n = g->n_ready[SIDE_A] + g->n_ready[SIDE_B];
    word32 below[WORDS];
    states ahead;
    battle_set of_b;

    for (int k = 0; k < WORDS; k++)
        below[k] = word_below(halves_output((halves){g->deck.low[k], g->deck.high[k]}), states_words(&n, k));
    generators_step(&g->deck, &g->deck, batch->next_draw, among);
    ahead = states_of_words(below);
    of_b = states_at_most(g->n_ready[SIDE_A], ahead);
    g->card = states_select(among, g->card, states_select(of_b, ahead, ahead - g->n_ready[SIDE_A]));
    g->b_next = set_but(g->b_next, among) | (of_b & among);
    g->has_card |= among;
}

HOT battle_set some_ready(const battles *g, int side)
{
    return ~states_equal(g->n_ready[side], states_of(0));
}

/* Battles in which the side acts: it is next, or the other side has no ready element. */
static inline battle_set who_acts(const battle_batch *batch, const battles *g, int side)
{
    const battle_set own_turn = side == SIDE_A ? ~g->b_next : g->b_next;

    if (is_at_once(batch->t->model)) /* as long as there is somebody to fire at */
        return some_ready(g, side) & g->some_alive[!side];
    if (has_cards(batch->t))
        return battles_going_on(g) & own_turn & g->has_card;
    return battles_going_on(g) & some_ready(g, side) & (own_turn | ~some_ready(g, !side));
}

/* One step of the battles: one side's activations, or the end of turns. Returns whether any battles are left. */
HOT bool fight_on(battle_batch *batch, battles *g, bool in_order)
{
    battle_set acts[N_SIDES], waits;
    uint32_t n[N_SIDES];
    int side;

    if (!set_any(g->works))
        return false;
    if (has_cards(batch->t))
        turn_cards(batch, g, battles_going_on(g) & (some_ready(g, SIDE_A) | some_ready(g, SIDE_B)) & ~g->has_card);
    for (side = SIDE_A; side <= SIDE_B; side++) {
        acts[side] = who_acts(batch, g, side);
        n[side] = set_count(acts[side]);
    }
    side = n[SIDE_A] >= n[SIDE_B] ? SIDE_A : SIDE_B;
    waits = g->works & ~(acts[SIDE_A] | acts[SIDE_B]);
    if (set_count(waits) >= (in_order ? 1 : batch->patience) || n[side] == 0)
        go_on(batch, g, waits);
    else if (in_order)
        act_in_order(batch, g, side, acts[side]);
    else
        act(batch, g, side, acts[side]);
    return true;
}

HOT void fight_one_flock(battle_batch *batch, bool in_order)
{
    _Alignas(64) battles g;

    begin_battles(batch, &g);
    while (!batch->tally->too_long && fight_on(batch, &g, in_order))
        ;
}

enum { LONG = 64 * BATTLES };

/* A flock is BATTLES battles. While the step of one flock waits, the other's can go on. For long runs, two flocks in
 * turn are up to a tenth faster. Elements that act in the order of their list wait less and gain nothing. */
HOT void fight_two_flocks(battle_batch *batch)
{
    _Alignas(64) battles one, other;
    bool works = true;

    begin_battles(batch, &one);
    begin_battles(batch, &other);
    while (!batch->tally->too_long && works) {
        works = fight_on(batch, &one, false);
        works |= fight_on(batch, &other, false);
    }
}

static void fight_at_fronts(battle_batch *batch)
{
    _Alignas(64) battles flock[2];
    const int n = batch->left >= 8 * BATTLES ? 2 : 1;
    bool works = true;

    for (int i = 0; i < n; i++)
        begin_battles(batch, &flock[i]);
    while (!batch->tally->too_long && works) {
        works = false;
        for (int i = 0; i < n; i++)
            works |= fight_on_at_fronts(batch, &flock[i]);
    }
}

static void fight_in_lanes(const battle_tables *t, const trial_range *s, battle_tally *to)
{
    const salvo_battle_order order = t->model->adapter->sequence;
    battle_batch batch = battle_batch_of(t, s, to);

    if (batch.at_fronts)
        (order == SALVO_AT_ONCE ? fight_in_ranks : fight_at_fronts)(&batch);
    else if ((order == SALVO_AT_ONCE || order == SALVO_BY_SIDES) && !t->turns)
        fight_one_flock(&batch, true);
    else if (order == SALVO_ALTERNATELY && s->count >= LONG)
        fight_two_flocks(&batch);
    else
        fight_one_flock(&batch, false);
}
