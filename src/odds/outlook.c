/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/outlook.h"

#include <salvo/odds.h>

#include "odds/primes.h"

void outlook_init(outlook *o)
{
    mpz_inits(o->multiple, o->divisor, o->shared, NULL);
}

void outlook_free(outlook *o)
{
    mpz_clears(o->multiple, o->divisor, o->shared, NULL);
}

void outlook_begin(outlook *o, const mpz_t divisor)
{
    mpz_set(o->divisor, divisor);
    mpz_set(o->shared, divisor);
}

bool outlook_lead(outlook *o, const mpz_t ways)
{
    mpz_gcd(o->shared, o->shared, ways);
    return mpz_cmp_ui(o->shared, 1) != 0;
}

void outlook_end(outlook *o)
{
    mpz_divexact(o->divisor, o->divisor, o->shared);
}

void outlook_count(outlook *o)
{
    if (mpz_sgn(o->multiple) == 0)
        mpz_set(o->multiple, o->divisor);
    else
        mpz_lcm(o->multiple, o->multiple, o->divisor);
}

size_t outlook_bits(const outlook *o)
{
    return mpz_sizeinbase(o->multiple, 2);
}

size_t outlook_next_search(size_t times)
{
    return times + (times + 2) / 3 + (times == 0);
}

/* The longest numerator has about as many bits as the denominator. */
bool outlook_is_hopeless(size_t bits, uint64_t work)
{
    size_t times = 1;

    while (times * PRIME_BITS * RESIDUES < 2 * bits)
        times = outlook_next_search(times);
    return bits > SALVO_FRACTION_BITS || times * work > FRACTIONS_WORK_MAX;
}
