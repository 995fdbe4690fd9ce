/* As plain.c, for battles: the loops that fight them have their own copies of the dice, so that the compiler may inline
 * them. */
#include "bench/plain_battle.h"

#include <stdbool.h>
#include <stddef.h>

static uint32_t roll_die(pcg32 *rng, uint32_t sides)
{
    return pcg32_below(rng, sides) + 1;
}

static int fire(const plain_shot *shot, pcg32 *rng)
{
    uint32_t first = roll_die(rng, shot->sides);
    uint32_t second = roll_die(rng, shot->sides);

    if (first < shot->target_number && second < shot->target_number)
        return 0;
    if (first < shot->target_number || second < shot->target_number)
        return shot->single;
    return first == second ? shot->critical : shot->full;
}

/* 0: side a; a tie is rolled again. */
static int who_begins(const plain_battle *battle, pcg32 *rng)
{
    uint32_t a, b;

    do {
        a = roll_die(rng, battle->initiative_sides);
        b = roll_die(rng, battle->initiative_sides);
    } while (a == b);
    return a < b;
}

/* The first of the side that is left and, unless `acted` is NULL, has not acted yet; n when there is none. */
static int first_left(const int *hp, int n, const bool *acted)
{
    int i = 0;

    while (i < n && (hp[i] <= 0 || (acted && acted[i])))
        i++;
    return i;
}

/* Plays a turn; returns the side that has nobody left, or -1. */
static int take_turn(const plain_battle *battle, int hp[2][PLAIN_SIDE_MAX], pcg32 *rng)
{
    bool acted[2][PLAIN_SIDE_MAX] = {{false}};
    int side = who_begins(battle, rng), idle = 0; /* sides in a row that had nobody to act: two end the turn */

    while (idle < 2) {
        int n = battle->side[side].n, enemy = !side;
        int by = first_left(hp[side], n, acted[side]);

        if (by < n) {
            acted[side][by] = true;
            hp[enemy][first_left(hp[enemy], battle->side[enemy].n, NULL)] -=
                fire(&battle->side[side].tanks[by].shot, rng);
            if (first_left(hp[enemy], battle->side[enemy].n, NULL) == battle->side[enemy].n)
                return enemy;
        }
        idle = by < n ? 0 : idle + 1;
        side = enemy;
    }
    return -1;
}

/* Fresh hit points; then turn after turn. */
static bool a_wins(const plain_battle *battle, pcg32 *rng)
{
    int hp[2][PLAIN_SIDE_MAX], lost;

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < battle->side[s].n; i++)
            hp[s][i] = battle->side[s].tanks[i].hp;
    do
        lost = take_turn(battle, hp, rng);
    while (lost < 0);
    return lost == 1;
}

uint64_t plain_battles(const plain_battle *battle, pcg32 *rng, uint64_t n)
{
    uint64_t wins = 0;

    for (uint64_t i = 0; i < n; i++)
        wins += a_wins(battle, rng);
    return wins;
}
