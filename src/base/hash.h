/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FNV-1a, 64 bits (Fowler, Noll, Vo). It does not resist malice, but two different files have different hashes. */
#ifndef SALVO_BASE_HASH_H
#define SALVO_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SALVO_HASH UINT64_C(0xcbf29ce484222325) /* the hash of no bytes */

static inline uint64_t salvo_hash(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;

    for (; n; n--)
        hash = (hash ^ *at++) * UINT64_C(0x100000001b3);
    return hash;
}

/* For many bytes, by words of 8. It folds down the high half, which FNV alone does slowly for a word. The result
 * depends on the machine's byte order. */
static inline uint64_t salvo_hash_words(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *at = bytes;

    for (; n >= sizeof hash; n -= sizeof hash, at += sizeof hash) {
        uint64_t word;

        memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
        hash ^= hash >> 32;
    }
    return salvo_hash(hash, at, n);
}

/* The same for a number, its low byte first on every machine. */
static inline uint64_t salvo_hash_number(uint64_t hash, uint64_t number)
{
    for (int shift = 0; shift < 64; shift += 8) {
        const unsigned char byte = number >> shift & 0xff;

        hash = salvo_hash(hash, &byte, 1);
    }
    return hash;
}

#endif
