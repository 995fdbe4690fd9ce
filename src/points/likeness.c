/* Fires are compared by their bytes, as classes are: where both fire alike, the same dice do the same to the same
 * opponent. */
#include "points/likeness.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"

static uint64_t hash_of(const unit_pool *m, size_t by, size_t at, const matchup *in, size_t range, bool moving,
                        void *fire)
{
    const salvo_conditions conditions = {.range = m->ranges[range], .moving = moving, .target_moving = moving};

    memset(fire, 0, m->adapter->fire_size); /* padding is compared, too */
    m->adapter->aim(m->settings[in->setting].field.situation, m->units[by].in[in->by].element,
                    m->units[at].in[in->at].element, &conditions, fire);
    return salvo_hash(SALVO_HASH, fire, m->adapter->fire_size);
}

salvo_status fire_book_read(fire_book *to, const unit_pool *m, salvo_arena *memory, salvo_error *err)
{
    void *fire = salvo_arena_array(memory, 1, m->adapter->fire_size);
    size_t at = 0;

    *to = (fire_book){.m = m, .slots = m->n * m->n_matchups * m->n_ranges * 2};
    to->given = salvo_arena_array(memory, m->n * to->slots, sizeof *to->given);
    to->taken = salvo_arena_array(memory, m->n * to->slots, sizeof *to->taken);
    if (!fire || !to->given || !to->taken)
        return salvo_fail_memory(err);
    for (size_t u = 0; u < m->n; u++)
        for (size_t k = 0; k < m->n; k++)
            for (size_t place = 0; place < m->n_matchups * m->n_ranges; place++)
                for (int moving = 0; moving <= 1; moving++, at++) {
                    const matchup *in = &m->matchups[place / m->n_ranges];
                    const size_t r = place % m->n_ranges;

                    to->given[at] = hash_of(m, u, k, in, r, moving, fire);
                    to->taken[at] = hash_of(m, k, u, in, r, moving, fire);
                }
    return SALVO_OK;
}

static double share_alike(const uint64_t *a, const uint64_t *b, size_t n)
{
    size_t alike = 0;

    for (size_t i = 0; i < n; i++)
        alike += a[i] == b[i];
    return (double)alike / (double)n;
}

/* 1: as much; less the farther apart. What both have none of is as much. */
static double nearness(double ratio)
{
    return isnan(ratio) ? 1 : ratio > 1 ? 1 / ratio : ratio;
}

/* Strength and fire weigh the same; speed, which matters in few battles, a quarter. */
static double alike(const salvo_likeness *like)
{
    return like->fires + like->fired_at + nearness(like->strength) + nearness(like->speed) / 4;
}

/* Puts it in its place among those listed; the least alike falls out. */
static void insert(salvo_price_reason *of, salvo_likeness like)
{
    size_t at = of->n_like;

    while (at > 0 && alike(&of->like[at - 1]) < alike(&like))
        at--;
    if (at == SALVO_LIKE_MAX)
        return;
    of->n_like += of->n_like < SALVO_LIKE_MAX;
    memmove(&of->like[at + 1], &of->like[at], (of->n_like - 1 - at) * sizeof *of->like);
    of->like[at] = like;
}

static bool is_as_strong_and_fast(const unit_pool *m, const candidate *a, const candidate *b)
{
    for (size_t in = 0; in < 2 * m->n_settings; in++)
        if (a->in[in].full != b->in[in].full || a->in[in].speed != b->in[in].speed)
            return false;
    return true;
}

void likeness_find(salvo_price_reason *of, const fire_book *book, const bool *is_other)
{
    const candidate *units = book->m->units;
    const size_t u = of->unit, n = book->slots;
    size_t same = 0;

    of->n_like = 0;
    for (size_t k = 0; k < book->m->n; k++) {
        salvo_likeness like = {.unit = k};

        if (k == u || (is_other && !is_other[k]))
            continue;
        like.strength = (double)units[k].in->full / units[u].in->full;
        like.speed = units[u].in->speed > 0 ? units[k].in->speed / units[u].in->speed : NAN;
        like.fires = share_alike(book->given + u * n, book->given + k * n, n);
        like.fired_at = share_alike(book->taken + u * n, book->taken + k * n, n);
        like.same = is_as_strong_and_fast(book->m, &units[k], &units[u]) && like.fires == 1 && like.fired_at == 1;
        insert(of, like);
    }
    while (same < of->n_like && of->like[same].same)
        same++;
    of->n_like = same ? same : of->n_like;
}
