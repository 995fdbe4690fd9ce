/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the fractions of an answer will surely be given up, because they are too long or too much work: from the least
 * common multiple of the divisors on the way. A divisor without the factors that it shares with all ways behind it mostly
 * stays a factor of the answer's denominator. */
#ifndef SALVO_ODDS_OUTLOOK_H
#define SALVO_ODDS_OUTLOOK_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "odds/long_ways.h"

/* The most work of fractions, in edges that flow follows modulo RESIDUES primes: about half a second. It counts work and
 * not time, so that a question has fractions on every machine or on none. */
#define FRACTIONS_WORK_MAX UINT64_C(40000000)

typedef struct outlook {
    mpz_t multiple;        /* of the divisors so far; 0 if there are none */
    mpz_t divisor, shared; /* of the one that was begun, and its factors that all ways so far have, too */
} outlook;

void outlook_init(outlook *o);
void outlook_free(outlook *o);

/* Begins a divisor. Each number of ways that leads on is added until outlook_lead returns false: they share no factor.
 * outlook_end divides by the factors that all share, and outlook_count adds the result to the multiple. */
void outlook_begin(outlook *o, const mpz_t divisor);
bool outlook_lead(outlook *o, const mpz_t ways);
void outlook_end(outlook *o);
void outlook_count(outlook *o);

/* The bits of the multiple: a denominator of the answer has about as many, or more. */
size_t outlook_bits(const outlook *o);

/* The work of an edge with long ways besides that of one with short ways, which takes 3 to 5 ns: one product for each
 * digit of 32 bits. */
static inline uint64_t outlook_work(const mpz_t ways)
{
    return long_digits(ways);
}

/* Whether the fractions will be given up if the denominators have so many bits, and following the flow once takes so
 * much work. */
bool outlook_is_hopeless(size_t bits, uint64_t work);

/* Fractions are looked for after 1, 2, 3, 4, 6, 8, 11 and so on times, because a search costs about as much as a flow
 * through a small chain. Returns the number of times after `times`, which is 0 or one of them. */
size_t outlook_next_search(size_t times);

#endif
