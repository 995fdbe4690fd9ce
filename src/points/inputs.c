/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fires are compared by their bytes, units and the field by a hash of the answers that the battle chain needs. If a
 * ruleset's adapter has functions whose answers cannot be listed, there are no inputs: its battles are never known. */
#include "points/inputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "points/pair_match.h"

enum { AIMS_MAX = 1 << 20 }; /* with more, none are kept, and no battle is known */

/* FNV-1a by words of 8 bytes instead of bytes. The high half is folded down, because FNV alone mixes a word too
 * slowly. */
static uint64_t hash_number(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * UINT64_C(0x100000001b3); /* FNV-1a's 64-bit prime */
    return hash ^ hash >> 32;
}

/* Hashes who begins, for every throw of the initiative. */
static uint64_t hash_order(uint64_t hash, const unit_pool *pool)
{
    const salvo_battle_adapter *adapter = pool->adapter;
    uint8_t faces[SALVO_DICE_MAX];
    salvo_dice dice;

    if (!adapter->order)
        return hash;
    adapter->order_dice(pool->settings[0].field.situation, &dice);
    hash = hash_number(hash, dice.count);
    salvo_dice_first(&dice, faces);
    do {
        hash = hash_number(hash, salvo_dice_weight(&dice, faces));
        hash = hash_number(hash, (uint64_t)adapter->order(pool->settings[0].field.situation, faces));
    } while (salvo_dice_next(&dice, faces));
    return hash;
}

static uint64_t hash_double(uint64_t hash, double number)
{
    uint64_t bits;

    memcpy(&bits, &number, sizeof bits);
    return hash_number(hash, bits);
}

static uint64_t hash_field(const unit_pool *pool)
{
    const salvo_battle_adapter *adapter = pool->adapter;
    uint64_t hash = hash_double(SALVO_HASH, adapter->closest(pool->settings[0].field.situation));

    if (adapter->turn_limit)
        hash = hash_number(hash, (uint64_t)adapter->turn_limit(pool->settings[0].field.situation));
    return hash_order(hash, pool);
}

/* Hashes the strength in every unit state that differs from the fresh one in one byte. */
static uint64_t hash_strengths(uint64_t hash, const unit_pool *pool, const candidate *c)
{
    for (size_t i = 0; i < SALVO_ELEMENT_BYTES; i++)
        for (int byte = 0; byte <= UINT8_MAX; byte++) {
            uint8_t unit_state[SALVO_ELEMENT_BYTES];

            memcpy(unit_state, c->in[0].fresh, sizeof unit_state);
            unit_state[i] = (uint8_t)byte;
            hash = hash_number(hash, (uint64_t)pool->adapter->strength(c->in[0].element, unit_state));
        }
    return hash;
}

static uint64_t hash_unit(const unit_pool *pool, const candidate *c)
{
    uint64_t hash = salvo_hash(SALVO_HASH, c->in[0].fresh, sizeof c->in[0].fresh);

    hash = hash_strengths(hash, pool, c);
    hash = hash_double(hash, c->price);
    hash = hash_double(hash, c->in[0].speed);
    return hash_number(hash, (uint64_t)c->in[0].full);
}

/* Returns whether the hashes cover all functions of the adapter, and all settings. */
static bool can_be_listed(const unit_pool *pool)
{
    const salvo_battle_adapter *adapter = pool->adapter;

    return pool->n_settings == 1 && pool->settings[0].of->n_defender == 0 && !adapter->limits && !adapter->after_dice &&
           !adapter->is_stopped;
}

/* Lists the numbers of the model's aims without repetition. */
static uint32_t *list_aims(const inputs *in, const battle_model *model, bool *listed, size_t *n_listed)
{
    const size_t n = battle_model_fire_number(model, model->n_places, SIDE_A, 0, 0);
    uint32_t *aims = salvo_arena_array(in->memory, n, sizeof *aims);

    *n_listed = 0;
    for (size_t i = 0; aims && i < n; i++)
        if (!listed[model->aims[i]]) {
            listed[model->aims[i]] = true;
            aims[(*n_listed)++] = model->aims[i];
        }
    for (size_t i = 0; aims && i < *n_listed; i++)
        listed[aims[i]] = false;
    return aims;
}

static salvo_status read_match(inputs *in, size_t pair, size_t at, int attacker, const uint32_t **aims, bool *listed,
                               salvo_error *err)
{
    const pair_run *run = in->run;
    salvo_arena *memory = salvo_arena_new();
    battle_model *model = memory ? salvo_arena_array(memory, 1, sizeof *model) : NULL;
    salvo_status status = model ? pair_match_prepare(model, run->pool, &run->pairs[pair], &run->pool->conditions[at],
                                                     attacker, &in->cache, memory, err)
                                : salvo_fail_memory(err);

    if (status == SALVO_OK && in->cache.n_aims <= AIMS_MAX) {
        const size_t number = pair_match_number(run->pool, pair, at, attacker);

        aims[number] = list_aims(in, model, listed, &in->n_aims[number]);
        status = aims[number] ? SALVO_OK : salvo_fail_memory(err);
    }
    salvo_arena_free(memory);
    return status;
}

