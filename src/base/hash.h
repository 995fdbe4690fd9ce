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

#endif
