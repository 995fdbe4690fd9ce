/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A throw: a fixed set of dice, each with faces 1 .. sides, fair unless it is given weights. A throw of no dice has
 * exactly one result.
 *
 * A weighted die stands for whatever comes in known proportions: a hand of rock, paper, scissors; how many of nine
 * dice succeed; which of the remaining cards is drawn. */
#ifndef SALVO_DICE_H
#define SALVO_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { SALVO_DICE_MAX = 16 };

/* Weights that 32 bits do not hold: how many of forty dice hit, wound and are not saved. Each face has a whole number of
 * `words` words of 64 bits, the lowest first. */
typedef struct salvo_long_weights {
    size_t words;
    const uint64_t *ways;
    const double *chance; /* of each face; they sum to 1 */
} salvo_long_weights;

typedef struct salvo_dice {
    uint8_t count;                 /* 0 .. SALVO_DICE_MAX */
    uint8_t sides[SALVO_DICE_MAX]; /* at least 1 each */
    /* One whole number for each face, not all of them 0; NULL: all faces alike. Borrowed: they live as long as the
     * situation. */
    const uint32_t *weights[SALVO_DICE_MAX];
    /* Of a die whose weights are too long: then weights[i] are what it is thrown by, its chances rounded to multiples of
     * 2^-31, and no answer is computed from them. Or NULL. */
    const salvo_long_weights *long_weights[SALVO_DICE_MAX];
    /* What the rule calls each face, for explanations: "8" where a sum shows 8. An entry that is NULL has no words; names[i]
     * that is NULL: faces are called by their numbers. Borrowed as weights are. */
    const char *const *names[SALVO_DICE_MAX];
} salvo_dice;

/* `count` dice (0 to SALVO_DICE_MAX) of `sides` sides (1 to 255): salvo_dice_of(2, 10) is 2D10. No dice need no sides. */
salvo_dice salvo_dice_of(int count, int sides);

/* The number of different results; 0 when it is more than 2^63. */
uint64_t salvo_dice_results(const salvo_dice *dice);

/* The number of equally likely ways in which those results come about: the results of fair dice, times the sums of the
 * weights of weighted ones. 0 when it is more than 2^63, and where a die has long weights. */
uint64_t salvo_dice_ways(const salvo_dice *dice);

/* The number of those ways in which the dice show `faces`. Of a die with long weights 1 way stands for any number of them.
 * What is more than 64 bits is 2^64 - 1. */
uint64_t salvo_dice_weight(const salvo_dice *dice, const uint8_t *faces);

/* The chance that the dice show `faces`, whatever their weights. `ways` is what salvo_dice_ways says of the dice: who goes
 * through all faces asks that once. */
long double salvo_dice_chance(const salvo_dice *dice, uint64_t ways, const uint8_t *faces);

/* Whether a die has long weights. */
bool salvo_dice_are_long(const salvo_dice *dice);

/* The sum of the weights of die i; of a fair die, its sides. */
uint64_t salvo_die_ways(const salvo_dice *dice, int i);

/* Walks through every result once, the last die running fastest:
 *     salvo_dice_first(&dice, faces);
 *     do { ... faces[0 .. count-1] ... } while (salvo_dice_next(&dice, faces));
 * `faces` has room for SALVO_DICE_MAX. */
void salvo_dice_first(const salvo_dice *dice, uint8_t *faces);
bool salvo_dice_next(const salvo_dice *dice, uint8_t *faces);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
