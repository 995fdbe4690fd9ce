/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table in which a new answer replaces an old one with the same hash: no list, no counting, and a fixed limit of
 * memory. A lost answer costs one question and nothing else. */
#include "rules/lua/memos.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { FIRST = 128 }; /* places */

/* The multiplication spreads the bits upwards, and the shift moves them down to the bits that choose the place. */
static unsigned char *place_of(const memos *m, const void *key)
{
    uint64_t hash = SALVO_HASH;

    for (size_t i = 0; i < m->key; i += sizeof hash) {
        uint64_t word;

        memcpy(&word, (const unsigned char *)key + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return m->bytes + (size_t)(hash & (m->places - 1)) * (m->key + m->answer);
}

void memos_free(memos *m)
{
    free(m->bytes);
    m->bytes = NULL;
    m->places = m->kept = 0;
}

const void *memos_find(const memos *m, const void *key)
{
    const unsigned char *place = m->bytes ? place_of(m, key) : NULL;

    return place && memcmp(place, key, m->key) == 0 ? place + m->key : NULL;
}

static void put(memos *m, const void *key, const void *answer)
{
    unsigned char *place = place_of(m, key);

    memcpy(place, key, m->key);
    memcpy(place + m->key, answer, m->answer);
}

static bool is_kept(const memos *m, const unsigned char *place)
{
    for (size_t i = 0; i < m->key; i++)
        if (place[i])
            return true;
    return false;
}

/* Makes the table four times as large. */
static void grow(memos *m)
{
    memos more = {m->key, m->answer, m->most, m->places ? 4 * m->places : FIRST, 0, NULL};

    more.bytes = calloc(more.places, m->key + m->answer);
    if (!more.bytes)
        return;
    for (size_t i = 0; i < m->places; i++) {
        const unsigned char *place = m->bytes + i * (m->key + m->answer);

        if (is_kept(m, place))
            put(&more, place, place + m->key);
    }
    free(m->bytes);
    m->bytes = more.bytes;
    m->places = more.places;
    m->kept = 0;
}

/* Most rulebooks answer few questions after opening, so the table begins small. It grows when it is half full, or after
 * answers have replaced each other for a while. */
void memos_keep(memos *m, const void *key, const void *answer)
{
    if (m->kept++ >= m->places / 2 && m->places < m->most)
        grow(m);
    if (m->bytes)
        put(m, key, answer);
}
