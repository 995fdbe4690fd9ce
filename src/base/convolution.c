/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums by multiplication: weights are digits of one long number, in a base so large that no sum of products carries
 * over (Kronecker's substitution). GMP multiplies such numbers, and raises them to powers, in little more than linear
 * time. */
#include "base/convolution.h"

#include <stdint.h>
#include <stdlib.h>

/* Values are dense from `low` to `high`, because sums of dice have few gaps and a subtraction then finds a place.
 * mpz_init() allocates nothing, so a gap costs two words. */
bool distribution_init(distribution *d, int64_t low, int64_t high)
{
    *d = (distribution){.low = low, .n = (size_t)(high - low) + 1};
    d->ways = calloc(d->n, sizeof *d->ways);
    if (!d->ways)
        return false;
    for (size_t i = 0; i < d->n; i++)
        mpz_init(d->ways[i]);
    mpz_init(d->total);
    return true;
}

/* Also frees one that was never made, which a failed distribution_init() leaves. */
void distribution_free(distribution *d)
{
    if (!d->ways)
        return;
    for (size_t i = 0; i < d->n; i++)
        mpz_clear(d->ways[i]);
    mpz_clear(d->total);
    free(d->ways);
    *d = (distribution){.ways = NULL};
}

/* The sum of the weights is always the total. Adding them up again is cheaper than tracking it through each
 * operation. */
void distribution_add_up(distribution *d)
{
    mpz_set_ui(d->total, 0);
    for (size_t i = 0; i < d->n; i++)
        mpz_add(d->total, d->total, d->ways[i]);
}

/* In whole words, so that digits are copied, not shifted. */
enum { WORD_BITS = 64 };

/* One word more than the quotient, so that the highest bit of a digit is never used. */
static size_t words_for(const mpz_t greatest)
{
    return mpz_sizeinbase(greatest, 2) / WORD_BITS + 1;
}

/* The weights as digits of `words` words each, the lowest first. calloc() is necessary: mpz_export() writes only the
 * words that a weight has, and nothing for 0. */
static bool pack(mpz_t number, const distribution *d, size_t words)
{
    uint64_t *digits = calloc(d->n * words, sizeof *digits);

    if (!digits)
        return false;
    for (size_t i = 0; i < d->n; i++)
        mpz_export(digits + i * words, NULL, -1, sizeof *digits, 0, 0, d->ways[i]);
    mpz_import(number, d->n * words, -1, sizeof *digits, 0, 0, digits);
    free(digits);
    return true;
}

/* The number has at most as many digits as the sum has values, because the base exceeds every digit. */
static bool unpack(distribution *d, const mpz_t number, size_t words)
{
    uint64_t *digits = calloc(d->n * words, sizeof *digits);

    if (!digits)
        return false;
    mpz_export(digits, NULL, -1, sizeof *digits, 0, 0, number);
    for (size_t i = 0; i < d->n; i++)
        mpz_import(d->ways[i], words, -1, sizeof *digits, 0, 0, digits + i * words);
    free(digits);
    return true;
}

/* `sum` has its total, which no digit exceeds. Without `b`, raises the number to the n-th power, which GMP does by
 * squaring: n dice cost about as much as the last product. */
static bool multiply(distribution *sum, const distribution *a, const distribution *b, int n)
{
    const size_t words = words_for(sum->total);
    mpz_t left, right;
    bool done;

    mpz_inits(left, right, NULL);
    done = pack(left, a, words) && (!b || pack(right, b, words));
    if (b)
        mpz_mul(left, left, right);
    else
        mpz_pow_ui(left, left, (unsigned long)n);
    done = done && unpack(sum, left, words);
    mpz_clears(left, right, NULL);
    return done;
}

bool distribution_sum(distribution *sum, const distribution *a, const distribution *b)
{
    if (!distribution_init(sum, a->low + b->low, a->low + b->low + (int64_t)(a->n + b->n - 2)))
        return false;
    mpz_mul(sum->total, a->total, b->total);
    if (multiply(sum, a, b, 0))
        return true;
    distribution_free(sum);
    return false;
}

bool distribution_power(distribution *sum, const distribution *of, int n)
{
    if (!distribution_init(sum, n * of->low, n * (of->low + (int64_t)of->n - 1)))
        return false;
    mpz_pow_ui(sum->total, of->total, (unsigned long)n);
    if (multiply(sum, of, NULL, n))
        return true;
    distribution_free(sum);
    return false;
}
