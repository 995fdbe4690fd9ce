/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an activation is worth: price times the chance that the target is destroyed and the share of a fresh one's strength
 * that it loses on average without being destroyed, in parts of FIRE_WORTH_ALL of the dearest element of the battle; and
 * the chance that it is not destroyed, in parts of FIRE_SPARES_ALL. Whole numbers, so that all engines and machines compare
 * the same. */
#ifndef SALVO_FIGHT_FIRE_WORTH_H
#define SALVO_FIGHT_FIRE_WORTH_H

#include <stdint.h>

#include <salvo/rules.h>

enum { FIRE_WORTH_ALL = 1 << 20, FIRE_SPARES_ALL = 1 << 15 };

typedef struct fire_worth {
    uint32_t worth, spares;
} fire_worth;

/* Where all act at once, those who choose later reckon with the fire that is aimed already: worth counts times the chance
 * that the target is still there. */
static inline uint32_t worth_if_there(uint32_t worth, uint32_t there)
{
    return (worth >> 10) * there + ((worth & 1023) * there >> 10); /* both multiplied, in 32 bits */
}

static inline uint32_t there_after(uint32_t there, uint32_t spares)
{
    return there * spares >> 15;
}

#endif
