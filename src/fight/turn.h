/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of a turn: where the lines go, which side is next, which of its elements acts, and at whom it fires. They
 * define a battle together with battle_over.h, which says when it ends. All engines that follow one battle at a time
 * ask them. The kernels state them once more, for many battles at once (battle_lanes.c).
 *
 * The rules see a battle through a view. It answers what an element is, and hides how unit states are stored: a state
 * of the chain has their bytes (battle_state.c), a position of the graph has their codes (graph_turn.c). */
#ifndef SALVO_FIGHT_TURN_H
#define SALVO_FIGHT_TURN_H

#include "fight/targets.h"

/* Elements of one side: bit i is element i of its list. */
typedef uint64_t element_set;

_Static_assert(SALVO_ELEMENTS_MAX <= 64, "an element_set has a bit for each element");

/* The first element of a set that is not empty. */
static inline int set_first(element_set set)
{
    return __builtin_ctzll(set);
}

/* The set without its first element. */
static inline element_set set_rest(element_set set)
{
    return set & (set - 1);
}

/* Elements 0 to n - 1. */
static inline element_set set_below(int n)
{
    return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

struct turn_facts;

/* The first member of what the facts read. */
typedef struct turn_view {
    const battle_model *model;
    int place; /* of the lines */
    const struct turn_facts *facts;
} turn_view;

typedef struct turn_facts {
    element_set (*left)(const turn_view *v, int side);  /* in the fight, so that they may be fired at */
    element_set (*ready)(const turn_view *v, int side); /* acting in this turn, and yet to act */
    bool (*is_stopped)(const turn_view *v, int side, int i);
    /* Whether policies see no difference between two elements of a side. */
    bool (*are_alike)(const turn_view *v, int side, int i, int k);
    known_state (*known)(const turn_view *v, int side, int i);
    int (*attacks)(const turn_view *v, int side, int i); /* received in this turn */
    /* targets.h, of the side's fire: */
    double (*wish)(const turn_view *v, int side, int target);
    uint32_t (*worth)(const turn_view *v, int side, int actor, int target);
} turn_facts;

/* Returns the lines' next place, by the present pace of either line. */
int turn_next_place(const turn_view *v);

/* Returns the side that is next after an activation of `side`, if it has a ready element. */
int turn_side_after(const battle_model *model, int side);

/* Returns the side that acts if `side` is next: that side or, if it has no ready element, the other; N_SIDES if neither
 * has one. When one side has none left, the other finishes its turn. */
int turn_acting_side(const turn_view *v, int side);

/* Whether a fallen element moves behind the others of its run of equal elements, so that positions that differ only in
 * which of the run was lost become one. Survivors keep their order, and with it every choice that depends on order. Not
 * if a side fires at the opposite element, because places matter then. */
bool turn_closes_ranks(const battle_model *model);

/* Returns the side's ready element that acts next; -1 if there is none. */
int turn_actor(const turn_view *v, int side);

/* Returns the target's place in the enemy's list; -1 if none is left. */
int turn_target(const turn_view *v, int side, int actor);

/* Both of them. It costs less, because the best actor is chosen by its target. */
typedef struct turn_pair {
    int actor, target;
} turn_pair;

turn_pair turn_next_pair(const turn_view *v, int side);

#endif
