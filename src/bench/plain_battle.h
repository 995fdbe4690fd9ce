/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles by hand, as plain.h has duels, one loop for each order in which rulebooks let elements act. The lines hold;
 * everybody fires at the first of the enemy who is left unless targets say otherwise. */
#ifndef SALVO_BENCH_PLAIN_BATTLE_H
#define SALVO_BENCH_PLAIN_BATTLE_H

#include <stdbool.h>

#include "bench/plain.h"

enum { PLAIN_SIDE_MAX = 20, PLAIN_GROUPS_MAX = 2 };

/* How many of n battles a wins; `battle` is one of the structs below. */
typedef uint64_t plain_loop(const void *battle, pcg32 *rng, uint64_t n);

/* M.A.D.: the winner of the initiative begins, then one tank of either side by turns. */
typedef enum { PLAIN_NEAREST, PLAIN_WEAKEST, PLAIN_SPREAD } plain_targets;

typedef struct plain_battle {
    uint32_t initiative_sides;
    plain_targets targets;
    struct {
        int n;
        plain_tank tank;
    } side[2][PLAIN_GROUPS_MAX];
} plain_battle;

plain_loop plain_battles;

/* Skank: all fire in the state in which the turn began, each shot at the first who still stands. */
typedef struct plain_at_once {
    uint32_t sides;
    struct {
        int n, wounds, shots;
        uint32_t number; /* a die at or under it hits */
    } side[2][PLAIN_GROUPS_MAX];
} plain_at_once;

plain_loop plain_battles_at_once;

/* MBT 2030: all of one side, then all of the other, each in an engagement that both stands may suffer from; beaten is
 * who has so many pinned or shaken, or so many broken. */
typedef struct plain_by_sides {
    uint32_t hands;
    int margin; /* of disadvantage that changes a result */
    int pin_limit, break_limit;
    struct {
        int n, causes; /* of disadvantage, but for its state */
    } side[2][PLAIN_GROUPS_MAX];
} plain_by_sides;

plain_loop plain_battles_by_sides;

/* Rookie Rules: a card for every squad, shuffled; a squad takes off markers before it fires. */
typedef struct plain_by_cards {
    int functions;
    struct {
        int n, men, per_man;
    } side[2];
} plain_by_cards;

plain_loop plain_battles_by_cards;

/* The first of n that is left and, unless `acted` is NULL, has not acted yet; n when there is none. */
static inline int plain_first(const int *left, int n, const bool *acted)
{
    int i = 0;

    while (i < n && (left[i] <= 0 || (acted && acted[i])))
        i++;
    return i;
}

#endif
