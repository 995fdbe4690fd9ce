/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle of MBT 2030 between stands that may all engage each other, one showing of hands after the other. */
#include "bench/plain_battle.h"

#include <stddef.h>

enum { BROKEN, SHAKEN, PINNED, STEADY }; /* steps from a stand's state to broken */

typedef struct army {
    int n;
    int causes[PLAIN_SIDE_MAX], left[PLAIN_SIDE_MAX];
} army;

/* A worse result replaces the state; any other makes it one step worse (ruling M8, accumulate=step). */
static void receive(int *left, int result)
{
    if (result != STEADY)
        *left = result < *left ? result : *left - 1;
}

/* "Conducting Engagement", mutual: two hands, each beats the one before it in order. States count before either
 * changes. */
static void engage(const plain_by_sides *b, army *own, int by, army *enemy, int at, pcg32 *rng)
{
    int causes = own->causes[by] + (own->left[by] != STEADY);
    int against = enemy->causes[at] + (enemy->left[at] != STEADY);
    uint32_t hand = plain_die(rng, b->hands), other = plain_die(rng, b->hands);
    bool much_worse = causes - against >= b->margin, much_better = against - causes >= b->margin;

    if (hand == other) {
        receive(&own->left[by], causes > against ? PINNED : STEADY);
        receive(&enemy->left[at], against > causes ? PINNED : STEADY);
    } else if (hand == other % b->hands + 1) {
        receive(&enemy->left[at], much_worse ? PINNED : much_better ? BROKEN : SHAKEN);
    } else {
        receive(&own->left[by], much_worse ? BROKEN : SHAKEN);
    }
}

static bool is_beaten(const plain_by_sides *b, const army *a)
{
    int worn = 0, broken = 0;

    for (int i = 0; i < a->n; i++) {
        worn += a->left[i] == PINNED || a->left[i] == SHAKEN;
        broken += a->left[i] == BROKEN;
    }
    return worn >= b->pin_limit || broken >= b->break_limit;
}

/* All of the side that are not broken act; returns whether the battle is over. */
static bool take_round(const plain_by_sides *b, army *own, army *enemy, pcg32 *rng)
{
    for (int by = 0; by < own->n; by++) {
        if (own->left[by] == BROKEN)
            continue;
        engage(b, own, by, enemy, plain_first(enemy->left, enemy->n, NULL), rng);
        if (is_beaten(b, own) || is_beaten(b, enemy))
            return true;
    }
    return false;
}

static bool a_wins(const plain_by_sides *b, army armies[2], pcg32 *rng)
{
    int first;

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < armies[s].n; i++)
            armies[s].left[i] = STEADY;
    do
        first = plain_initiative(b->hands, rng); /* if hands differ, each side wins equally often */
    while (!take_round(b, &armies[first], &armies[!first], rng) &&
           !take_round(b, &armies[!first], &armies[first], rng));
    return !is_beaten(b, &armies[0]);
}

uint64_t plain_battles_by_sides(const void *battle, pcg32 *rng, uint64_t n)
{
    const plain_by_sides *b = battle;
    army armies[2] = {{.n = 0}};
    uint64_t wins = 0;

    for (int s = 0; s < 2; s++)
        for (int g = 0; g < PLAIN_GROUPS_MAX; g++)
            for (int i = 0; i < b->side[s][g].n; i++)
                armies[s].causes[armies[s].n++] = b->side[s][g].causes;
    for (uint64_t i = 0; i < n; i++)
        wins += a_wins(b, armies, rng);
    return wins;
}
