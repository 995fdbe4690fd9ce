/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faces are numbered from 1. Results are enumerated like the digits of a counter, the last die fastest. */
#include <salvo/dice.h>

#include <assert.h>
#include <string.h>

salvo_dice salvo_dice_of(int count, int sides)
{
    salvo_dice dice = {.count = (uint8_t)count};

    assert(count >= 0 && count <= SALVO_DICE_MAX && (count == 0 || sides >= 1) && sides <= 255);
    memset(dice.sides, sides, (size_t)count);
    return dice;
}

/* Products are at most 2^63, so that callers can test for 0 (too many) and still add to them. */
static bool multiply(uint64_t *product, uint64_t by)
{
    if (by == 0 || *product > (UINT64_C(1) << 63) / by)
        return false;
    *product *= by;
    return true;
}

uint64_t salvo_dice_results(const salvo_dice *dice)
{
    uint64_t results = 1;

    for (int i = 0; i < dice->count; i++)
        if (!multiply(&results, dice->sides[i]))
            return 0; /* 0: more than 2^63 */
    return results;
}

uint64_t salvo_die_ways(const salvo_dice *dice, int i)
{
    uint64_t ways = 0;

    if (!dice->weights[i]) /* a fair die: each face has one way */
        return dice->sides[i];
    for (int face = 0; face < dice->sides[i]; face++)
        ways += dice->weights[i][face];
    return ways;
}

bool salvo_dice_are_long(const salvo_dice *dice)
{
    for (int i = 0; i < dice->count; i++)
        if (dice->long_weights[i])
            return true;
    return false;
}

uint64_t salvo_dice_ways(const salvo_dice *dice)
{
    uint64_t ways = 1;

    if (salvo_dice_are_long(dice))
        return 0;
    for (int i = 0; i < dice->count; i++)
        if (!multiply(&ways, salvo_die_ways(dice, i)))
            return 0;
    return ways;
}

/* 1 for fair dice. */
static uint64_t die_weight(const salvo_dice *dice, int i, int face)
{
    if (dice->long_weights[i])
        return dice->long_weights[i]->chance[face - 1] > 0;
    return dice->weights[i] ? dice->weights[i][face - 1] : 1;
}

/* Dice are independent, so weights multiply; the product is at most salvo_dice_ways. If it is too large, the result is
 * still correct as to whether the dice can show the faces. */
uint64_t salvo_dice_weight(const salvo_dice *dice, const uint8_t *faces)
{
    uint64_t weight = 1;

    for (int i = 0; i < dice->count; i++) {
        const uint64_t of_die = die_weight(dice, i, faces[i]);

        if (of_die == 0)
            return 0;
        if (__builtin_mul_overflow(weight, of_die, &weight))
            weight = UINT64_MAX;
    }
    return weight;
}

static long double die_chance(const salvo_dice *dice, int i, int face)
{
    if (dice->long_weights[i])
        return dice->long_weights[i]->chance[face - 1];
    return (long double)die_weight(dice, i, face) / (long double)salvo_die_ways(dice, i);
}

long double salvo_dice_chance(const salvo_dice *dice, uint64_t ways, const uint8_t *faces)
{
    long double chance = 1;

    if (ways) /* rounded once */
        return (long double)salvo_dice_weight(dice, faces) / (long double)ways;
    for (int i = 0; i < dice->count; i++)
        chance *= die_chance(dice, i, faces[i]);
    return chance;
}

void salvo_dice_first(const salvo_dice *dice, uint8_t *faces)
{
    memset(faces, 1, dice->count);
}

/* Carries like a counter: a die at its last face returns to 1 and moves the one before it. */
bool salvo_dice_next(const salvo_dice *dice, uint8_t *faces)
{
    for (int i = dice->count - 1; i >= 0; i--) {
        if (faces[i] < dice->sides[i]) {
            faces[i]++;
            return true;
        }
        faces[i] = 1;
    }
    return false; /* all dice are back at 1: that was the last result */
}
