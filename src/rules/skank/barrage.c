/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many equal shots on one die. Shot by shot, twenty figures against twenty would be long chains of short-lived states.
 * Shots are independent, so the chances of several together are products, and a weighted die holds them all. */
#include "rules/skank/barrage.h"

#include <string.h>

#include "base/divisor.h"

/* Returns the sides of the die of that many shots. Hits on figures are counted. Damage to a vehicle is a set of bits,
 * so its die has the same sides for any number of shots. */
static size_t sides_of(const struct skank_barrage *barrage, int shots)
{
    return barrage->vehicle ? BARRAGE_DESTROYED + 1 : (size_t)shots + 1;
}

/* The dice of 0, 1, 2 ... shots follow each other. Those of figures grow by a side with each shot. */
static size_t weights_at(const struct skank_barrage *barrage, int shots)
{
    size_t n = (size_t)shots;

    return barrage->vehicle ? n * sides_of(barrage, shots) : n * (n + 1) / 2;
}

/* Sets the weights of one shot, of FACES x FACES ways. The second face is the damage roll; on figures it has no
 * effect. */
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

/* Returns the result of one more shot after earlier ones: hits add up, damage accumulates, and a destroyed vehicle
 * stays destroyed. */
static size_t together(const struct skank_barrage *barrage, size_t before, size_t more)
{
    if (!barrage->vehicle)
        return before + more;
    return before == BARRAGE_DESTROYED || more == BARRAGE_DESTROYED ? BARRAGE_DESTROYED : before | more;
}

/* Adds one shot to `shots` of them; the weights of all fit. */
static void load_next(struct skank_barrage *barrage, int shots, const uint64_t one[BARRAGE_SIDES])
{
    const uint32_t *now = &barrage->weights[weights_at(barrage, shots)];
    uint32_t *next = &barrage->weights[weights_at(barrage, shots + 1)];

    for (size_t before = 0; before < sides_of(barrage, shots); before++)
        for (size_t more = 0; more < sides_of(barrage, 1); more++)
            next[together(barrage, before, more)] += now[before] * (uint32_t)one[more];
}

/* A target that no shot can affect gets a barrage of no shots. Callers treat that as no fire at all, which saves states
 * and shows when a fight cannot change any more. */
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
    sum /= divisor; /* smaller weights let more shots share a die before their sum exceeds 32 bits */
    for (int side = 0; side < BARRAGE_SIDES; side++)
        one[side] /= divisor;
    barrage->weights[0] = 1;
    for (; shots < BARRAGE_SHOTS && total * sum <= UINT32_MAX; shots++, total *= sum)
        load_next(barrage, shots, one);
    barrage->per_throw = shots;
}

salvo_dice skank_barrage_dice(const struct skank_barrage *barrage, int shots)
{
    return (salvo_dice){.count = 1,
                        .sides = {(uint8_t)sides_of(barrage, shots)},
                        .weights = {&barrage->weights[weights_at(barrage, shots)]}};
}

/* Dropping the brakes of an immobile vehicle merges states: SKANK-35 asks only moving vehicles for the brake roll. */
uint8_t skank_barrage_hull(uint8_t hull, uint8_t side)
{
    hull |= side;
    return hull & HULL_IMMOBILE ? hull & (uint8_t)~HULL_BRAKES : hull;
}

/* Damage that the hull already has, or that makes no difference at the present distance, is no change. Otherwise a
 * battle without further effects would go on for ever. */
bool skank_barrage_can_change(const struct skank_barrage *barrage, uint8_t hull, uint8_t matters)
{
    const uint32_t *one = &barrage->weights[weights_at(barrage, 1)];

    for (uint8_t side = 1; barrage->per_throw && side < sides_of(barrage, 1); side++)
        if (one[side] &&
            (!barrage->vehicle || side == BARRAGE_DESTROYED || ((skank_barrage_hull(hull, side) ^ hull) & matters)))
            return true;
    return false;
}
