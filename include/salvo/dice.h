/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A throw: a fixed set of dice, each with faces 1 .. sides, fair unless it has weights. A throw without dice has
 * exactly one result.
 *
 * A weighted die represents anything with known proportions: a hand of rock, paper, scissors; the number of successes
 * of nine dice; the card that is drawn next. */
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

/* Weights that need more than 32 bits, such as the number of forty dice that hit, wound and are not saved. Each face
 * has a whole number of `words` words of 64 bits, the lowest first. */
typedef struct salvo_long_weights {
    size_t words;
    const uint64_t *ways;
    const double *chance; /* of each face; the sum is 1 */
} salvo_long_weights;

typedef struct salvo_dice {
    uint8_t count;                 /* 0 .. SALVO_DICE_MAX */
    uint8_t sides[SALVO_DICE_MAX]; /* at least 1 each */
    /* One whole number for each face, not all of them 0; NULL: a fair die. Borrowed: they live as long as the
     * situation. */
    const uint32_t *weights[SALVO_DICE_MAX];
    /* For a die with long weights; weights[i] are then used to throw it, with chances rounded to multiples of 2^-31,
     * and no answer is computed from them. NULL for other dice. */
    const salvo_long_weights *long_weights[SALVO_DICE_MAX];
    /* The rule's name of each face, for explanations: "8" if a sum shows 8. A NULL entry has no words; if names[i] is
     * NULL, faces are called by their numbers. Borrowed like weights. */
    const char *const *names[SALVO_DICE_MAX];
} salvo_dice;

/* `count` dice (0 to SALVO_DICE_MAX) of `sides` sides (1 to 255): salvo_dice_of(2, 10) is 2D10. For no dice, `sides`
 * is ignored. */
salvo_dice salvo_dice_of(int count, int sides);

/* The number of different results; 0 if it is more than 2^63. */
uint64_t salvo_dice_results(const salvo_dice *dice);

/* The number of equally likely ways to these results: the results of fair dice, times the sums of the weights of
 * weighted ones. 0 if it is more than 2^63, or if a die has long weights. */
uint64_t salvo_dice_ways(const salvo_dice *dice);

/* The number of those ways in which the dice show `faces`. For a die with long weights, 1 way represents any number of
 * them. 2^64 - 1 represents more than 64 bits. */
uint64_t salvo_dice_weight(const salvo_dice *dice, const uint8_t *faces);

/* The chance that the dice show `faces`, whatever their weights. `ways` is the result of salvo_dice_ways, so that a
 * loop over all faces calls that only once. */
long double salvo_dice_chance(const salvo_dice *dice, uint64_t ways, const uint8_t *faces);

/* Whether a die has long weights. */
bool salvo_dice_are_long(const salvo_dice *dice);

/* The sum of the weights of die i; of a fair die, its sides. */
uint64_t salvo_die_ways(const salvo_dice *dice, int i);

/* Walks through every result once; the last die changes fastest:
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
