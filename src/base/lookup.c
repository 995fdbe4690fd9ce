/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/lookup.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"

typedef struct place {
    uint32_t next_number; /* the text's number + 1; 0: empty */
    uint32_t hash;
} place;

/* The arena owns all arrays. They never grow, because the number of texts is known. */
struct salvo_lookup {
    const char **texts;
    size_t count;
    place *places; /* open addressing, at most half full */
    size_t n_places;
};

/* The number of places is a power of two, at least twice that of the texts, so that a search always finds an empty
 * one. */
salvo_lookup *salvo_lookup_new(size_t n, salvo_arena *memory)
{
    salvo_lookup *lookup = salvo_arena_array(memory, 1, sizeof *lookup);

    if (!lookup)
        return NULL;
    for (lookup->n_places = 2; lookup->n_places < 2 * n + 2;)
        lookup->n_places *= 2;
    lookup->texts = salvo_arena_array(memory, n, sizeof *lookup->texts);
    lookup->places = salvo_arena_array(memory, lookup->n_places, sizeof *lookup->places);
    return lookup->texts && lookup->places ? lookup : NULL;
}

/* Equal for texts that differ only in case. */
static uint32_t hash_of(const char *text, size_t length)
{
    uint64_t hash = SALVO_HASH;

    for (size_t i = 0; i < length; i++) {
        char small = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];

        hash = salvo_hash(hash, &small, 1);
    }
    return (uint32_t)(hash ^ hash >> 32);
}

/* The place of such a text, or the empty one where it belongs. */
static place *place_of(const salvo_lookup *lookup, const char *text, size_t length, uint32_t hash)
{
    size_t at = hash & (lookup->n_places - 1);

    for (; lookup->places[at].next_number; at = (at + 1) & (lookup->n_places - 1)) {
        const char *other = lookup->texts[lookup->places[at].next_number - 1];

        if (lookup->places[at].hash == hash && strlen(other) == length && strncasecmp(other, text, length) == 0)
            break;
    }
    return &lookup->places[at];
}

/* The first text with a name keeps it. A caller that adds a second learns its number, and can report it. */
long salvo_lookup_add(salvo_lookup *lookup, const char *text)
{
    size_t length = strlen(text);
    uint32_t hash = hash_of(text, length);
    place *at = place_of(lookup, text, length, hash);

    if (at->next_number)
        return (long)at->next_number - 1;
    lookup->texts[lookup->count++] = text;
    *at = (place){(uint32_t)lookup->count, hash};
    return -1;
}

long salvo_lookup_like(const salvo_lookup *lookup, const char *text)
{
    size_t length = strlen(text);

    return (long)place_of(lookup, text, length, hash_of(text, length))->next_number - 1;
}

/* Searches without regard to case first; then the bytes must be equal. */
long salvo_lookup_find(const salvo_lookup *lookup, const char *text, size_t length)
{
    const place *at = place_of(lookup, text, length, hash_of(text, length));
    const char *found = at->next_number ? lookup->texts[at->next_number - 1] : NULL;

    return found && memcmp(found, text, length) == 0 ? (long)at->next_number - 1 : -1;
}
