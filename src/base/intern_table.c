/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open addressing with linear probing, at most half full. Keys are stored in the order of their numbers, so they are
 * also the list of all keys. The table holds only numbers and hashes. */
#include "base/intern_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/wide.h"

enum { PLACES_MIN = 64 }; /* a power of two */

/* Multiplies and folds (the upper half of the product onto the lower), so that every bit of `a` affects every bit of
 * the result. */
static inline uint64_t mix(uint64_t a)
{
    const uint64_t factor = UINT64_C(0xa0761d6478bd642f);

    a ^= UINT64_C(0x9e3779b97f4a7c15);
    return a * factor ^ wide_upper(a, factor);
}

/* Hashes eight bytes at a time. The last word overlaps the one before it, or is all of a shorter key. The hash depends
 * on the machine's byte order; numbers do not. */
static inline uint32_t hash_of(const unsigned char *bytes, size_t n)
{
    uint64_t hash = n, word = 0; /* includes the length */

    if (n < sizeof word) {
        memcpy(&word, bytes, n);
        return (uint32_t)mix(hash ^ word);
    }
    for (size_t i = 0; i + sizeof word < n; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        hash = mix(hash ^ word);
    }
    memcpy(&word, bytes + n - sizeof word, sizeof word);
    return (uint32_t)mix(hash ^ word);
}

/* The place of the key, or the empty place where it belongs. */
static inline size_t place_of(const intern_table *n, const void *key, uint32_t hash)
{
    size_t at = hash & (n->n_places - 1);

    while (n->places[at].next_number &&
           (n->places[at].hash != hash || /* compares hashes first, because keys are longer */
            memcmp(intern_table_key(n, n->places[at].next_number - 1), key, n->key_size) != 0))
        at = (at + 1) & (n->n_places - 1);
    return at;
}

/* Doubles the table. The stored hashes determine all places, so keys need not be read again. */
static bool double_places(intern_table *n)
{
    size_t n_places = n->n_places ? n->n_places * 2 : PLACES_MIN;
    intern_table_place *places = calloc(n_places, sizeof *places);

    if (!places)
        return false;
    for (size_t i = 0; i < n->n_places; i++) {
        size_t at = n->places[i].hash & (n_places - 1);

        if (!n->places[i].next_number)
            continue;
        while (places[at].next_number)
            at = (at + 1) & (n_places - 1);
        places[at] = n->places[i];
    }
    free(n->places);
    n->places = places;
    n->n_places = n_places;
    return true;
}

bool intern_table_of(intern_table *n, const void *key, uint32_t *number, bool *is_new)
{
    uint32_t hash = hash_of(key, n->key_size);
    size_t at;

    /* Before the search, so that there always is an empty place. */
    if (2 * (n->count + 1) > n->n_places && !double_places(n))
        return false;
    at = place_of(n, key, hash);
    *is_new = n->places[at].next_number == 0;
    if (!*is_new) {
        *number = n->places[at].next_number - 1;
        return true;
    }
    if (!salvo_grow(&n->keys, &n->keys_capacity, (n->count + 1) * n->key_size, 1))
        return false;
    memcpy(n->keys + n->count * n->key_size, key, n->key_size);
    *number = (uint32_t)n->count++;
    n->places[at] = (intern_table_place){*number + 1, hash};
    return true;
}

bool intern_table_has(const intern_table *n, const void *key)
{
    return n->count > 0 && n->places[place_of(n, key, hash_of(key, n->key_size))].next_number != 0;
}

void intern_table_clear(intern_table *n)
{
    if (n->count)
        memset(n->places, 0, n->n_places * sizeof *n->places);
    n->count = 0;
}

void intern_table_free(intern_table *n)
{
    free(n->keys);
    free(n->places);
    memset(n, 0, sizeof *n);
}
