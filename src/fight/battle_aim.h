/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the actor, its target and its rows: sweeps over the elements of a side, in all battles at once. */
#ifndef SALVO_FIGHT_BATTLE_AIM_H
#define SALVO_FIGHT_BATTLE_AIM_H

#include "fight/battle_batch.h"

/* The actor in each battle. */
typedef struct actors {
    battle_set acts;
    battle_set is[SALVO_ELEMENTS_MAX]; /* by element */
    states element, class;
} actors;

/* The target in each battle. */
typedef struct targets {
    battle_set is[SALVO_ELEMENTS_MAX]; /* by element */
    states state;
} targets;

/* The unit states in which elements act. */
static inline const states *states_acting(const battle_tables *t, const battles *g, int side)
{
    return is_at_once(t->model) ? g->before[side] : g->state[side];
}

/* The class of an element; 0 where it does not act. */
HOT states class_at(const battle_tables *t, const battles *g, int side, int i, battle_set acts)
{
    const side_tables *own = &t->side[side];

    return own->acts_by_state ? states_select(acts, states_of(0), states_acting(t, g, side)[i])
                              : states_of(own->class_of[i]);
}

/* Where `is` holds, element i acts and is no longer ready. */
HOT void take_actor(int i, battle_set is, battle_set *ready, states class, actors *who)
{
    ready[i] = set_but(ready[i], is);
    who->is[i] = is;
    who->element = states_select(is, who->element, states_of((uint32_t)i));
    who->class = states_select(is, who->class, class);
}

/* Takes the side's first ready element in each battle. Where none is ready, nobody acts. */
HOT void find_first_ready(const battle_batch *batch, const battles *g, int side, battle_set *ready, battle_set acts,
                          actors *who)
{
    const side_tables *own = &batch->t->side[side];
    const states *state = states_acting(batch->t, g, side);
    const bool by_state = own->acts_by_state;
    const int n = elements(batch, side);
    battle_set want = acts;

    who->element = who->class = states_of(0);
    for (int i = 0; i < n; i++) {
        const battle_set is = ready[i] & want;

        want = set_but(want, is);
        take_actor(i, is, ready, by_state ? state[i] : states_of(own->class_of[i]), who);
    }
    who->acts = set_but(acts, want);
}

/* Takes the element whose card was drawn. */
HOT void find_by_card(const battle_batch *batch, battles *g, int side, battle_set acts, actors *who)
{
    const side_tables *own = &batch->t->side[side];
    const bool by_state = own->acts_by_state;
    const int n = elements(batch, side);
    states ahead = g->card;

    who->element = who->class = states_of(0);
    for (int i = 0; i < n; i++) {
        const battle_set ready = g->ready[side][i], is = acts & ready & states_equal(ahead, states_of(0));

        ahead -= states_ones(ready);
        take_actor(i, is, g->ready[side], by_state ? g->state[side][i] : states_of(own->class_of[i]), who);
    }
    who->acts = acts;
}

/* Finds the first element that each battle may choose. */
HOT void find_first(const battle_set *may, const states *state, int n, battle_set want, targets *at)
{
    states found = states_of(0);

    for (int i = 0; i < n; i++) {
        battle_set is = may[i] & want;

        want = set_but(want, is);
        found = states_select(is, found, state[i]);
        at->is[i] = is;
    }
    at->state = found;
}

/* Finds the least key, the first among equals. An element that may not be chosen has the greatest key. */
HOT void find_least(const states *keys, uint32_t tied, const states *state, int n, battle_set want, targets *at)
{
    states least = states_of(STATE_GONE), found = states_of(0), first = states_of(0), number = states_of((uint32_t)n);

    for (int i = 0; i < n; i++)
        least = states_least(least, keys[i]);
    least |= states_of(tied);
    for (int i = n - 1; i >= 0; i--) { /* backwards, so that the first in the list is written last */
        const battle_set is = states_at_most(keys[i], least);

        number -= states_of(1);
        first = states_select(is, first, number);
        found = states_select(is, found, state[i]);
    }
    number = states_of(0);
    for (int i = 0; i < n; i++, number += states_of(1))
        at->is[i] = want & states_equal(first, number);
    at->state = states_select(want, states_of(0), found); /* outside of `want`, all may be gone */
}

