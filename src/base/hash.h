/* FNV-1a, 64 bits (Fowler, Noll, Vo): not against malice, but two files that differ have different hashes. */
#ifndef SALVO_BASE_HASH_H
#define SALVO_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define SALVO_HASH UINT64_C(0xcbf29ce484222325) /* of nothing */

static inline uint64_t salvo_hash(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;

    for (; n; n--)
        hash = (hash ^ *at++) * UINT64_C(0x100000001b3);
    return hash;
}

/* The same of a number, its low byte first on every machine. */
static inline uint64_t salvo_hash_number(uint64_t hash, uint64_t number)
{
    for (int shift = 0; shift < 64; shift += 8) {
        const unsigned char byte = number >> shift & 0xff;

        hash = salvo_hash(hash, &byte, 1);
    }
    return hash;
}

#endif
