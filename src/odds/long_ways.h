/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways of a throw that exceed 32 bits (salvo_long_weights, or weights with a long product): whole numbers of any
 * length, in a list by number. */
#ifndef SALVO_ODDS_LONG_WAYS_H
#define SALVO_ODDS_LONG_WAYS_H

#include <gmp.h>

#include <salvo/dice.h>

/* A zeroed struct is empty. */
typedef struct long_ways {
    mpz_t *list;
    size_t n, capacity;
} long_ways;

void long_ways_free(long_ways *l);

/* Appends 0 and sets *number to its number. Returns false if memory is out. */
bool long_ways_add(long_ways *l, uint32_t *number);
void long_ways_drop(long_ways *l); /* drops the last */

/* The words of 64 bits of a number's absolute value, whatever the size of GMP's: how many, and word i from the lowest.
 * Words beyond the number are 0. */
size_t long_words(const mpz_t number);
uint64_t long_word(const mpz_t number, size_t i);

/* How many digits of 32 bits its absolute value has; 0 has one. */
static inline size_t long_digits(const mpz_t number)
{
    return (mpz_sizeinbase(number, 2) + 31) / 32;
}

/* Sets a number to a word. */
void long_set_word(mpz_t to, uint64_t word);

/* over / under, in doubles. */
double long_ratio(const mpz_t over, const mpz_t under);

/* All ways of the throw, and those in which it shows `faces`. */
void throw_ways(mpz_t ways, const salvo_dice *dice);
void throw_weight(mpz_t weight, const salvo_dice *dice, const uint8_t *faces);

#endif
