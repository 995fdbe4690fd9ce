/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where all act at once and fire at whom their fire is worth most: elements choose one after the other, and reckon with the
 * fire that is aimed already (targets.h). */
#ifndef SALVO_FIGHT_BATTLE_AIMED_H
#define SALVO_FIGHT_BATTLE_AIMED_H

#include "fight/battle_engage.h"
#include "fight/targets.h"

/* Where all of a kind fire alike, what fire is worth is gathered once a turn, for each kind and target. Of so many pairs
 * at most, for they lie on the stack. */
enum { PAIRS_AIMED = 160 };

/* A pair's worth is compared as a key: the worth if it is there, + 1, of which 26 bits are in use, and below it what decides
 * ties between targets, the least code. 0 where the target is gone. */
enum { CODE_BITS = 6, CODE_MAX = (1 << CODE_BITS) - 1 };

/* A side that aims: who has not chosen yet, and the chance that each of the enemy is still there; of each element at whom it
 * aims, as a place in the enemy's list and as a code. */
typedef struct aimed_side {
    battle_set left[SALVO_ELEMENTS_MAX];
    word32 there[SALVO_ELEMENTS_MAX][WORDS];
    states number[SALVO_ELEMENTS_MAX], code[SALVO_ELEMENTS_MAX];
    bool by_key;
    word32 worth[PAIRS_AIMED][WORDS], key[PAIRS_AIMED][WORDS]; /* by kind and target */
} aimed_side;

/* Who fires, at whom, and what that is worth: more than nothing where there is a target. */
typedef struct aimed_shot {
    actors who;
    states number, code;
    word32 worth[WORDS];
} aimed_shot;

static inline word32 word_if_there(word32 worth, word32 there)
{
    return word_add(word_multiply(word_right(worth, 10), there),
                    word_right(word_multiply(word_and(worth, word_of(1023)), there), 10));
}

/* Battles of the set in which x is greater, or as great and comes first. */
static inline battle_set who_is_better(const word32 x[WORDS], const word32 than[WORDS], states place, states than_place,
                                       battle_set among)
{
    lane_mask reached[WORDS], equal[WORDS];

    for (int k = 0; k < WORDS; k++) {
        reached[k] = word_reaches(than[k], x[k]);
        equal[k] = word_equal(than[k], x[k]);
    }
    return among & (~set_of_lanes(reached) | (set_of_lanes(equal) & ~states_at_most(than_place, place)));
}

HOT void find_by_worth(const course *c, const battles *g, int side, const aimed_side *s, aimed_shot *shot)
{
    const uint32_t *worth = c->t->worth + c->t->side[side].first_row;
    const int n = elements(c, !side);
    word32 rows[WORDS];

    find_rows(c, g, side, shot->who.class, rows);
    shot->code = states_of(STATE_GONE);
    shot->number = states_of(0);
    for (int k = 0; k < WORDS; k++)
        shot->worth[k] = word_of(0);
    for (int i = 0; i < n; i++) {
        const battle_set seen = shot->who.acts & g->seen[!side][i];
        const states code = states_select(seen, states_of(0), g->before[!side][i]);
        word32 value[WORDS];
        battle_set better;

        for (int k = 0; k < WORDS; k++)
            value[k] =
                word_add(word_if_there(word_gather((const int32_t *)worth, word_add(rows[k], states_words(&code, k))),
                                       s->there[i][k]),
                         word_of(1));
        better = who_is_better(value, shot->worth, code, shot->code, seen);
        for (int k = 0; k < WORDS; k++)
            shot->worth[k] = word_select(set_lanes(&better, k), shot->worth[k], value[k]);
        shot->code = states_select(better, shot->code, code);
        shot->number = states_select(better, shot->number, states_of((uint32_t)i));
    }
}

static inline word32 key_of(word32 worth, word32 there, word32 code)
{
    return word_add(word_left(word_add(word_if_there(worth, there), word_of(1)), CODE_BITS), code);
}

/* What fire at target i is worth to every kind, where no fire is aimed at it yet. */
HOT void gather_worth(const course *c, const battles *g, int side, word32 rows[SALVO_KINDS_MAX][WORDS], int i,
                      aimed_side *s)
{
    const uint32_t *worth = c->t->worth + c->t->side[side].first_row;
    const battle_set seen = g->seen[!side][i];
    const states code = states_select(seen, states_of(0), g->before[!side][i]);

    for (int k = 0; k < WORDS; k++) {
        const word32 codes = states_words(&code, k),
                     last = word_add(word_of(CODE_MAX), word_multiply(codes, word_of(UINT32_MAX)));

        for (uint32_t kind = 0; kind < c->t->side[side].n_classes; kind++) {
            const int pair = (int)kind * elements(c, !side) + i;

            s->worth[pair][k] = word_gather((const int32_t *)worth, word_add(rows[kind][k], codes));
            s->key[pair][k] = word_where(set_lanes(&seen, k), key_of(s->worth[pair][k], s->there[i][k], last));
        }
    }
}

