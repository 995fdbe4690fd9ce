/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many equal shots decided by one die: how many of them hit a crowd of figures, or their joint effect on a vehicle. The
 * die is weighted, and has as many shots as its weights allow. */
#ifndef SALVO_RULES_SKANK_BARRAGE_H
#define SALVO_RULES_SKANK_BARRAGE_H

#include <salvo/dice.h>

#include "rules/skank/hit.h"

enum {
    BARRAGE_SHOTS = 31,
    BARRAGE_SIDES = BARRAGE_SHOTS + 1,
    BARRAGE_WEIGHTS = BARRAGE_SIDES * (BARRAGE_SIDES + 1) / 2
};

/* Relevant damage to a vehicle: the lowest bits of enum skank_hull. Destroyed follows all their combinations. */
enum { BARRAGE_HULL = HULL_IMMOBILE | HULL_DISARMED | HULL_BRAKES, BARRAGE_DESTROYED = BARRAGE_HULL + 1 };

struct skank_barrage {
    bool vehicle;                      /* the target is one */
    int per_throw;                     /* shots on one die; 0: no shot has an effect */
    uint32_t weights[BARRAGE_WEIGHTS]; /* by shots, then by side: as many as the die of that many shots has */
};

/* `faces` hit, 0 or less for none; `matters` are the bits of damage that are distinguished. */
void skank_barrage_load(struct skank_barrage *barrage, int faces, const struct skank_hit *hit, uint8_t matters);

/* Returns the die of `shots` shots, 1 .. per_throw. Its face less one is the number of hits on figures; on a vehicle
 * the bits of damage, or BARRAGE_DESTROYED. */
salvo_dice skank_barrage_dice(const struct skank_barrage *barrage, int shots);

/* Returns a vehicle's damage after a throw adds `side`, which does not destroy it. A vehicle that no longer moves needs
 * no brakes. */
uint8_t skank_barrage_hull(uint8_t hull, uint8_t side);

/* Returns whether a shot can add relevant damage to a vehicle with the damage `hull`. */
bool skank_barrage_can_change(const struct skank_barrage *barrage, uint8_t hull, uint8_t matters);

#endif