/* Assigns the numbers 0, 1, ... to the elements. */
static salvo_status number_units(inputs *in, const bool *bought, salvo_error *err)
{
    const unit_pool *pool = in->run->pool;
    uint32_t number;

    for (size_t u = 0; u < pool->n; u++) {
        if (!compile_cache_element(&in->cache, pool->units[u].in[0].element, &number))
            return salvo_fail_memory(err);
        in->units[u] = bought[u] ? hash_unit(pool, &pool->units[u]) : 0;
    }
    return SALVO_OK;
}

static salvo_status read_matches(inputs *in, const uint32_t **aims, salvo_error *err)
{
    const unit_pool *pool = in->run->pool;
    bool *listed = calloc(AIMS_MAX + 1, sizeof *listed);
    salvo_status status = listed ? SALVO_OK : salvo_fail_memory(err);

    for (size_t i = 0; i < in->run->n; i++)
        for (size_t at = 0; at < pool->n_conditions && in->cache.n_aims <= AIMS_MAX; at++)
            for (int attacker = 0; attacker < attackers_at(&pool->conditions[at]) && status == SALVO_OK; attacker++)
                status = read_match(in, i, at, attacker, aims, listed, err);
    free(listed);
    return status;
}

salvo_status inputs_read(inputs *in, const pair_run *run, const bool *bought, salvo_error *err)
{
    const unit_pool *pool = run->pool;
    const size_t n = pair_match_number(pool, run->n, 0, 0);
    const uint32_t **aims;
    salvo_status status;

    *in = (inputs){.run = run, .memory = salvo_arena_new()};
    if (!in->memory || !compile_cache_init(&in->cache, pool->adapter))
        return salvo_fail_memory(err);
    in->aims = aims = salvo_arena_array(in->memory, n, sizeof *aims);
    in->n_aims = salvo_arena_array(in->memory, n, sizeof *in->n_aims);
    in->units = salvo_arena_array(in->memory, pool->n, sizeof *in->units);
    if (!aims || !in->n_aims || !in->units)
        return salvo_fail_memory(err);
    if (!can_be_listed(pool))
        return SALVO_OK;
    in->field = hash_field(pool);
    status = number_units(in, bought, err);
    if (status == SALVO_OK)
        status = read_matches(in, aims, err);
    if (in->cache.n_aims <= AIMS_MAX)
        in->n_matches = n;
    return status;
}

void inputs_free(inputs *in)
{
    compile_cache_free(&in->cache);
    salvo_arena_free(in->memory);
    memset(in, 0, sizeof *in);
}

/* Returns whether the same aim in the variant has the same bytes. `fire` is scratch room. */
static bool is_aimed_alike(const inputs *in, const unit_pool *pool, size_t number, void *fire)
{
    const aim *how = &in->cache.aims[number];
    const aim_pair *pair = compile_cache_pair_of(&in->cache, how);
    const salvo_circumstances circumstances = compile_cache_circumstances(&in->cache, how);
    const void *actor = pool->units[pair->element].in[0].element, *target = pool->units[pair->at].in[0].element;

    if (pool->adapter->check &&
        pool->adapter->check(pool->settings[0].field.situation, actor, target, &circumstances, NULL) != SALVO_OK)
        return false;
    memset(fire, 0, pool->adapter->fire_size);
    pool->adapter->aim(pool->settings[0].field.situation, actor, target, &circumstances, fire);
    return memcmp(fire, how->fire->bytes, pool->adapter->fire_size) == 0;
}

/* Which inputs are the same in the variant. */
typedef struct likeness {
    bool *units, *aims;
} likeness;

static bool is_match_same(const inputs *in, size_t pair, size_t match, const likeness *same)
{
    const army_pair *armies = &in->run->pairs[pair];
    bool alike = true;

    for (int side = 0; side < 2; side++)
        for (int k = 0; k < armies->side[side].n_kinds; k++)
            alike = alike && same->units[armies->side[side].kind[k]];
    for (size_t i = 0; i < in->n_aims[match] && alike; i++)
        alike = same->aims[in->aims[match][i]];
    return alike;
}

static salvo_status compare_matches(const inputs *in, const unit_pool *pool, const bool *bought, bool *same,
                                    salvo_arena *memory, salvo_error *err)
{
    const size_t n_aims = in->cache.n_aims, matches_of_pair = pair_match_number(pool, 1, 0, 0);
    const likeness like = {salvo_arena_array(memory, pool->n, sizeof *like.units),
                           salvo_arena_array(memory, n_aims, sizeof *like.aims)};
    void *fire = salvo_arena_array(memory, 1, pool->adapter->fire_size);

    if (!like.units || !like.aims || !fire)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < pool->n; u++)
        like.units[u] = bought[u] && hash_unit(pool, &pool->units[u]) == in->units[u];
    for (size_t i = 0; i < n_aims; i++)
        like.aims[i] = is_aimed_alike(in, pool, i, fire);
    for (size_t i = 0; i < in->n_matches; i++)
        same[i] = is_match_same(in, i / matches_of_pair, i, &like);
    return SALVO_OK;
}

salvo_status inputs_compare(const inputs *in, const unit_pool *pool, const bool *bought, bool *same, salvo_error *err)
{
    salvo_arena *memory;
    salvo_status status;

    /* Other rules may make another battle of the same inputs. */
    if (!in->n_matches || pool->adapter != in->run->pool->adapter || hash_field(pool) != in->field)
        return SALVO_OK; /* nothing is known to be the same */
    memory = salvo_arena_new();
    status = memory ? compare_matches(in, pool, bought, same, memory, err) : salvo_fail_memory(err);
    salvo_arena_free(memory);
    return status;
}
