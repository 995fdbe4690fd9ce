/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which element of a side acts next, and at whom it fires, by the policies of its side. Every engine reads what is told
 * here. */
#ifndef SALVO_FIGHT_TARGETS_H
#define SALVO_FIGHT_TARGETS_H

#include "fight/activation.h"
#include "fight/battle_state.h"

/* What a policy looks at; ties go to the first of the enemy's list, but those of CHOOSE_BY_FIRE. */
typedef enum {
    CHOOSE_FIRST,     /* nothing: the first of the list */
    CHOOSE_BY_TARGET, /* the target's kind and unit state */
    CHOOSE_BY_FIRE,   /* what the fire would do */
    CHOOSE_OPPOSITE,  /* the actor's place: the same one, or the next that is left behind it */
    CHOOSE_SPREAD,    /* the attacks of this turn: the fewest */
} target_choice;

target_choice choice_of(salvo_targets policy);

/* CHOOSE_BY_TARGET: how much the side wants to fire at an element of that strength; the greatest is the target. */
double target_wish(const battle_model *e, int side, int target_kind, int strength);

/* CHOOSE_BY_FIRE: what an activation is worth, or one throw of it where each is aimed by itself: price times the chance that
 * the target is destroyed and the share of a fresh one's strength that it loses on average without being destroyed, in
 * parts of FIRE_WORTH_ALL of the dearest element of the battle. A whole number, so that all engines and machines compare
 * the same. Nothing where it cannot be composed. */
enum { FIRE_WORTH_ALL = 1 << 20 };

/* The means of an activation, outcome by outcome, in the order in which it was composed. */
typedef struct fire_means {
    long double destroyed, weakened;
} fire_means;

void fire_means_add(fire_means *m, int full, int before, int now, long double p);
uint32_t fire_worth_of(const fire_means *m, const element_kind *target);
uint32_t worth_of_composed(const battle_model *e, const compile_cache *cache, const element_kind *at, int before,
                           const composed *of);

/* Orders unit states of a side that are worth the same: below 0 where x comes before y. As targets those come first whose
 * own fire is worth most against the enemy as he is at the start, then those that stand first in the book, then the weaker;
 * as actors those that stand first in the book. 0: the list decides among elements that are alike. */
typedef struct known_state {
    int kind, strength;
    const uint8_t *bytes, *before; /* as it began the turn; where that makes no difference, the same */
} known_state;

int target_order(const battle_side *side, const known_state *x, const known_state *y);
int actor_order(const battle_side *side, const known_state *x, const known_state *y);

/* Fills in what those orders go by. The lines, fires and start of the battle are known. */
void rank_kinds(battle_model *e);

/* Whether the order of the side's list decides nothing, so that a list in the order of the book is the same battle. */
bool is_order_free(const battle_model *e, int side);

/* The place of the target in the enemy's list; -1 when nobody is left there. */
int choose_target(const battle_model *e, const struct state *s, int side, int actor);

/* Of the side's elements that are ready, the one that acts next; -1: there is none. */
int choose_actor(const battle_model *e, const struct state *s, int side);

/* It fights in this turn, and has not acted. */
static inline bool is_ready(const battle_model *e, const struct state *s, int side, int i)
{
    return !packed_state_at(e, s, side, i)->acted && is_fighting(e, s, side, i);
}

/* Whether an element of the side may choose another target in a later turn though nobody was weakened. */
bool is_fickle(const battle_model *e, int side);

/* Elements of the side that are ready; the first of them, or -1. */
int count_ready(const battle_model *e, const struct state *s, int side);
int first_ready(const battle_model *e, const struct state *s, int side);

#endif
