/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fires are compared by their bytes, as for classes: if two units fire alike, the same dice have the same effect on the
 * same opponent. */
#include "points/reasons.h"

#include <math.h>
#include <string.h>

/* Whether a unit fires at its opponents, or they fire at it. */
typedef enum { FIRES, FIRED_AT } direction;

static uint64_t fire_of(const unit_pool *pool, direction way, size_t unit, size_t opponent, size_t slot)
{
    return pool
        ->fires[way == FIRES ? fire_number(pool, unit, opponent, slot) : fire_number(pool, opponent, unit, slot)];
}

/* Returns the share of opponents, pairs of fieldings, ranges and states of motion in which two units are alike. */
static double share_alike(const unit_pool *pool, direction way, size_t a, size_t b)
{
    size_t alike = 0, all = 0;

    for (size_t k = 0; k < pool->n; k++)
        for (size_t in = 0; in < pool->n_fielding_pairs; in++)
            for (size_t r = 0; r < pool->n_ranges; r++)
                for (int moving = 0; moving <= 1; moving++, all++) {
                    const size_t slot = fire_slot(pool, in, r, true, moving);

                    alike += fire_of(pool, way, a, k, slot) == fire_of(pool, way, b, k, slot);
                }
    return (double)alike / (double)all;
}

/* 1: equal; the smaller, the farther apart. Two zeros are equal. */
static double nearness(double ratio)
{
    return isnan(ratio) ? 1 : ratio > 1 ? 1 / ratio : ratio;
}

/* Strength and fire have equal weights. Speed, which matters in few battles, has a quarter. */
static double similarity(const salvo_similar_unit *like)
{
    return like->fires + like->fired_at + nearness(like->strength) + nearness(like->speed) / 4;
}

/* Inserts it into the sorted list and drops the least similar one. */
static void insert_similar(salvo_price_reason *of, salvo_similar_unit like)
{
    size_t at = of->n_similar;

    while (at > 0 && similarity(&of->similar[at - 1]) < similarity(&like))
        at--;
    if (at == SALVO_SIMILAR_MAX)
        return;
    of->n_similar += of->n_similar < SALVO_SIMILAR_MAX;
    memmove(&of->similar[at + 1], &of->similar[at], (of->n_similar - 1 - at) * sizeof *of->similar);
    of->similar[at] = like;
}

static bool is_as_strong_and_fast(const unit_pool *pool, const candidate *a, const candidate *b)
{
    for (size_t in = 0; in < 2 * pool->n_settings; in++)
        if (a->in[in].full != b->in[in].full || a->in[in].speed != b->in[in].speed)
            return false;
    return true;
}

void likeness_find(salvo_price_reason *of, const unit_pool *pool, const bool *is_other)
{
    const candidate *units = pool->units;
    const size_t u = of->unit;
    size_t same = 0;

    of->n_similar = 0;
    for (size_t k = 0; k < pool->n && pool->fires; k++) {
        salvo_similar_unit like = {.unit = k};

        if (k == u || (is_other && !is_other[k]))
            continue;
        like.strength = (double)units[k].in->full / units[u].in->full;
        like.speed = units[u].in->speed > 0 ? units[k].in->speed / units[u].in->speed : NAN;
        like.fires = share_alike(pool, FIRES, u, k);
        like.fired_at = share_alike(pool, FIRED_AT, u, k);
        like.same = is_as_strong_and_fast(pool, &units[k], &units[u]) && like.fires == 1 && like.fired_at == 1;
        /* A unit that neither fires alike nor is fired at alike is not similar, whatever its strength and speed. */
        if (like.fires > 0 || like.fired_at > 0)
            insert_similar(of, like);
    }
    while (same < of->n_similar && of->similar[same].same)
        same++;
    of->n_similar = same ? same : of->n_similar;
}