HOT void gather_worths(const course *c, const battles *g, int side, aimed_side *s)
{
    const uint32_t n_kinds = c->t->side[side].n_classes;
    const int n = elements(c, !side);
    word32 rows[SALVO_KINDS_MAX][WORDS];

    s->by_key = !c->t->side[side].acts_by_state && c->t->side[!side].n_codes <= CODE_MAX + 1 &&
                n_kinds * (uint32_t)n <= PAIRS_AIMED;
    if (!s->by_key)
        return;
    for (uint32_t kind = 0; kind < n_kinds; kind++)
        find_rows(c, g, side, states_of(kind), rows[kind]);
    for (int i = 0; i < n; i++)
        gather_worth(c, g, side, rows, i, s);
}

/* The greatest key of a kind, the first of equals. */
HOT void find_greatest(const course *c, int side, const aimed_side *s, int kind, word32 key[WORDS],
                       word32 number[WORDS])
{
    const int n = elements(c, !side);
    const int first = kind * n;

    for (int k = 0; k < WORDS; k++) {
        word32 greatest = s->key[first][k], at = word_of(0);

        for (int i = 1; i < n; i++) {
            const lane_mask older = word_reaches(greatest, s->key[first + i][k]);

            greatest = word_select(older, s->key[first + i][k], greatest);
            at = word_select(older, word_of((uint32_t)i), at);
        }
        key[k] = greatest;
        number[k] = at;
    }
}

/* The target of those of a kind. */
HOT void find_by_key(const course *c, int side, const aimed_side *s, int kind, aimed_shot *shot)
{
    word32 key[WORDS], number[WORDS];

    find_greatest(c, side, s, kind, key, number);
    shot->number = states_of_words(number);
    for (int k = 0; k < WORDS; k++) {
        const word32 code =
            word_add(word_of(CODE_MAX), word_multiply(word_and(key[k], word_of(CODE_MAX)), word_of(UINT32_MAX)));

        shot->worth[k] = word_right(key[k], CODE_BITS);
        key[k] = word_select(word_equal(key[k], word_of(0)), code, word_of(STATE_GONE));
    }
    shot->code = states_of_words(key);
}

/* Whoever of those is left and comes first. */
HOT void take_first(const course *c, const battles *g, int side, aimed_side *s, const aimed_shot *candidate,
                    states chosen, bool by_kind, actors *who)
{
    const int n = elements(c, side);
    battle_set want = candidate->who.acts;

    who->acts = want;
    who->element = who->class = states_of(0);
    for (int i = 0; i < n; i++) {
        const states as = states_of(by_kind ? c->t->side[side].class_of[i] : (uint32_t)i);
        const battle_set is = s->left[i] & want & states_equal(chosen, as);

        want = set_but(want, is);
        take_actor(i, is, s->left, class_at(c->t, g, side, i, is), who);
    }
}

/* The k-th of those who may choose next: of a kind, any that is left of it. */
HOT void find_chooser(const course *c, const battles *g, int side, const aimed_side *s, int k, bool by_kind,
                      actors *who)
{
    who->acts = s->left[k];
    if (by_kind) {
        who->acts = no_battle();
        for (int i = 0; i < elements(c, side); i++)
            if (c->t->side[side].class_of[i] == (uint32_t)k)
                who->acts |= s->left[i];
    }
    who->class = by_kind ? states_of((uint32_t)k) : class_at(c->t, g, side, k, who->acts);
}

HOT void find_aim(const course *c, const battles *g, int side, const aimed_side *s, int kind, aimed_shot *shot)
{
    if (s->by_key)
        find_by_key(c, side, s, kind, shot);
    else
        find_by_worth(c, g, side, s, shot);
}

/* Of all who have not chosen, the one whose fire is worth most. */
HOT void find_best_shot(const course *c, const battles *g, int side, aimed_side *s, aimed_shot *best)
{
    const side_tables *own = &c->t->side[side];
    const bool by_kind = !own->acts_by_state;
    const int n = by_kind ? (int)own->n_classes : elements(c, side);
    states chosen = states_of(0), place = states_of(STATE_GONE);
    aimed_shot one;

    best->who.acts = no_battle();
    best->number = best->code = states_of(0);
    for (int k = 0; k < WORDS; k++)
        best->worth[k] = word_of(0);
    for (int i = 0; i < n; i++) {
        states order;
        battle_set better;

        find_chooser(c, g, side, s, i, by_kind, &one.who);
        if (!set_any(one.who.acts))
            continue;
        find_aim(c, g, side, s, i, &one);
        order = look_up_codes(own->acts_as, own->n_classes, one.who.class, one.who.acts);
        better = who_is_better(one.worth, best->worth, order, place, one.who.acts);
        for (int k = 0; k < WORDS; k++)
            best->worth[k] = word_select(set_lanes(&better, k), best->worth[k], one.worth[k]);
        best->number = states_select(better, best->number, one.number);
        best->code = states_select(better, best->code, one.code);
        chosen = states_select(better, chosen, states_of((uint32_t)i));
        place = states_select(better, place, order);
        best->who.acts |= better;
    }
    take_first(c, g, side, s, best, chosen, by_kind, &best->who);
}

