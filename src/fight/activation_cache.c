/* One flat array of joint states, and a table of which stretch of it belongs to which fire and unit states. Nothing is
 * ever dropped singly: when the array is full, everything but the fires is forgotten. */
#include "fight/activation_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

enum { JOINT_STATES_KEPT_MAX = 1 << 22 }; /* 2^22 of 16 bytes; then it begins anew */

/* The key of a remembered activation. No padding: compared by its bytes. */
typedef struct occasion {
    uint32_t fire;
    uint8_t actor[SALVO_ELEMENT_BYTES], target[SALVO_ELEMENT_BYTES];
} occasion;

void activation_cache_init(activation_cache *c, const salvo_battle_adapter *adapter)
{
    *c = (activation_cache){
        .adapter = adapter, .fires = {.key_size = adapter->fire_size}, .known = {.key_size = sizeof(occasion)}};
}

void activation_cache_free(activation_cache *c)
{
    intern_table_free(&c->fires);
    intern_table_free(&c->known);
    free(c->entries);
    free(c->joint_states);
    memset(c, 0, sizeof *c);
}

/* Fires keep their numbers, because matchups hold them. */
static void forget(activation_cache *c)
{
    intern_table_clear(&c->known);
    c->n_joint_states = 0;
}

/* Composes the activation and keeps the result. */
static bool learn(activation_cache *c, activation *a, const occasion *at, recalled *entry)
{
    uint64_t before = a->tried; /* a->tried goes on counting across activations */

    if (!activation_compose(a, c->adapter, intern_table_key(&c->fires, at->fire), at->actor, at->target) ||
        !salvo_grow(&c->joint_states, &c->joint_states_capacity, c->n_joint_states + a->n, sizeof *c->joint_states))
        return false;
    *entry = (recalled){c->n_joint_states, a->n, a->throws, a->tried - before};
    memcpy(c->joint_states + c->n_joint_states, a->joint_states, a->n * sizeof *a->joint_states);
    c->n_joint_states += a->n;
    return true;
}

bool activation_cache_fire(activation_cache *c, const void *fire, uint32_t *number)
{
    bool is_new;

    return intern_table_of(&c->fires, fire, number, &is_new);
}

bool activation_recall(activation_cache *c, activation *a, uint32_t fire, const uint8_t *actor, const uint8_t *target)
{
    occasion at = {.fire = fire};
    uint32_t number;
    bool is_new;
    const recalled *entry;

    if (c->n_joint_states > JOINT_STATES_KEPT_MAX)
        forget(c);
    memcpy(at.actor, actor, sizeof at.actor);
    memcpy(at.target, target, sizeof at.target);
    if (!intern_table_of(&c->known, &at, &number, &is_new) ||
        !salvo_grow(&c->entries, &c->entries_capacity, c->known.count, sizeof *c->entries))
        return false;
    if (is_new)
        return learn(c, a, &at, &c->entries[number]);
    entry = &c->entries[number];
    a->n = entry->n;
    a->throws = entry->throws;
    a->tried += entry->tried; /* counts as tried again, so that limits on work do not depend on what the cache holds */
    memcpy(a->joint_states, c->joint_states + entry->first, entry->n * sizeof *a->joint_states);
    return true;
}
