/* Activations that were composed before. Many battles of the same units meet the same fires in the same conditions again
 * and again; what they lead to does not depend on the battle. A cache belongs to one thread at a time; what it recalls is
 * what composing would give, so that nothing depends on what is in it. */
#ifndef SALVO_FIGHT_ACTIVATION_CACHE_H
#define SALVO_FIGHT_ACTIVATION_CACHE_H

#include <stdint.h>

#include "base/numbering.h"
#include "fight/activation.h"

typedef struct recalled {
    size_t first, n; /* spots */
    bool throws;
    uint64_t tried;
} recalled;

typedef struct activation_cache {
    const salvo_battle_face *face;
    numbering fires; /* by their bytes */
    numbering known; /* fire and both conditions */
    recalled *entries;
    size_t entries_capacity;
    spot *spots;
    size_t n_spots, spots_capacity;
} activation_cache;

/* Empty, and ready for activations of that face. */
void activation_cache_init(activation_cache *c, const salvo_battle_face *face);
void activation_cache_free(activation_cache *c);

/* The fire's number; false when memory is out. */
bool activation_cache_fire(activation_cache *c, const void *fire, uint32_t *number);

/* As activation_compose() into `a`, of the fire with that number; what was tried before need not be tried again. false
 * also when memory is out. */
bool activation_recall(activation_cache *c, activation *a, uint32_t fire, const uint8_t *actor, const uint8_t *target);

#endif
