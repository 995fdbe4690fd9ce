/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles by hand, like the duels of plain.h, with one loop for each order in which rulebooks let elements act. The
 * lines hold. All fire at the first enemy that is left, unless targets say otherwise. */
#ifndef SALVO_BENCH_PLAIN_BATTLE_H
#define SALVO_BENCH_PLAIN_BATTLE_H

#include <stdbool.h>

#include "bench/plain.h"

enum { PLAIN_SIDE_MAX = 20, PLAIN_GROUPS_MAX = 2 };

/* Returns how many of n battles a wins; `battle` is one of the structs below. */
typedef uint64_t plain_loop(const void *battle, pcg32 *rng, uint64_t n);

/* M.A.D.: the winner of the initiative begins, then the sides alternate, one tank at a time. */
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

/* Skank: all fire in their state at the start of the turn, each shot at the first enemy that is left. */
typedef struct plain_at_once {
    uint32_t sides;
    struct {
        int n, wounds, shots;
        uint32_t number; /* a die at or under it hits */
    } side[2][PLAIN_GROUPS_MAX];
} plain_at_once;

plain_loop plain_battles_at_once;

/* MBT 2030: all of one side, then all of the other. Both stands of an engagement may suffer from it. A side is beaten
 * when it has that many pinned or shaken stands, or that many broken ones. */
typedef struct plain_by_sides {
    uint32_t hands;
    int margin; /* of disadvantage that changes a result */
    int pin_limit, break_limit;
    struct {
        int n, causes; /* causes of disadvantage, without its state */
    } side[2][PLAIN_GROUPS_MAX];
} plain_by_sides;

plain_loop plain_battles_by_sides;

/* Rookie Rules: a shuffled card for every squad. A squad removes markers before it fires. */
typedef struct plain_by_cards {
    int functions;
    struct {
        int n, men, per_man;
    } side[2];
} plain_by_cards;

plain_loop plain_battles_by_cards;

/* Returns the first of n that is left and, unless `acted` is NULL, has not acted; n if there is none. */
static inline int plain_first(const int *left, int n, const bool *acted)
{
    int i = 0;

    while (i < n && (left[i] <= 0 || (acted && acted[i])))
        i++;
    return i;
}

#endif
