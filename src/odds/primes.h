/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole numbers modulo a prime below 2^62, multiplied without a division (Montgomery 1985). */
#ifndef SALVO_ODDS_PRIMES_H
#define SALVO_ODDS_PRIMES_H

#include <stddef.h>

#include "base/wide.h"
#include "odds/long_ways.h"

/* A fraction whose numerator and denominator have SALVO_FRACTION_BITS bits each needs 332. The others replace those
 * that divide a denominator. */
enum {
    PRIMES = 352,
    PRIME_BITS = 62,
    RESIDUES = 4, /* primes that flow is followed modulo at once */
};

typedef struct prime {
    uint64_t p;
    uint64_t minus_inverse; /* -1 / p modulo 2^64 */
    uint64_t square;        /* 2^128 modulo p */
} prime;

/* The prime with that number, which is below PRIMES. */
prime prime_of(size_t number);

/* Residues are below p. Functions without a comment return what their name says, modulo p. */
static inline uint64_t prime_plus(const prime *p, uint64_t a, uint64_t b)
{
    return a + b >= p->p ? a + b - p->p : a + b;
}

static inline uint64_t prime_minus(const prime *p, uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + p->p - b;
}

/* Returns sum / 2^64 for a sum from 0 to p * 2^64 - 1. Adds the multiple of p that makes the lower word 0, which
 * carries unless it is 0 already. */
static inline uint64_t prime_reduce(const prime *p, wide sum)
{
    const uint64_t reduced =
        (uint64_t)sum.high + wide_upper(sum.low * p->minus_inverse, p->p) + (uint64_t)(sum.low != 0);

    return reduced >= p->p ? reduced - p->p : reduced;
}

/* a * b / 2^64 */
static inline uint64_t prime_times(const prime *p, uint64_t a, uint64_t b)
{
    return prime_reduce(p, wide_product(a, b));
}

/* a * 2^64 */
static inline uint64_t prime_raise(const prime *p, uint64_t a)
{
    return prime_times(p, a, p->square);
}

/* Four times p is nearly 2^64. */
static inline uint64_t prime_of_word(const prime *p, uint64_t word)
{
    while (word >= p->p)
        word -= p->p;
    return word;
}

uint64_t prime_of_long(const prime *p, const mpz_t number);

/* Returns 0 if there is none: `number` is 0. */
uint64_t prime_inverse(const prime *p, uint64_t number);

#endif
