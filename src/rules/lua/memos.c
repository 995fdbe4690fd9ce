#include "rules/lua/memos.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* The multiplication spreads upwards, the shift brings what it made down to the bits that choose the place. */
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
}

const void *memos_find(const memos *m, const void *key)
{
    const unsigned char *place = m->bytes ? place_of(m, key) : NULL;

    return place && memcmp(place, key, m->key) == 0 ? place + m->key : NULL;
}

/* The room is made with the first answer: most rulebooks are opened and asked little. */
void memos_keep(memos *m, const void *key, const void *answer)
{
    unsigned char *place;

    if (!m->bytes)
        m->bytes = calloc(m->places, m->key + m->answer);
    if (!m->bytes)
        return;
    place = place_of(m, key);
    memcpy(place, key, m->key);
    memcpy(place + m->key, answer, m->answer);
}
