/* Who acts, at whom, and in which rows: sweeps over the elements of a side, in all battles at once. */
#ifndef SALVO_FIGHT_BATTLE_AIM_H
#define SALVO_FIGHT_BATTLE_AIM_H

#include "fight/battle_course.h"

/* Who acts in each battle. */
typedef struct actors {
    battle_set acts;
    battle_set is[SALVO_ELEMENTS_MAX]; /* by element */
    states element, class;
} actors;

/* Who is fired at. */
typedef struct targets {
    battle_set is[SALVO_ELEMENTS_MAX]; /* by element */
    states state;
} targets;

/* Unit states by which elements act and are chosen. */
static inline const states *states_seen(const battle_tables *t, const battles *g, int side)
{
    return is_at_once(t->e) ? g->before[side] : g->state[side];
}

static inline const battle_set *elements_seen(const battle_tables *t, const battles *g, int side)
{
    return is_at_once(t->e) ? g->seen[side] : g->alive[side];
}

/* The class of an element; the first one where it does not act. */
HOT states class_at(const battle_tables *t, const battles *g, int side, int i, battle_set acts)
{
    const side_tables *own = &t->side[side];

    return own->acts_by_state ? states_select(acts, states_of(0), states_seen(t, g, side)[i])
                              : states_of(own->class_of[i]);
}

/* The i-th element acts there, and is ready no longer. */
HOT void take_actor(int i, battle_set is, battle_set *ready, states class, actors *who)
{
    ready[i] = set_but(ready[i], is);
    who->is[i] = is;
    who->element = states_select(is, who->element, states_of((uint32_t)i));
    who->class = states_select(is, who->class, class);
}

/* The first of the side's elements that is still ready; it is no longer. Where there is none nobody acts. */
HOT void find_first_ready(const course *c, const battles *g, int side, battle_set *ready, battle_set acts, actors *who)
{
    const side_tables *own = &c->t->side[side];
    const bool by_state = own->acts_by_state;
    const int n = elements(c, side);
    battle_set want = acts;

    who->element = who->class = states_of(0);
    for (int i = 0; i < n; i++) {
        const battle_set is = ready[i] & want;

        want = set_but(want, is);
        take_actor(i, is, ready, by_state ? g->state[side][i] : states_of(own->class_of[i]), who);
    }
    who->acts = set_but(acts, want);
}

/* The one whose card was turned. */
HOT void find_by_card(const course *c, battles *g, int side, battle_set acts, actors *who)
{
    const side_tables *own = &c->t->side[side];
    const bool by_state = own->acts_by_state;
    const int n = elements(c, side);
    states ahead = g->card;

    who->element = who->class = states_of(0);
    for (int i = 0; i < n; i++) {
        const battle_set ready = g->ready[side][i], is = acts & ready & states_equal(ahead, states_of(0));

        ahead -= states_ones(ready);
        take_actor(i, is, g->ready[side], by_state ? g->state[side][i] : states_of(own->class_of[i]), who);
    }
    who->acts = acts;
}

/* The first of the elements that each battle may choose. */
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

/* The least key, the first of equals. Who may not be chosen has the greatest key. */
HOT void find_least(const states *keys, uint32_t tied, const states *state, int n, battle_set want, targets *at)
{
    states least = states_of(STATE_GONE), found = states_of(0), first = states_of(0), number = states_of((uint32_t)n);

    for (int i = 0; i < n; i++)
        least = states_least(least, keys[i]);
    least |= states_of(tied);
    for (int i = n - 1; i >= 0; i--) { /* the last one that is written is the first in the list */
        const battle_set is = states_at_most(keys[i], least);

        number -= states_of(1);
        first = states_select(is, first, number);
        found = states_select(is, found, state[i]);
    }
    number = states_of(0);
    for (int i = 0; i < n; i++, number += states_of(1))
        at->is[i] = want & states_equal(first, number);
    at->state = states_select(want, states_of(0), found); /* elsewhere all may be gone */
}

/* The least rank that the actor's row gives to an element's state. */
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

/* The first from the place opposite to the actor's on; where nobody is left there, the first of all. */
static inline void find_opposite(const battle_tables *t, const battle_set *seen, const states *state, int side,
                                 const actors *who, targets *at)
{
    const int n = t->e->side[!side].n;
    states start = states_of(0), found = states_of(0);
    battle_set want = who->acts;

    for (int i = 0; i < t->e->side[side].n; i++)
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

/* The first of those who were attacked least. Of two numbers of attacks that differ by one, the set keeps who has the
 * lesser; when nobody of them is left, all others are alike. Whoever is chosen is attacked, if `attacks`. */
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

/* Of the enemy's elements that are seen, in those unit states. `least`: NULL where nobody has been attacked yet. */
HOT void choose_targets(const battle_tables *t, int side, const battle_set *seen, const states *state,
                        battle_set *least, const actors *who, const word32 rows[WORDS], targets *at)
{
    const side_tables *own = &t->side[side];
    const int n = t->e->side[!side].n;

    if (own->choice == CHOOSE_FIRST || (own->choice == CHOOSE_SPREAD && !least))
        find_first(seen, state, n, who->acts, at);
    else if (own->choice == CHOOSE_SPREAD)
        find_least_attacked(least, seen, state, n, who->acts, t->always_attacks, at);
    else if (own->choice == CHOOSE_LEAST)
        find_least(state, own->tied, state, n, who->acts, at);
    else if (own->choice == CHOOSE_RANK)
        find_by_rank(t->ranks + own->first_row, seen, state, n, rows, who->acts, at);
    else
        find_opposite(t, seen, state, side, who, at);
}

HOT void find_targets(const course *c, battles *g, int side, const actors *who, const word32 rows[WORDS], targets *at)
{
    choose_targets(c->t, side, elements_seen(c->t, g, !side), states_seen(c->t, g, !side), g->least[!side], who, rows,
                   at);
}

/* The first of the actors' rows among those of their side; the target's code is added to it. */
HOT word32 rows_of(const course *c, const battles *g, int side, int k, word32 class)
{
    const side_tables *own = &c->t->side[side];
    word32 number = class;

    if (own->n_stands > 1)
        number = word_add(number, word_multiply(states_words(&g->stand[side], k), word_of(own->n_classes)));
    return word_multiply(number, word_of(c->t->side[!side].n_codes));
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
