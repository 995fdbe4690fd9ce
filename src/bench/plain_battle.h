/* Battles by hand, as plain.h has duels: two lines that hold, everybody fires at the first of the enemy who is left,
 * one element from either side by turns. */
#ifndef SALVO_BENCH_PLAIN_BATTLE_H
#define SALVO_BENCH_PLAIN_BATTLE_H

#include "bench/plain.h"

enum { PLAIN_SIDE_MAX = 20 };

typedef struct plain_army {
    int n;
    plain_tank tanks[PLAIN_SIDE_MAX];
} plain_army;

typedef struct plain_battle {
    uint32_t initiative_sides;
    plain_army side[2];
} plain_battle;

/* How many of n battles a wins. */
uint64_t plain_battles(const plain_battle *battle, pcg32 *rng, uint64_t n);

#endif
