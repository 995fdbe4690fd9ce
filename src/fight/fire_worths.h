/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fire is worth in a battle, kept for the engines that throw every die: they ask the same at every activation, and an
 * activation takes long to compose. May be used by several threads at once. */
#ifndef SALVO_FIGHT_FIRE_WORTHS_H
#define SALVO_FIGHT_FIRE_WORTHS_H

#include <stdbool.h>
#include <stdint.h>

#include <salvo/rules.h>

#include "base/intern_table.h"

/* Who fires at whom: the number of the fire in the battle model, both unit states and, where all act at once, the one in
 * which the target began the turn. */
typedef struct worth_key {
    uint32_t fire;
    uint8_t actor[SALVO_ELEMENT_BYTES], target[SALVO_ELEMENT_BYTES], before[SALVO_ELEMENT_BYTES];
} worth_key;

typedef struct fire_worths {
    intern_table known; /* worth_key */
    uint32_t *worth;    /* by number */
    size_t capacity;
} fire_worths;

/* A zeroed one is empty. */
void fire_worths_free(fire_worths *w);

bool fire_worths_find(fire_worths *w, const worth_key *key, uint32_t *worth);

/* Where memory is out, it is not kept. */
void fire_worths_keep(fire_worths *w, const worth_key *key, uint32_t worth);

#endif
