/* Activations that were composed before. Battles of the same units need the same fires in the same unit states again
 * and again, and what they lead to does not depend on the battle. A cache belongs to one thread at a time. It returns
 * exactly what composing would give, so no result depends on its contents. */
#ifndef SALVO_FIGHT_ACTIVATION_CACHE_H
#define SALVO_FIGHT_ACTIVATION_CACHE_H

#include <stdint.h>

#include "base/intern_table.h"
#include "fight/activation.h"

typedef struct recalled {
    size_t first, n; /* joint states */
    bool throws;
    uint64_t tried;
} recalled;

typedef struct activation_cache {
    const salvo_battle_adapter *adapter;
    intern_table fires; /* by their bytes */
    intern_table known; /* fire and both unit states */
    recalled *entries;
    size_t entries_capacity;
    joint_state *joint_states;
    size_t n_joint_states, joint_states_capacity;
} activation_cache;

/* Empty, and ready for activations of that adapter. */
void activation_cache_init(activation_cache *c, const salvo_battle_adapter *adapter);
void activation_cache_free(activation_cache *c);

/* The fire's number; false when memory is out. */
bool activation_cache_fire(activation_cache *c, const void *fire, uint32_t *number);

/* The same as activation_compose() into `a`, for the fire with that number, without trying dice that were tried before.
 * false also when memory is out. */
bool activation_recall(activation_cache *c, activation *a, uint32_t fire, const uint8_t *actor, const uint8_t *target);

#endif
