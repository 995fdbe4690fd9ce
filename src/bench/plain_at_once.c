/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle of Skank between figures, one shot after the other. */
#include "bench/plain_battle.h"

#include <stddef.h>

typedef struct army {
    int n;
    int fresh[PLAIN_SIDE_MAX], shots[PLAIN_SIDE_MAX];
    uint32_t number[PLAIN_SIDE_MAX];
    int left[PLAIN_SIDE_MAX], seen[PLAIN_SIDE_MAX]; /* wounds, now and at the start of the turn */
} army;

/* Every figure left at the start of the turn fires, each shot at the first enemy that is left. */
static void fire_all(const army *own, army *enemy, uint32_t sides, pcg32 *rng)
{
    int at = plain_first(enemy->left, enemy->n, NULL);

    for (int i = 0; i < own->n; i++)
        for (int shot = 0; own->seen[i] > 0 && shot < own->shots[i] && at < enemy->n; shot++) {
            enemy->left[at] -= plain_die(rng, sides) <= own->number[i];
            while (at < enemy->n && enemy->left[at] <= 0)
                at++;
        }
}

static bool is_lost(const army *a)
{
    return plain_first(a->left, a->n, NULL) == a->n;
}

static void begin_turn(army *a)
{
    for (int i = 0; i < a->n; i++)
        a->seen[i] = a->left[i];
}

static bool a_wins(army armies[2], uint32_t sides, pcg32 *rng)
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < armies[s].n; i++)
            armies[s].left[i] = armies[s].fresh[i];
    while (!is_lost(&armies[0]) && !is_lost(&armies[1])) {
        begin_turn(&armies[0]);
        begin_turn(&armies[1]);
        fire_all(&armies[0], &armies[1], sides, rng);
        fire_all(&armies[1], &armies[0], sides, rng);
    }
    return !is_lost(&armies[0]); /* both may be */
}

uint64_t plain_battles_at_once(const void *battle, pcg32 *rng, uint64_t n)
{
    const plain_at_once *b = battle;
    army armies[2] = {{.n = 0}};
    uint64_t wins = 0;

    for (int s = 0; s < 2; s++)
        for (int g = 0; g < PLAIN_GROUPS_MAX; g++)
            for (int i = 0; i < b->side[s][g].n; i++) {
                int place = armies[s].n++;

                armies[s].fresh[place] = b->side[s][g].wounds;
                armies[s].shots[place] = b->side[s][g].shots;
                armies[s].number[place] = b->side[s][g].number;
            }
    for (uint64_t i = 0; i < n; i++)
        wins += a_wins(armies, b->sides, rng);
    return wins;
}
