/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers keys of a fixed size: the first different key is 0, the next 1, and so on. Keys are compared byte by byte,
 * so their padding must be zeroed. */
#ifndef SALVO_BASE_INTERN_TABLE_H
#define SALVO_BASE_INTERN_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct intern_table_place {
    uint32_t next_number; /* the key's number + 1; 0: empty */
    uint32_t hash;
} intern_table_place;

typedef struct intern_table {
    size_t key_size;
    size_t count;               /* keys numbered so far */
    unsigned char *keys;        /* key i at i * key_size */
    size_t keys_capacity;       /* in bytes */
    intern_table_place *places; /* open addressing, at most half full */
    size_t n_places;
} intern_table;

/* A zeroed intern table with its key_size set is empty and ready. */
void intern_table_free(intern_table *n);

/* Sets *number to the number of `key`. A new key gets the next number, and *is_new is set. Returns false if memory is
 * out. */
bool intern_table_of(intern_table *n, const void *key, uint32_t *number, bool *is_new);

/* Whether `key` has a number. */
bool intern_table_has(const intern_table *n, const void *key);

/* Forgets every key but keeps the memory. */
void intern_table_clear(intern_table *n);

static inline const void *intern_table_key(const intern_table *n, size_t number)
{
    return n->keys + number * n->key_size;
}

#endif
