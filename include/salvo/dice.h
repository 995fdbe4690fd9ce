/* A throw: a fixed set of fair dice, each with faces 1 .. sides. A throw of no dice has exactly one result. */
#ifndef SALVO_DICE_H
#define SALVO_DICE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { SALVO_DICE_MAX = 16 };

typedef struct salvo_dice {
    uint8_t count;                 /* 0 .. SALVO_DICE_MAX */
    uint8_t sides[SALVO_DICE_MAX]; /* at least 1 each */
} salvo_dice;

/* `count` dice of `sides` sides: salvo_dice_of(2, 10) is 2D10. */
salvo_dice salvo_dice_of(int count, int sides);

/* How many results the throw has, all equally likely; 0 when that is more than 2^63. */
uint64_t salvo_dice_ways(const salvo_dice *dice);

/* Walks through every result once, the last die running fastest:
 *     salvo_dice_first(&dice, faces);
 *     do { ... faces[0 .. count-1] ... } while (salvo_dice_next(&dice, faces));
 * `faces` has room for SALVO_DICE_MAX. */
void salvo_dice_first(const salvo_dice *dice, uint8_t *faces);
bool salvo_dice_next(const salvo_dice *dice, uint8_t *faces);

#ifdef __cplusplus
}
#endif
#endif
