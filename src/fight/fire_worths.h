/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the worth of fire in a battle, for the engines that throw every die. They need the same worths at every
 * activation, and an activation takes long to compose. Several threads may use it at once. */
#ifndef SALVO_FIGHT_FIRE_WORTHS_H
#define SALVO_FIGHT_FIRE_WORTHS_H

#include <stdbool.h>
#include <stdint.h>

#include <salvo/rules.h>

#include "base/intern_table.h"

/* Actor and target: the number of the fire in the battle model, both unit states and, if all act at once, the target's
 * at the start of the turn. */
typedef struct worth_key {
    uint32_t fire;
    uint8_t actor[SALVO_ELEMENT_BYTES], target[SALVO_ELEMENT_BYTES], before[SALVO_ELEMENT_BYTES];
} worth_key;

typedef struct fire_worths {
    intern_table known; /* worth_key */
    uint32_t *worth;    /* by number */
    size_t capacity;
} fire_worths;

/* A zeroed struct is empty. */
void fire_worths_free(fire_worths *w);

bool fire_worths_find(fire_worths *w, const worth_key *key, uint32_t *worth);

/* If memory is out, the worth is not kept. */
void fire_worths_keep(fire_worths *w, const worth_key *key, uint32_t worth);

#endif
