/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "odds/remainders.h"

#include <stdlib.h>

enum { SCRATCH = sizeof((remainders *)0)->scratch / sizeof(mpz_t) };

bool remainders_init(remainders *r, size_t n)
{
    *r = (remainders){.of = calloc(n ? n : 1, sizeof *r->of), .n = n};
    if (!r->of)
        return false;
    for (size_t i = 0; i < n; i++)
        mpz_init(r->of[i]);
    mpz_init_set_ui(r->product, 1);
    mpz_init_set_ui(r->common, 1);
    for (size_t i = 0; i < SCRATCH; i++)
        mpz_init(r->scratch[i]);
    return true;
}

void remainders_free(remainders *r)
{
    for (size_t i = 0; i < r->n; i++)
        mpz_clear(r->of[i]);
    free(r->of);
    mpz_clears(r->product, r->common, NULL);
    for (size_t i = 0; i < SCRATCH; i++)
        mpz_clear(r->scratch[i]);
}

/* Adds the multiple of the product so far that makes the residue right. */
void remainders_add(remainders *r, const prime *p, const uint64_t *residues)
{
    const uint64_t inverse = prime_raise(p, prime_inverse(p, prime_of_long(p, r->product)));

    for (size_t i = 0; i < r->n; i++) {
        const uint64_t missing = prime_minus(p, residues[i], prime_of_long(p, r->of[i]));

        if (!missing)
            continue;
        long_set_word(r->scratch[0], prime_times(p, missing, inverse));
        mpz_addmul(r->of[i], r->product, r->scratch[0]);
    }
    long_set_word(r->scratch[0], p->p);
    mpz_mul(r->product, r->product, r->scratch[0]);
}

static bool is_short(const remainders *r, const mpz_t over, const mpz_t under)
{
    return mpz_sizeinbase(over, 2) + mpz_sizeinbase(under, 2) + REMAINDERS_SPARE_BITS <=
           mpz_sizeinbase(r->product, 2) - 1;
}

/* Sets over / under = number modulo the product, by Euclid's algorithm. In each of its steps over = number * under, and
 * the bits of both together are those of the product less those of the next quotient. So a short fraction shows as a
 * large quotient, wherever it is: its numerator and its denominator need not have the same length. */
static bool find_short(remainders *r, const mpz_t number, mpz_t over, mpz_t under)
{
    mpz_ptr before = r->scratch[0], under_before = r->scratch[1], quotient = r->scratch[2];

    mpz_set(before, r->product);
    mpz_set(over, number);
    mpz_set_ui(under_before, 0);
    mpz_set_ui(under, 1);
    while (!is_short(r, over, under)) {
        if (mpz_sgn(over) == 0)
            return false;
        mpz_tdiv_qr(quotient, before, before, over);
        mpz_submul(under_before, quotient, under);
        mpz_swap(before, over);
        mpz_swap(under_before, under);
    }
    if (mpz_sgn(under) < 0) {
        mpz_neg(over, over);
        mpz_neg(under, under);
    }
    return true;
}

/* Sets over = number * common modulo the product, of both signs the one that is shorter. */
static void take_common(remainders *r, const mpz_t number, mpz_t over)
{
    mpz_mul(over, number, r->common);
    mpz_mod(over, over, r->product);
    mpz_sub(r->scratch[0], r->product, over);
    if (mpz_cmp(r->scratch[0], over) < 0)
        mpz_neg(over, r->scratch[0]);
}

/* A common multiple that is too long for a numerator beside it would find nothing more. */
static void extend_common(remainders *r, const mpz_t under)
{
    mpz_lcm(r->scratch[0], r->common, under);
    if (is_short(r, r->scratch[0], r->scratch[0]))
        mpz_swap(r->common, r->scratch[0]);
}

/* First tries the denominator that the numbers before had; Euclid's algorithm costs much more. */
bool remainders_fraction(remainders *r, size_t i, mpq_t to)
{
    mpz_ptr over = r->scratch[3], under = r->scratch[4];

    take_common(r, r->of[i], over);
    if (is_short(r, over, r->common)) {
        mpz_set(under, r->common);
    } else {
        if (!find_short(r, r->of[i], over, under))
            return false;
        extend_common(r, under);
    }
    mpz_set(mpq_numref(to), over);
    mpz_set(mpq_denref(to), under);
    mpq_canonicalize(to);
    return true;
}
