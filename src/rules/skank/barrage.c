#include "rules/skank/barrage.h"

#include <string.h>

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* The weights of one shot, of FACES x FACES ways. */
static void load_one(uint64_t one[BARRAGE_SIDES], int faces, const struct skank_hit *hit, uint8_t matters)
{
    int hits = hit->effective && faces > 0 ? faces : 0;

    one[0] = (uint64_t)((FACES - hits) * FACES);
    for (int face = 1; face <= FACES; face++) {
        size_t side = 1; /* a hit on figures */

        if (hit->vehicle) {
            uint8_t hull = skank_hull_hit(hit, 0, face);

            side = hull == HULL_DESTROYED ? BARRAGE_DESTROYED : hull & matters;
        }
        one[side] += (uint64_t)hits;
    }
}

/* What a side of one more shot makes of one of the shots before. */
static size_t together(const struct skank_barrage *barrage, size_t before, size_t more)
{
    if (!barrage->vehicle)
        return before + more;
    return before == BARRAGE_DESTROYED || more == BARRAGE_DESTROYED ? BARRAGE_DESTROYED : before | more;
}

/* Adds one shot to `shots` of them; the weights of all fit. */
static void load_next(struct skank_barrage *barrage, int shots, const uint64_t one[BARRAGE_SIDES])
{
    size_t n_before = barrage->vehicle ? BARRAGE_DESTROYED + 1 : (size_t)shots + 1;
    size_t n_more = barrage->vehicle ? BARRAGE_DESTROYED + 1 : 2;

    for (size_t before = 0; before < n_before; before++)
        for (size_t more = 0; more < n_more; more++)
            barrage->weights[shots + 1][together(barrage, before, more)] +=
                barrage->weights[shots][before] * (uint32_t)one[more];
}

void skank_barrage_load(struct skank_barrage *barrage, int faces, const struct skank_hit *hit, uint8_t matters)
{
    uint64_t one[BARRAGE_SIDES] = {0}, divisor = 0, sum = 0, total = 1;
    int shots = 0;

    memset(barrage, 0, sizeof *barrage);
    barrage->vehicle = hit->vehicle != NULL;
    load_one(one, faces, hit, matters);
    for (int side = 0; side < BARRAGE_SIDES; side++) {
        divisor = common_divisor(divisor, one[side]);
        sum += one[side];
    }
    if (one[0] == sum)
        return;
    sum /= divisor;
    for (int side = 0; side < BARRAGE_SIDES; side++)
        one[side] /= divisor;
    barrage->weights[0][0] = 1;
    for (; shots < BARRAGE_SHOTS && total * sum <= UINT32_MAX; shots++, total *= sum)
        load_next(barrage, shots, one);
    barrage->per_throw = shots;
}

salvo_dice skank_barrage_dice(const struct skank_barrage *barrage, int shots)
{
    int sides = barrage->vehicle ? BARRAGE_DESTROYED + 1 : shots + 1;

    return (salvo_dice){.count = 1, .sides = {(uint8_t)sides}, .weights = {barrage->weights[shots]}};
}

bool skank_barrage_can_change(const struct skank_barrage *barrage, uint8_t hull)
{
    for (uint8_t side = 1; barrage->per_throw && side < BARRAGE_SIDES; side++)
        if (barrage->weights[1][side] && (!barrage->vehicle || side == BARRAGE_DESTROYED || (side & ~hull)))
            return true;
    return false;
}
