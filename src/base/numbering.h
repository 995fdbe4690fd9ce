/* Numbers for things: the first different thing is 0, the next 1, and so on. Things are keys of a fixed size, compared
 * byte by byte. */
#ifndef SALVO_BASE_NUMBERING_H
#define SALVO_BASE_NUMBERING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct numbering_place {
    uint32_t next_number; /* the key's number + 1; 0: nothing stands here */
    uint32_t hash;
} numbering_place;

typedef struct numbering {
    size_t key_size;
    size_t count;            /* keys numbered so far */
    unsigned char *keys;     /* key i at i * key_size */
    size_t keys_capacity;    /* in bytes */
    numbering_place *places; /* open addressing, at most half full */
    size_t n_places;
} numbering;

/* A zeroed numbering with its key_size set is empty and ready. */
void numbering_free(numbering *n);

/* The number of `key`, a new one if it has none; *is_new tells. false when memory is out. */
bool numbering_of(numbering *n, const void *key, uint32_t *number, bool *is_new);

/* Whether `key` has a number. */
bool numbering_has(const numbering *n, const void *key);

/* Forgets every key and keeps the room. */
void numbering_clear(numbering *n);

static inline const void *numbering_key(const numbering *n, size_t number)
{
    return n->keys + number * n->key_size;
}

#endif
