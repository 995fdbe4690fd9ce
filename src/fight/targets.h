/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the policies of a side look at when it chooses who acts next and at whom it fires. Every engine uses these values
 * and orders; turn.c chooses by them. */
#ifndef SALVO_FIGHT_TARGETS_H
#define SALVO_FIGHT_TARGETS_H

#include "fight/activation.h"
#include "fight/battle_model.h"

/* What a policy looks at. Among equals it chooses the first of the enemy's list, except for CHOOSE_BY_FIRE. */
typedef enum {
    CHOOSE_FIRST,     /* nothing: the first in the list */
    CHOOSE_BY_TARGET, /* the target's kind and unit state */
    CHOOSE_BY_FIRE,   /* the effect of the fire */
    CHOOSE_OPPOSITE,  /* the actor's place: the same one, or the next survivor behind it */
    CHOOSE_SPREAD,    /* the attacks in this turn: the fewest */
} target_choice;

target_choice choice_of(salvo_targets policy);

/* CHOOSE_BY_TARGET: how much the side wants to fire at an element of that strength. The greatest value is the
 * target. */
double target_wish(const battle_model *model, int side, int target_kind, int strength);

/* CHOOSE_BY_FIRE: the worth of an activation, or of one throw if each is aimed by itself. It is the target's price
 * times a sum of two terms: the chance that the target is destroyed, and the average share of its full strength that
 * it loses without being destroyed. The battle's dearest element counts FIRE_WORTH_ALL. A whole number, so that all
 * engines and machines compare alike. 0 if the activation cannot be composed. */
enum { FIRE_WORTH_ALL = 1 << 20 };

/* The means of an activation, outcome by outcome, in the order in which they were composed. */
typedef struct fire_means {
    long double destroyed, weakened;
} fire_means;

void fire_means_add(fire_means *m, int full, int before, int now, long double p);
uint32_t fire_worth_of(const fire_means *m, const element_kind *target);
uint32_t worth_of_composed(const battle_model *model, const compile_cache *cache, const element_kind *at, int before,
                           const composed *of);

/* The kind and the unit state and, if all act at once, that at the start of the turn. */
typedef struct fighter {
    int kind;
    const uint8_t *now, *before;
} fighter;

/* Returns the worth of that fire. The model keeps it, if it has a place for worths. */
uint32_t battle_fire_worth(const battle_model *model, int place, int side, const fighter *by, const fighter *on);

/* Orders unit states of a side with the same worth: below 0 if x comes before y. As targets, those whose own fire is
 * worth most against the enemy's initial state come first. Then the order of the book decides, then the lesser
 * strength. As actors, the order of the book decides. 0: the order of the list decides among equal elements. */
typedef struct known_state {
    int kind, strength;
    const uint8_t *bytes, *before; /* `before`: at the start of the turn; if that makes no difference, the same bytes */
} known_state;

int target_order(const battle_side *side, const known_state *x, const known_state *y);
int actor_order(const battle_side *side, const known_state *x, const known_state *y);

/* Sets the values that those orders use. The battle must have its lines and fires; `place` is where it starts. */
void rank_kinds(battle_model *model, int place);

/* Whether the order of the side's list has no effect, so that a list in the order of the book is the same battle. */
bool is_order_free(const battle_model *model, int side);

/* Whether an element of the side may choose another target in a later turn although no element was weakened. */
bool may_retarget(const battle_model *model, int side);

#endif
