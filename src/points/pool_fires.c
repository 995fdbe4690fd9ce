/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the units of a pool do to each other: which can harm which, the hash of every fire, and the classes of units that
 * no battle of the plan distinguishes. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "points/pool_steps.h"

/* false: from now on only necessary work is done. */
static bool has_time(unit_pool *pool)
{
    pool->hurried = pool->hurried || (pool->patience && !pool->patience->goes_on(pool->patience->context));
    return !pool->hurried;
}

/* Prepares the fire of one unit at another while both stand or both move. Returns false if it can never weaken the
 * target. */
static bool prepare_fire(const unit_pool *pool, const candidate *by, const candidate *at, const fielding_pair *in,
                         double range, bool moving, void *fire)
{
    const salvo_circumstances unit_states = {.range = range, .moving = moving, .target_moving = moving};

    memset(fire, 0,
           pool->adapter->fire_size); /* adapters do not write padding, and fires are compared by their bytes */
    pool->adapter->aim(pool->settings[in->setting].field.situation, by->in[in->by].element, at->in[in->at].element,
                       &unit_states, fire);
    return pool->adapter->can_harm(fire, by->in[in->by].fresh, at->in[in->at].fresh);
}

/* Returns where closing lines end, if any close in; else a range of the plan. */
static double nearest_range(const unit_pool *pool, size_t in)
{
    bool closing = pool->plan->scenarios[SALVO_ADVANCE] > 0 || pool->plan->scenarios[SALVO_MEETING] > 0;

    if (!closing)
        return pool->ranges[0];
    return pool->plan->battle.close_to >= 0 ? pool->plan->battle.close_to
                                            : pool->adapter->closest(pool->settings[in].field.situation);
}

/* Measures what unit i can harm in a pair of fieldings. */
static void measure_harm(unit_pool *pool, size_t i, const fielding_pair *in, void *fire)
{
    /* n includes the unit itself: a mirror match counts. */
    double all = (double)(pool->n * pool->n_ranges * pool->n_fielding_pairs),
           nearest = nearest_range(pool, in->setting);

    for (size_t k = 0; k < pool->n && (has_time(pool) || !pool->units[i].dangerous); k++) {
        pool->units[i].dangerous |= prepare_fire(pool, &pool->units[i], &pool->units[k], in, nearest, false, fire);
        for (size_t r = 0; r < pool->n_ranges; r++) {
            bool harms = prepare_fire(pool, &pool->units[i], &pool->units[k], in, pool->ranges[r], false, fire);

            pool->units[i].dangerous |= harms;
            pool->units[i].harms += harms / all;
            pool->units[k].harmed += harms / all;
        }
    }
}

/* Leaves out units that cannot harm anything: players buy them for other uses, which these battles do not show. */
static salvo_status leave_out_harmless(unit_pool *pool, salvo_error *err)
{
    size_t kept = 0;
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < pool->n && status == SALVO_OK; i++)
        if (pool->units[i].dangerous)
            pool->units[kept++] = pool->units[i];
        else
            status = pool_leave_out(pool, pool->units[i].id, pool->units[i].name,
                                    "it cannot damage anything in these battles", err);
    pool->n = kept;
    if (status != SALVO_OK || pool->n >= 2)
        return status;
    return salvo_fail(err, SALVO_BAD_INPUT, "prices need two units or more; %s here can fight%s%s",
                      pool->n ? "only one" : "none", pool->n_left_out ? ": " : "",
                      pool->n_left_out ? pool->left_out[0].why : "");
}

/* This precedes the classes, because units that are left out must not distinguish others. */
salvo_status pool_find_harm(unit_pool *pool, salvo_error *err)
{
    void *fire = salvo_arena_array(pool->memory, 1, pool->adapter->fire_size);

    if (!fire)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < pool->n; i++)
        for (size_t in = 0; in < pool->n_fielding_pairs; in++)
            measure_harm(pool, i, &pool->fielding_pairs[in], fire);
    for (size_t i = 0; i < pool->n && pool->hurried; i++)
        pool->units[i].harms = pool->units[i].harmed = NAN;
    return leave_out_harmless(pool, err);
}

/* Hashes the fires of one unit at another in a pair of fieldings, standing and moving, at every range and halfway before
 * it. */