/* Finds the least rank of an element's state in the actor's row. */
static inline void find_by_rank(const uint32_t *table, const battle_set *seen, const states *state, int n,
                                const word32 rows[WORDS], battle_set want, targets *at)
{
    states keys[SALVO_ELEMENTS_MAX];

    for (int i = 0; i < n; i++) {
        states code = states_select(seen[i], states_of(0), state[i]);
        word32 ranks[WORDS];

        for (int k = 0; k < WORDS; k++)
            ranks[k] = word_gather((const int32_t *)table, word_add(rows[k], states_words(&code, k)));
        keys[i] = states_select(seen[i], states_of(STATE_GONE), states_of_words(ranks));
    }
    find_least(keys, 0, state, n, want, at);
}

/* Finds the first element from the place opposite the actor on. If none is left from there on, finds the first of
 * all. */
static inline void find_opposite(const battle_tables *t, const battle_set *seen, const states *state, int side,
                                 const actors *who, targets *at)
{
    const int n = t->model->side[!side].n;
    states start = states_of(0), found = states_of(0);
    battle_set want = who->acts;

    for (int i = 0; i < t->model->side[side].n; i++)
        start = states_select(states_equal(who->element, states_of((uint32_t)i)), start,
                              states_of(t->side[side].opposite[i]));
    for (int i = 0; i < n; i++) {
        at->is[i] = seen[i] & want & states_at_most(start, states_of((uint32_t)i));
        want = set_but(want, at->is[i]);
    }
    for (int i = 0; i < n; i++) {
        battle_set is = seen[i] & want;

        want = set_but(want, is);
        at->is[i] |= is;
        found = states_select(at->is[i], found, state[i]);
    }
    at->state = found;
}

/* Finds the first of the least attacked elements. Attack numbers differ by at most one, and `least` holds the elements
 * with the lower number. When none of them is left, all others are equal. If `attacks` is true, the chosen element
 * counts as attacked. */
HOT void find_least_attacked(battle_set *least, const battle_set *seen, const states *state, int n, battle_set want,
                             bool attacks, targets *at)
{
    const battle_set attacked = attacks ? ~no_battle() : no_battle();
    battle_set some = no_battle();
    states found = states_of(0);

    for (int i = 0; i < n; i++)
        some |= least[i] & seen[i];
    for (int i = 0; i < n; i++) {
        const battle_set may = seen[i] & (least[i] | ~some), is = may & want;

        want = set_but(want, is);
        found = states_select(is, found, state[i]);
        at->is[i] = is;
        least[i] = set_but(may, is & attacked);
    }
    at->state = found;
}

/* Chooses among the enemy's elements in `seen`, by their unit states. `least` is NULL if nobody has been attacked
 * yet. */
HOT void choose_targets(const battle_tables *t, int side, const battle_set *seen, const states *state,
                        battle_set *least, const actors *who, const word32 rows[WORDS], targets *at)
{
    const side_tables *own = &t->side[side];
    const int n = t->model->side[!side].n;

    if (own->choice == FIND_FIRST || (own->choice == FIND_SPREAD && !least))
        find_first(seen, state, n, who->acts, at);
    else if (own->choice == FIND_SPREAD)
        find_least_attacked(least, seen, state, n, who->acts, t->always_attacks, at);
    else if (own->choice == FIND_LEAST)
        find_least(state, own->tied, state, n, who->acts, at);
    else if (own->choice == FIND_RANK)
        find_by_rank(t->ranks + own->first_row, seen, state, n, rows, who->acts, at);
    else
        find_opposite(t, seen, state, side, who, at);
}