/* The i-th of the list. */
HOT void find_shot_of(const course *c, const battles *g, int side, aimed_side *s, int i, aimed_shot *shot)
{
    shot->who.acts = s->left[i];
    shot->who.class = class_at(c->t, g, side, i, shot->who.acts);
    find_aim(c, g, side, s, c->t->side[side].class_of[i], shot);
    shot->who.acts &= ~states_equal(shot->code, states_of(STATE_GONE));
    for (int k = 0; k < elements(c, side); k++)
        shot->who.is[k] = k == i ? shot->who.acts : no_battle();
}

/* Fire is aimed at target i where the set says so. */
HOT void reckon_with(const course *c, int side, int i, battle_set is, const word32 spared[WORDS], aimed_side *s)
{
    for (int k = 0; set_any(is) && k < WORDS; k++) {
        const lane_mask here = set_lanes(&is, k);

        if (!mask_any(here))
            continue;
        s->there[i][k] = word_select(here, s->there[i][k], word_right(word_multiply(s->there[i][k], spared[k]), 15));
        for (uint32_t kind = 0; s->by_key && kind < c->t->side[side].n_classes; kind++) {
            const int pair = (int)kind * elements(c, !side) + i;
            const word32 code = word_and(s->key[pair][k], word_of(CODE_MAX));

            s->key[pair][k] = word_select(here, s->key[pair][k], key_of(s->worth[pair][k], s->there[i][k], code));
        }
    }
}

/* Notes the shot, with which those who choose later reckon. */
HOT void note_shot(const course *c, const battles *g, int side, const aimed_shot *shot, aimed_side *s)
{
    const uint32_t *spares = c->t->spares + c->t->side[side].first_row;
    const states class = states_select(shot->who.acts, states_of(0), shot->who.class),
                 code = states_select(shot->who.acts, states_of(0), shot->code);
    word32 rows[WORDS], spared[WORDS];

    find_rows(c, g, side, class, rows);
    for (int k = 0; k < WORDS; k++)
        spared[k] = word_gather((const int32_t *)spares, word_add(rows[k], states_words(&code, k)));
    for (int i = 0; i < elements(c, side); i++) {
        s->number[i] = states_select(shot->who.is[i], s->number[i], shot->number);
        s->code[i] = states_select(shot->who.is[i], s->code[i], code);
    }
    for (int i = 0; i < elements(c, !side); i++)
        reckon_with(c, side, i, shot->who.acts & states_equal(shot->number, states_of((uint32_t)i)), spared, s);
}

/* One element fires as it has aimed. */
HOT void fire_as_aimed(const course *c, battles *g, int side, int i, battle_set fires, const aimed_side *s)
{
    word32 words[WORDS], rows[WORDS];
    actors who;
    targets at;

    who.acts = fires;
    who.class = class_at(c->t, g, side, i, fires);
    at.state = states_select(fires, states_of(0), s->code[i]);
    for (int k = 0; k < elements(c, !side); k++)
        at.is[k] = fires & states_equal(s->number[i], states_of((uint32_t)k));
    for (int k = 0; k < WORDS; k++)
        words[k] = draw_of_one(c, g, side, k, i);
    find_rows(c, g, side, who.class, rows);
    engage_at(c, g, side, &who, words, rows, &at, i, 1, &fires, true);
}

/* All of a side, in every battle of the set: all aim, then fire falls in the order of the list. */
HOT void fire_aimed(const course *c, battles *g, int side, battle_set acts)
{
    const int n = elements(c, side);
    aimed_side s;

    for (int i = 0; i < n; i++) {
        s.left[i] = acts & g->seen[side][i];
        s.number[i] = s.code[i] = states_of(0);
    }
    for (int i = 0; i < elements(c, !side); i++)
        for (int k = 0; k < WORDS; k++)
            s.there[i][k] = word_of(FIRE_SPARES_ALL);
    gather_worths(c, g, side, &s);
    for (int i = 0; i < n; i++) {
        aimed_shot shot;

        if (c->t->side[side].best_acts)
            find_best_shot(c, g, side, &s, &shot);
        else
            find_shot_of(c, g, side, &s, i, &shot);
        if (set_any(shot.who.acts))
            note_shot(c, g, side, &shot, &s);
    }
    for (int i = 0; i < n; i++) {
        const battle_set fires = acts & g->seen[side][i];

        if (set_any(fires))
            fire_as_aimed(c, g, side, i, fires, &s);
    }
}

#endif
