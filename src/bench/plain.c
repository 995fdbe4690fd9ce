/* The rules of M.A.D. by hand, without salvo's tables. */
#include "bench/plain.h"

#include <stdbool.h>

static uint32_t roll_die(pcg32 *rng, uint32_t sides)
{
    return pcg32_below(rng, sides) + 1;
}

/* 6.0 "To Hit Roll" */
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

/* 6.0 "Initiative": both sides roll, the higher one goes first, a tie is rolled again. */
static bool a_goes_first(const plain_duel *duel, pcg32 *rng)
{
    uint32_t a, b;

    do {
        a = roll_die(rng, duel->initiative_sides);
        b = roll_die(rng, duel->initiative_sides);
    } while (a == b);
    return a > b;
}

/* Turn by turn, both fire in the order of initiative, the second one if it is still there. */
static bool a_wins(const plain_duel *duel, pcg32 *rng)
{
    int hp_a = duel->a.hp, hp_b = duel->b.hp;

    for (;;) {
        if (a_goes_first(duel, rng)) {
            hp_b -= fire(&duel->a.shot, rng);
            if (hp_b <= 0)
                return true;
            hp_a -= fire(&duel->b.shot, rng);
            if (hp_a <= 0)
                return false;
        } else {
            hp_a -= fire(&duel->b.shot, rng);
            if (hp_a <= 0)
                return false;
            hp_b -= fire(&duel->a.shot, rng);
            if (hp_b <= 0)
                return true;
        }
    }
}

/* The result must be used, or the loop would be removed. */
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
        highest += roll_die(rng, sides) == sides;
    return highest;
}

uint64_t plain_shots(const plain_shot *shot, pcg32 *rng, uint64_t n)
{
    uint64_t doubles = 0;

    for (uint64_t i = 0; i < n; i++)
        doubles += fire(shot, rng) == shot->full; /* two alike do other damage */
    return doubles;
}

uint64_t plain_duels(const plain_duel *duel, pcg32 *rng, uint64_t n)
{
    uint64_t wins = 0;

    for (uint64_t i = 0; i < n; i++)
        wins += a_wins(duel, rng);
    return wins;
}