#if STATE_BITS == 8
/* Returns the greatest wish for any of the enemy's states. A destroyed element has the least. */
HOT states wanted_by(const class_wishes *by, uint32_t n_codes, const states *state, int n)
{
    states most = states_of(0);

    for (int i = 0; i < n; i++)
        most = states_most(most, states_look_up(by->wish, n_codes, state[i]));
    return states_look_up(by->wanted, n_codes + 1, most);
}

/* Battles of the set in which the side is at a place of that fire class. */
HOT battle_set battles_in_fire_class(const battle_batch *batch, const battles *g, int side, uint32_t fire_class,
                                     battle_set among)
{
    if (batch->t->side[side].n_fire_classes > 1)
        among &= states_equal(g->fire_class[side], states_of(fire_class));
    return among;
}

/* Finds the first of the enemy's elements in that state. */
HOT void find_state(const states *state, states wanted, int n, battle_set want, targets *at)
{
    at->state = states_select(want, states_of(0), wanted);
    for (int i = 0; i < n; i++) {
        const battle_set is = want & states_equal(state[i], wanted);

        want = set_but(want, is);
        at->is[i] = is;
    }
}

/* Finds what each actor wants, by its class and its fire class. */
HOT void find_wanted(const battle_batch *batch, const battles *g, int side, const actors *who, targets *at)
{
    const side_tables *own = &batch->t->side[side];
    const states *state = g->state[!side];
    const int n = elements(batch, !side);
    states wanted = states_of(0);

    for (uint32_t i = 0; i < own->n_fire_classes * own->n_classes; i++) {
        const battle_set of_class = who->acts & states_equal(who->class, states_of(i % own->n_classes)),
                         here = battles_in_fire_class(batch, g, side, i / own->n_classes, of_class);

        if (set_any(here))
            wanted = states_select(here, wanted,
                                   wanted_by(&batch->wishes[side].of[i], batch->t->side[!side].n_codes, state, n));
    }
    find_state(state, wanted, n, who->acts, at);
}

/* For a class: its turn to act, and the target's state that it wants. A class without a ready element never acts. */
typedef struct class_wish {
    states turn, wanted;
} class_wish;

HOT void find_wishes_at(const battle_batch *batch, const battles *g, int side, uint32_t fire_class,
                        const battle_set ready[FEW_WISHES], battle_set here, class_wish wish[FEW_WISHES])
{
    const side_tables *own = &batch->t->side[side];
    const class_wishes *of = &batch->wishes[side].of[fire_class * own->n_classes];
    const bool agree = own->choice == FIND_LEAST;
    const uint32_t n_codes = batch->t->side[!side].n_codes;
    states wanted = states_of(0);
    bool looked = false;

    for (uint32_t actor_class = 0; actor_class < own->n_classes; actor_class++) {
        const battle_set may = ready[actor_class] & here;

        if (!set_any(may))
            continue;
        if (!agree || !looked)
            wanted = wanted_by(&of[actor_class], n_codes, g->state[!side], elements(batch, !side));
        looked = true;
        wish[actor_class].turn =
            states_select(may, wish[actor_class].turn, states_look_up(of[actor_class].turn, n_codes, wanted));
        wish[actor_class].wanted = states_select(may, wish[actor_class].wanted, wanted);
    }
}

/* Finds where each class has a ready element. */
HOT void find_ready_classes(const battle_batch *batch, const battles *g, int side, battle_set ready[FEW_WISHES])
{
    const side_tables *own = &batch->t->side[side];

    for (uint32_t actor_class = 0; actor_class < own->n_classes; actor_class++)
        ready[actor_class] = no_battle();
    for (int i = 0; i < elements(batch, side); i++)
        if (!own->acts_by_state)
            ready[own->class_of[i]] |= g->ready[side][i];
        else
            for (uint32_t actor_class = 0; actor_class < own->n_classes; actor_class++)
                ready[actor_class] |=
                    g->ready[side][i] & states_equal(states_acting(batch->t, g, side)[i], states_of(actor_class));
}

