/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of M.A.D., written by hand without salvo's tables. */
#include "bench/plain.h"

#include <stdbool.h>

/* In each turn both fire in the order of initiative; the second one fires if it is left. */
static bool a_wins(const plain_duel *duel, pcg32 *rng)
{
    int hp_a = duel->a.hp, hp_b = duel->b.hp;

    for (uint32_t turn = 0; duel->turns == 0 || turn < duel->turns; turn++) {
        if (plain_initiative(duel->initiative_sides, rng) == 0) {
            hp_b -= plain_fire(&duel->a.shot, rng);
            if (hp_b <= 0)
                return true;
            hp_a -= plain_fire(&duel->b.shot, rng);
            if (hp_a <= 0)
                return false;
        } else {
            hp_a -= plain_fire(&duel->b.shot, rng);
            if (hp_a <= 0)
                return false;
            hp_b -= plain_fire(&duel->a.shot, rng);
            if (hp_b <= 0)
                return true;
        }
    }
    return false;
}

/* The result must be used, otherwise the compiler would remove the loop. */
uint32_t plain_words(pcg32 *rng, uint64_t n)
{
    uint32_t all = 0;

    for (uint64_t i = 0; i < n; i++)
        all ^= pcg32_next(rng);
    return all;
}

uint64_t plain_dice(uint32_t sides, pcg32 *rng, uint64_t n)
{
    uint64_t highest = 0;

    for (uint64_t i = 0; i < n; i++)
        highest += plain_die(rng, sides) == sides;
    return highest;
}

uint64_t plain_shots(const plain_shot *shot, pcg32 *rng, uint64_t n)
{
    uint64_t doubles = 0;

    for (uint64_t i = 0; i < n; i++)
        doubles += plain_fire(shot, rng) == shot->full; /* a pair does other damage */
    return doubles;
}

uint64_t plain_duels(const plain_duel *duel, pcg32 *rng, uint64_t n)
{
    uint64_t wins = 0;

    for (uint64_t i = 0; i < n; i++)
        wins += a_wins(duel, rng);
    return wins;
}
