/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fractions from their residues modulo primes (Chinese remainders, then Euclid's algorithm). A fraction is accepted if
 * its numerator and denominator together have 64 bits fewer than the product of the primes. A wrong one has a chance of
 * about 2^-64 to be so short. */
#ifndef SALVO_ODDS_REMAINDERS_H
#define SALVO_ODDS_REMAINDERS_H

#include "odds/primes.h"

enum { REMAINDERS_SPARE_BITS = 64 };

/* Many numbers, each known modulo the product of the same primes. */
typedef struct remainders {
    mpz_t *of; /* from 0 to product - 1 */
    size_t n;
    mpz_t product;
    mpz_t common; /* a multiple of the denominators found so far; 1 at first. Most numbers of one question share it */
    mpz_t scratch[5];
} remainders;

/* Returns false if memory is out; then there is nothing to free. */
bool remainders_init(remainders *r, size_t n);
void remainders_free(remainders *r);

/* Takes in another prime, with the residue of each number. */
void remainders_add(remainders *r, const prime *p, const uint64_t *residues);

/* Sets *to to the fraction, in lowest terms. Returns false if there is no short one: more primes are needed. */
bool remainders_fraction(remainders *r, size_t i, mpq_t to);

#endif