/* Takes the first element of the list whose class acts now. */
HOT void take_best(const battle_batch *batch, battles *g, int side, battle_set acts, const battle_set now[FEW_WISHES],
                   actors *who)
{
    const side_tables *own = &batch->t->side[side];
    const states *state = states_acting(batch->t, g, side);
    battle_set want = acts;

    who->element = who->class = states_of(0);
    for (int i = 0; i < elements(batch, side); i++) {
        const states class = own->acts_by_state ? state[i] : states_of(own->class_of[i]);
        battle_set is = no_battle();

        if (own->acts_by_state)
            for (uint32_t k = 0; k < own->n_classes; k++)
                is |= now[k] & states_equal(class, states_of(k));
        else
            is = now[own->class_of[i]];
        is &= g->ready[side][i] & want;
        want = set_but(want, is);
        take_actor(i, is, g->ready[side], class, who);
    }
    who->acts = set_but(acts, want);
}

/* Takes the ready element whose fire is worth most, and its target. */
HOT void find_best_pair(const battle_batch *batch, battles *g, int side, battle_set acts, actors *who, targets *at)
{
    const side_tables *own = &batch->t->side[side];
    states least = states_of(STATE_GONE), wanted = states_of(0);
    battle_set ready[FEW_WISHES];
    class_wish wish[FEW_WISHES];

    find_ready_classes(batch, g, side, ready);
    for (uint32_t actor_class = 0; actor_class < own->n_classes; actor_class++)
        wish[actor_class] = (class_wish){states_of(STATE_GONE), states_of(0)};
    for (uint32_t fire_class = 0; fire_class < own->n_fire_classes; fire_class++) {
        const battle_set here = battles_in_fire_class(batch, g, side, fire_class, acts);

        if (set_any(here))
            find_wishes_at(batch, g, side, fire_class, ready, here, wish);
    }
    for (uint32_t actor_class = 0; actor_class < own->n_classes; actor_class++)
        least = states_least(least, wish[actor_class].turn);
    for (uint32_t actor_class = 0; actor_class < own->n_classes; actor_class++)
        ready[actor_class] &= states_equal(wish[actor_class].turn, least);
    take_best(batch, g, side, acts, ready, who);
    for (uint32_t actor_class = 0; actor_class < own->n_classes; actor_class++)
        wanted = states_select(states_equal(who->class, states_of(actor_class)), wanted, wish[actor_class].wanted);
    find_state(g->state[!side], wanted, elements(batch, !side), who->acts, at);
}
#endif

HOT void find_targets(const battle_batch *batch, battles *g, int side, const actors *who, const word32 rows[WORDS],
                      targets *at)
{
#if STATE_BITS == 8
    if (batch->wishes[side].are_few && batch->t->side[side].choice == FIND_RANK) {
        find_wanted(batch, g, side, who, at);
        return;
    }
#endif
    choose_targets(batch->t, side, g->alive[!side], g->state[!side], g->least[!side], who, rows, at);
}

/* The first of the actors' rows, within the rows of their side. Add the target's code to get the row of a target. */
HOT word32 rows_of(const battle_batch *batch, const battles *g, int side, int k, word32 class)
{
    const side_tables *own = &batch->t->side[side];
    word32 number = class;

    if (own->n_fire_classes > 1)
        number = word_add(number, word_multiply(states_words(&g->fire_class[side], k), word_of(own->n_classes)));
    return word_multiply(number, word_of(batch->t->side[!side].n_codes));
}

/* Finds the actors' first rows. */
HOT void find_rows(const battle_batch *batch, const battles *g, int side, states class, word32 rows[WORDS])
{
    for (int k = 0; k < WORDS; k++)
        rows[k] = rows_of(batch, g, side, k, states_words(&class, k));
}

/* Choosing the best actor. */

/* Whether all elements of a kind act alike until they fall. Otherwise each is looked at by itself. */
static inline bool acts_by_kind(const side_tables *own)
{
    return !own->acts_by_state && own->choice != FIND_OPPOSITE;
}

