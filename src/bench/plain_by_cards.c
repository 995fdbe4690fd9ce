/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle of Rookie Rules by the reconstructed chart, at a range and in a place without modifiers. */
#include "bench/plain_battle.h"

#include <stddef.h>

enum { NO_MARKER, DISRUPTED, PINNED, SUPPRESSED, STEPS = 9, LAST_COLUMN = 13 };

typedef struct army {
    int n, per_man, full;
    int men[PLAIN_SIDE_MAX], marker[PLAIN_SIDE_MAX];
    bool acted[PLAIN_SIDE_MAX];
} army;

/* Five firing factors per column, one column less for each step of the marker, at least one factor. */
static int column_of(const army *own, int by)
{
    int column = (own->men[by] * own->per_man + 4) / 5;

    column = (column > LAST_COLUMN ? LAST_COLUMN : column) - own->marker[by];
    return column < 0 ? 0 : column;
}

/* One shot: x = roll + 2 * column. Up to 8 nothing happens, then D0 D1 P0 P1 S1 S2 S3 S4 for three each, S5 from 33. */
static void fire(army *enemy, int at, int column, pcg32 *rng)
{
    static const int KILLS[STEPS] = {0, 1, 0, 1, 1, 2, 3, 4, 5};
    static const int MARKER[STEPS] = {DISRUPTED,  DISRUPTED,  PINNED,     PINNED,    SUPPRESSED,
                                      SUPPRESSED, SUPPRESSED, SUPPRESSED, SUPPRESSED};
    int x = (int)plain_die(rng, 10) - 1 + 2 * column;
    int step = x >= 33 ? STEPS - 1 : x / 3 - 3;

    if (step < 0)
        return;
    enemy->men[at] -= KILLS[step];
    if (MARKER[step] > enemy->marker[at])
        enemy->marker[at] = MARKER[step];
}

/* Functions remove markers that are worse than disrupted; the remaining ones fire until the target is destroyed. */
static void act(const plain_by_cards *b, army *own, int by, army *enemy, pcg32 *rng)
{
    int at = plain_first(enemy->men, enemy->n, NULL), functions = b->functions;

    own->acted[by] = true;
    for (; own->marker[by] > DISRUPTED && functions > 0; functions--)
        own->marker[by]--;
    for (; functions > 0 && enemy->men[at] > 0; functions--)
        fire(enemy, at, column_of(own, by), rng);
}

static int count_ready(const army *a)
{
    int n = 0;

    for (int i = 0; i < a->n; i++)
        n += a->men[i] > 0 && !a->acted[i];
    return n;
}

/* The n-th ready squad, from 1. */
static int ready(const army *a, int n)
{
    int i = 0;

    while ((n -= a->men[i] > 0 && !a->acted[i]) > 0)
        i++;
    return i;
}

/* Skips the cards of destroyed squads. Returns the side that has lost everything, or -1. */
static int take_turn(const plain_by_cards *b, army armies[2], pcg32 *rng)
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < armies[s].n; i++)
            armies[s].acted[i] = false;
    for (;;) {
        int of_a = count_ready(&armies[0]), all = of_a + count_ready(&armies[1]), card, side;

        if (all == 0)
            return -1;
        card = (int)plain_die(rng, (uint32_t)all);
        side = card > of_a;
        act(b, &armies[side], ready(&armies[side], side ? card - of_a : card), &armies[!side], rng);
        if (plain_first(armies[!side].men, armies[!side].n, NULL) == armies[!side].n)
            return !side;
    }
}

static bool a_wins(const plain_by_cards *b, army armies[2], pcg32 *rng)
{
    int lost;

    for (int s = 0; s < 2; s++)
        for (int i = 0; i < armies[s].n; i++) {
            armies[s].men[i] = armies[s].full;
            armies[s].marker[i] = NO_MARKER;
        }
    do
        lost = take_turn(b, armies, rng);
    while (lost < 0);
    return lost == 1;
}

uint64_t plain_battles_by_cards(const void *battle, pcg32 *rng, uint64_t n)
{
    const plain_by_cards *b = battle;
    army armies[2];
    uint64_t wins = 0;

    for (int s = 0; s < 2; s++)
        armies[s] = (army){.n = b->side[s].n, .per_man = b->side[s].per_man, .full = b->side[s].men};
    for (uint64_t i = 0; i < n; i++)
        wins += a_wins(b, armies, rng);
    return wins;
}
