/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fight/turn.h"

/* The kind that sets the line's pace: the slowest that still moves, because a line keeps together. An element without
 * its own speed goes along with its line, and a stopped one stays behind: neither sets the pace. */
static int pace_of(const turn_view *v, int side)
{
    const battle_side *army = &v->model->side[side];
    int pace = NOBODY_MOVES;

    for (element_set left = v->facts->left(v, side); left; left = set_rest(left)) {
        const int i = set_first(left), kind = army->kind_of[i];

        if (army->kinds[kind].speed > 0 && !v->facts->is_stopped(v, side, i) &&
            (pace == NOBODY_MOVES || army->kinds[kind].speed < army->kinds[pace].speed))
            pace = kind;
    }
    return pace;
}

/* lines.c has listed all places, so a place is a byte of a state. If there is only one, nobody moves. */
int turn_next_place(const turn_view *v)
{
    if (v->model->n_places == 1)
        return v->place;
    return v->model->next_place[v->place][pace_of(v, SIDE_A)][pace_of(v, SIDE_B)];
}

int turn_side_after(const battle_model *model, int side)
{
    return model->adapter->sequence == SALVO_ALTERNATELY ? enemy_of(side) : side;
}

int turn_acting_side(const turn_view *v, int side)
{
    if (v->facts->ready(v, side))
        return side;
    return v->facts->ready(v, enemy_of(side)) ? enemy_of(side) : N_SIDES;
}

bool turn_closes_ranks(const battle_model *model)
{
    return model->side[SIDE_A].targets != SALVO_OPPOSITE && model->side[SIDE_B].targets != SALVO_OPPOSITE;
}

/* An element that may be chosen, with the worth of choosing it. */
typedef struct candidate {
    int i; /* -1: none yet */
    uint32_t worth;
} candidate;

typedef int state_order(const battle_side *side, const known_state *x, const known_state *y);

/* Prefers the greater worth; among equals, the first in the order. */
static void prefer(const turn_view *v, int side, state_order *order, candidate c, candidate *best)
{
    if (best->i >= 0 && c.worth == best->worth) {
        const known_state x = v->facts->known(v, side, c.i), y = v->facts->known(v, side, best->i);

        if (order(&v->model->side[side], &x, &y) < 0)
            *best = c;
    } else if (best->i < 0 || c.worth > best->worth) {
        *best = c;
    }
}

/* Leaves out elements that equal the one before them: they need not be looked at again. */
static element_set without_repeated(const turn_view *v, int side, element_set among)
{
    element_set repeated = 0;

    for (element_set behind = among & among << 1; behind; behind = set_rest(behind))
        if (v->facts->are_alike(v, side, set_first(behind) - 1, set_first(behind)))
            repeated |= behind & -behind;
    return among & ~repeated;
}

/* Asks for the worth of fire only if there is a choice. */
static int best_target(const turn_view *v, int side, int actor)
{
    const int enemy = enemy_of(side);
    element_set among = without_repeated(v, enemy, v->facts->left(v, enemy));
    candidate best = {.i = -1};

    if (among && !set_rest(among))
        return set_first(among);
    for (; among; among = set_rest(among)) {
        const int i = set_first(among);

        prefer(v, enemy, target_order, (candidate){i, v->facts->worth(v, side, actor, i)}, &best);
    }
    return best.i;
}

/* SALVO_SPREAD prefers the element that was fired at least. SALVO_OPPOSITE prefers the nearest place from the opposite
 * one on, counted cyclically through the enemy's list. */
static double wish_for(const turn_view *v, int side, int actor, int target)
{
    const int n = v->model->side[enemy_of(side)].n;

    switch (choice_of(v->model->side[side].targets)) {
    case CHOOSE_SPREAD:
        return -v->facts->attacks(v, enemy_of(side), target);
    case CHOOSE_OPPOSITE:
        return -((target - actor % n + n) % n);
    case CHOOSE_BY_TARGET:
        return v->facts->wish(v, side, target);
    case CHOOSE_FIRST:
    case CHOOSE_BY_FIRE:
        break;
    }
    return 0;
}

/* Elements are examined in the order of the list. With equal wishes, all engines fire at the first one. */
int turn_target(const turn_view *v, int side, int actor)
{
    int chosen = -1;
    double most = 0;

    if (choice_of(v->model->side[side].targets) == CHOOSE_BY_FIRE)
        return best_target(v, side, actor);
    for (element_set left = v->facts->left(v, enemy_of(side)); left; left = set_rest(left)) {
        const double wish = wish_for(v, side, actor, set_first(left));

        if (chosen < 0 || wish > most) { /* strictly greater, for the first among equals */
            chosen = set_first(left);
            most = wish;
        }
    }
    return chosen;
}

/* Sets *target only if the choice of the actor depends on it. If opposite places matter, equal elements act
 * differently. */
static int choose_actor(const turn_view *v, int side, int *target)
{
    const battle_side *own = &v->model->side[side];
    const element_set ready = v->facts->ready(v, side);
    element_set among = ready;
    candidate best = {.i = -1};

    if (own->acts == SALVO_ACTS_BEST && choice_of(own->targets) != CHOOSE_OPPOSITE)
        among = without_repeated(v, side, ready);
    if (ready && (own->acts != SALVO_ACTS_BEST || !set_rest(among)))
        return set_first(ready);
    for (; among; among = set_rest(among)) {
        const int i = set_first(among), at = turn_target(v, side, i);

        prefer(v, side, actor_order, (candidate){i, at < 0 ? 0 : v->facts->worth(v, side, i, at)}, &best);
        *target = best.i == i ? at : *target;
    }
    return best.i;
}

int turn_actor(const turn_view *v, int side)
{
    int target = -1;

    return choose_actor(v, side, &target);
}

turn_pair turn_next_pair(const turn_view *v, int side)
{
    turn_pair next = {.target = -1};

    next.actor = choose_actor(v, side, &next.target);
    if (next.actor >= 0 && next.target < 0)
        next.target = turn_target(v, side, next.actor);
    return next;
}
