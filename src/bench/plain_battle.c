/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle of M.A.D., one tank and one die after the other. */
#include "bench/plain_battle.h"

#include <stddef.h>

typedef struct army {
    int n;
    const plain_tank *tank[PLAIN_SIDE_MAX];
    int hp[PLAIN_SIDE_MAX];
    bool acted[PLAIN_SIDE_MAX]; /* this turn */
    int received[PLAIN_SIDE_MAX];
} army;

static int nearest(const army *enemy)
{
    return plain_first(enemy->hp, enemy->n, NULL);
}

/* The target with the least hit points left, ... */
static int weakest(const army *enemy)
{
    int target = nearest(enemy);

    for (int i = target + 1; i < enemy->n; i++)
        if (enemy->hp[i] > 0 && enemy->hp[i] < enemy->hp[target])
            target = i;
    return target;
}

/* ... or with the fewest attacks received this turn; the first among equals. */
static int least_attacked(const army *enemy)
{
    int target = nearest(enemy);

    for (int i = target + 1; i < enemy->n; i++)
        if (enemy->hp[i] > 0 && enemy->received[i] < enemy->received[target])
            target = i;
    return target;
}

static int choose(plain_targets targets, const army *enemy)
{
    switch (targets) {
    case PLAIN_WEAKEST:
        return weakest(enemy);
    case PLAIN_SPREAD:
        return least_attacked(enemy);
    case PLAIN_NEAREST:
        break;
    }
    return nearest(enemy);
}

/* Plays a turn; returns the side that has lost everything, or -1. */
static int take_turn(const plain_battle *battle, army armies[2], pcg32 *rng)
{
    int side = plain_initiative(battle->initiative_sides, rng);
    int idle = 0; /* consecutive sides without a tank to act: two end the turn */

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < armies[s].n; i++) {
            armies[s].acted[i] = false;
            armies[s].received[i] = 0;
        }
    while (idle < 2) {
        army *own = &armies[side], *enemy = &armies[!side];
        int by = plain_first(own->hp, own->n, own->acted);

        if (by < own->n) {
            int at = choose(battle->targets, enemy);

            own->acted[by] = true;
            enemy->received[at]++;
            enemy->hp[at] -= plain_fire(&own->tank[by]->shot, rng);
            if (nearest(enemy) == enemy->n)
                return !side;
        }
        idle = by < own->n ? 0 : idle + 1;
        side = !side;
    }
    return -1;
}

/* Fresh hit points; then turn after turn. */
static bool a_wins(const plain_battle *battle, army armies[2], pcg32 *rng)
{
    int lost;

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < armies[s].n; i++)
            armies[s].hp[i] = armies[s].tank[i]->hp;
    do
        lost = take_turn(battle, armies, rng);
    while (lost < 0);
    return lost == 1;
}

uint64_t plain_battles(const void *battle, pcg32 *rng, uint64_t n)
{
    const plain_battle *b = battle;
    army armies[2] = {{.n = 0}};
    uint64_t wins = 0;

    for (int s = 0; s < 2; s++)
        for (int g = 0; g < PLAIN_GROUPS_MAX; g++)
            for (int i = 0; i < b->side[s][g].n; i++)
                armies[s].tank[armies[s].n++] = &b->side[s][g].tank;
    for (uint64_t i = 0; i < n; i++)
        wins += a_wins(b, armies, rng);
    return wins;
}