/* Finds the k-th candidate for the next action: an element, or any ready element of a kind. */
HOT void find_candidate(const battle_batch *batch, const battles *g, int side, int k, battle_set acts, actors *who)
{
    const side_tables *own = &batch->t->side[side];

    who->acts = acts & g->ready[side][k];
    who->element = states_of((uint32_t)k);
    who->class = own->acts_by_state ? class_at(batch->t, g, side, k, who->acts) : states_of(own->class_of[k]);
    if (!acts_by_kind(own))
        return;
    who->acts = no_battle();
    who->class = states_of((uint32_t)k);
    for (int i = 0; i < elements(batch, side); i++)
        if (own->class_of[i] == (uint32_t)k)
            who->acts |= acts & g->ready[side][i];
}

/* Notes no attacks, because it is not yet decided which element fires. */
HOT void find_target_of(const battle_batch *batch, const battles *g, int side, const actors *who,
                        const word32 rows[WORDS], targets *at)
{
    const int n = elements(batch, !side);
    battle_set least[SALVO_ELEMENTS_MAX];

    for (int i = 0; batch->t->side[side].choice == FIND_SPREAD && i < n; i++)
        least[i] = g->least[!side][i];
    choose_targets(batch->t, side, g->alive[!side], g->state[!side], least, who, rows, at);
}

/* Takes the element whose fire is worth most, the first among equals. It is no longer ready. */
HOT void find_best_ready(const battle_batch *batch, battles *g, int side, battle_set acts, actors *who)
{
    const side_tables *own = &batch->t->side[side];
    const uint32_t *turns = batch->t->turns + own->first_row;
    const int n = elements(batch, side), n_candidates = acts_by_kind(own) ? (int)own->n_classes : n;
    const bool by_kind = acts_by_kind(own);
    battle_set found = no_battle(), want = acts;
    states best = states_of(0);
    word32 least[WORDS];

    for (int k = 0; k < WORDS; k++)
        least[k] = word_of(UINT32_MAX);
    for (int i = 0; i < n_candidates; i++) {
        lane_mask later[WORDS];
        word32 rows[WORDS];
        battle_set better;
        actors one;
        targets at;

        find_candidate(batch, g, side, i, acts, &one);
        if (!set_any(one.acts))
            continue;
        at.state = states_of(0);
        find_rows(batch, g, side, one.class, rows);
        find_target_of(batch, g, side, &one, rows, &at);
        at.state = states_select(one.acts, states_of(0), at.state);
        for (int k = 0; k < WORDS; k++) {
            rows[k] = word_gather((const int32_t *)turns, word_add(rows[k], states_words(&at.state, k)));
            later[k] = word_reaches(rows[k], least[k]);
        }
        better = set_but(one.acts, set_of_lanes(later) & found);
        for (int k = 0; k < WORDS; k++)
            least[k] = word_select(set_lanes(&better, k), least[k], rows[k]);
        best = states_select(better, best, states_of((uint32_t)i));
        found |= one.acts;
    }
    who->element = who->class = states_of(0);
    for (int i = 0; i < n; i++) {
        const states as = states_of(by_kind ? own->class_of[i] : (uint32_t)i);
        const battle_set is = g->ready[side][i] & want & states_equal(best, as);

        want = set_but(want, is);
        take_actor(i, is, g->ready[side],
                   own->acts_by_state ? states_acting(batch->t, g, side)[i] : states_of(own->class_of[i]), who);
    }
    who->acts = set_but(acts, want);
}

/* Battles of the set whose row has the flag. */
static inline battle_set who_has(const battle_tables *t, int side, const word32 rows[WORDS], uint32_t flag,
                                 battle_set among)
{
    const int32_t *table = (const int32_t *)t->flags + t->side[side].first_row;
    lane_mask has[WORDS];

    for (int k = 0; k < WORDS; k++) {
        const word32 flags = word_and(word_gather(table, rows[k]), word_of(flag));

        has[k] = word_equal(flags, word_of(flag));
    }
    return among & set_of_lanes(has);
}

#endif