static void hash_fires(unit_pool *pool, size_t by, size_t at, size_t number, void *fire)
{
    for (size_t r = 0; r < pool->n_ranges; r++)
        for (int end = 0; end <= 1; end++)
            for (int moving = 0; moving <= 1; moving++) {
                const double nearer = r == 0 ? 0 : pool->ranges[r - 1];
                const double range = end ? pool->ranges[r] : (nearer + pool->ranges[r]) / 2;

                prepare_fire(pool, &pool->units[by], &pool->units[at], &pool->fielding_pairs[number], range, moving,
                             fire);
                pool->fires[fire_number(pool, by, at, fire_slot(pool, number, r, end, moving))] =
                    salvo_hash(SALVO_HASH, fire, pool->adapter->fire_size);
            }
}

salvo_status pool_hash_fires(unit_pool *pool, salvo_error *err)
{
    void *fire = salvo_arena_array(pool->memory, 1, pool->adapter->fire_size);

    pool->fires = salvo_arena_array(pool->memory, pool->n * pool->n, fire_slots(pool) * sizeof *pool->fires);
    if (!fire || !pool->fires)
        return salvo_fail_memory(err);
    for (size_t by = 0; by < pool->n; by++)
        for (size_t at = 0; at < pool->n && has_time(pool); at++)
            for (size_t in = 0; in < pool->n_fielding_pairs; in++)
                hash_fires(pool, by, at, in, fire);
    pool->fires = pool->hurried ? NULL : pool->fires;
    return SALVO_OK;
}

/* Hashes everything that a unit does to others and others to it. No battle of the plan distinguishes two units with the
 * same hash. */
static uint64_t hash_unit(const unit_pool *pool, size_t unit)
{
    const candidate *c = &pool->units[unit];
    uint64_t hash = SALVO_HASH;

    for (size_t i = 0; i < pool->n; i++)
        for (size_t slot = 0; slot < fire_slots(pool); slot++) {
            hash = salvo_hash_number(hash, pool->fires[fire_number(pool, unit, i, slot)]);
            hash = salvo_hash_number(hash, pool->fires[fire_number(pool, i, unit, slot)]);
        }
    for (size_t in = 0; in < pool->n_fielding_pairs; in++) {
        const fielded *by = &c->in[pool->fielding_pairs[in].by];

        hash = salvo_hash(hash, &by->speed, sizeof by->speed);
        hash = salvo_hash(hash, &by->full, sizeof by->full);
    }
    return hash;
}

/* Classes are in the order of their first unit. They are compared by hash only, if there are hashes. */
salvo_status pool_find_classes(unit_pool *pool, salvo_error *err)
{
    uint64_t *hashes = salvo_arena_array(pool->memory, pool->n, sizeof *hashes);

    pool->first_of = salvo_arena_array(pool->memory, pool->n, sizeof *pool->first_of);
    if (!hashes || !pool->first_of)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < pool->n; i++) {
        size_t k = 0;

        /* For a hundred units a linear search takes little time. */
        hashes[i] = pool->fires ? hash_unit(pool, i) : i;
        while (k < pool->n_classes && hashes[pool->first_of[k]] != hashes[i])
            k++;
        if (k == pool->n_classes)
            pool->first_of[pool->n_classes++] = i;
        pool->units[i].class = k;
    }
    return SALVO_OK;
}

salvo_status pool_join_classes(unit_pool *one, unit_pool *other, salvo_error *err)
{
    size_t *class = salvo_arena_array(other->memory, one->n, sizeof *class);
    size_t *first_of = salvo_arena_array(one->memory, one->n, sizeof *first_of), n = 0;

    if (!class || !first_of)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < one->n; u++) {
        size_t k = 0;

        while (k < n && (one->units[first_of[k]].class != one->units[u].class ||
                         other->units[first_of[k]].class != other->units[u].class))
            k++;
        if (k == n)
            first_of[n++] = u;
        class[u] = k;
    }
    for (size_t u = 0; u < one->n; u++)
        one->units[u].class = other->units[u].class = class[u];
    one->first_of = other->first_of = first_of;
    one->n_classes = other->n_classes = n;
    return SALVO_OK;
}
