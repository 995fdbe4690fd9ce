#include "base/numbering.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

enum { PLACES_MIN = 256 }; /* a power of two */

/* FNV-1a, 64 bits (Fowler, Noll, Vo), folded. */
static size_t hash_of(const unsigned char *bytes, size_t n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* The place where the key stands, or the empty one where it would. */
static size_t place_of(const numbering *n, const void *key)
{
    size_t at = hash_of(key, n->key_size) & (n->n_places - 1);

    while (n->places[at] && memcmp(numbering_key(n, n->places[at] - 1), key, n->key_size) != 0)
        at = (at + 1) & (n->n_places - 1);
    return at;
}

static bool double_places(numbering *n)
{
    size_t n_places = n->n_places ? n->n_places * 2 : PLACES_MIN;
    uint32_t *places = calloc(n_places, sizeof *places);

    if (!places)
        return false;
    free(n->places);
    n->places = places;
    n->n_places = n_places;
    for (uint32_t i = 0; i < n->count; i++)
        n->places[place_of(n, numbering_key(n, i))] = i + 1;
    return true;
}

bool numbering_of(numbering *n, const void *key, uint32_t *number, bool *is_new)
{
    size_t at;

    if (2 * (n->count + 1) > n->n_places && !double_places(n))
        return false;
    at = place_of(n, key);
    *is_new = n->places[at] == 0;
    if (!*is_new) {
        *number = n->places[at] - 1;
        return true;
    }
    if (!salvo_grow(&n->keys, &n->keys_capacity, (n->count + 1) * n->key_size, 1))
        return false;
    memcpy(n->keys + n->count * n->key_size, key, n->key_size);
    *number = (uint32_t)n->count++;
    n->places[at] = *number + 1;
    return true;
}

void numbering_free(numbering *n)
{
    free(n->keys);
    free(n->places);
    memset(n, 0, sizeof *n);
}
