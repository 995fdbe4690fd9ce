/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules by hand, as a programmer would write them with C and a good generator, and without other concerns. They
 * throw one die at a time, each by rejection, with a number of sides known only at run time. Everything else is
 * measured against these loops. They share the generator with salvo, and none of its rules. */
#ifndef SALVO_BENCH_PLAIN_H
#define SALVO_BENCH_PLAIN_H

#include <stdint.h>

#include "rng/pcg32.h"

/* An attack roll as in the book: two dice, each a success at the target number or over it. */
typedef struct plain_shot {
    uint32_t sides;
    uint32_t target_number;
    int single, full, critical; /* damage of one success, of two, of a pair */
} plain_shot;

/* A tank: its hit points and its shot at the other. */
typedef struct plain_tank {
    int hp;
    plain_shot shot;
} plain_tank;

typedef struct plain_duel {
    uint32_t initiative_sides;
    plain_tank a, b;
    uint32_t turns; /* 0: until one side wins */
} plain_duel;

/* The dice that loops share, inline so that each has its own copy. */
static inline uint32_t plain_die(pcg32 *rng, uint32_t sides)
{
    return pcg32_below(rng, sides) + 1;
}

/* 6.0 "To Hit Roll" */
static inline int plain_fire(const plain_shot *shot, pcg32 *rng)
{
    uint32_t first = plain_die(rng, shot->sides);
    uint32_t second = plain_die(rng, shot->sides);

    if (first < shot->target_number && second < shot->target_number)
        return 0;
    if (first < shot->target_number || second < shot->target_number)
        return shot->single;
    return first == second ? shot->critical : shot->full;
}

/* 6.0 "Initiative": both sides roll, the higher one goes first, a tie is rolled again. 0: side a. */
static inline int plain_initiative(uint32_t sides, pcg32 *rng)
{
    uint32_t a, b;

    do {
        a = plain_die(rng, sides);
        b = plain_die(rng, sides);
    } while (a == b);
    return a < b;
}

/* Returns the exclusive or of n words. */
uint32_t plain_words(pcg32 *rng, uint64_t n);

/* Returns how many of n dice show their highest face. */
uint64_t plain_dice(uint32_t sides, pcg32 *rng, uint64_t n);

/* Returns how many of n shots do full damage: two successes that are not a pair. */
uint64_t plain_shots(const plain_shot *shot, pcg32 *rng, uint64_t n);

/* Returns how many of n duels a wins, within the turn limit if there is one. */
uint64_t plain_duels(const plain_duel *duel, pcg32 *rng, uint64_t n);

#endif
