/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fractions prime by prime: residues against GMP, and fractions from their residues. */
#include <inttypes.h>
#include <stdlib.h>

#include "odds/remainders.h"
#include "splitmix.h"
#include "support.h"

/* Residues. */

static void every_prime_is_a_prime(void **state)
{
    uint64_t before = UINT64_C(1) << 62;
    mpz_t p;

    (void)state;
    mpz_init(p);
    for (size_t i = 0; i < PRIMES; i++) {
        const prime of = prime_of(i);

        assert_true(of.p < before && of.p > UINT64_C(1) << 61);
        before = of.p;
        long_set_word(p, of.p);
        assert_int_not_equal(mpz_probab_prime_p(p, 30), 0);
        assert_true(of.p * of.minus_inverse == UINT64_MAX); /* -1 modulo 2^64 */
    }
    mpz_clear(p);
}

/* Often at an end of what is allowed, where carries are lost. */
static uint64_t below(uint64_t *random, uint64_t end)
{
    const uint64_t any = splitmix_next(random);

    return any % 8 == 0 ? 0 : any % 8 == 1 ? 1 : any % 8 == 2 ? end - 1 : splitmix_next(random) % end;
}

static void assert_residue(uint64_t is, const mpz_t number, const prime *p)
{
    mpz_t expected, of;

    mpz_inits(expected, of, NULL);
    long_set_word(of, p->p);
    mpz_mod(expected, number, of);
    if (long_word(expected, 0) != is)
        fail_msg("%" PRIu64 " and not %" PRIu64 " modulo %" PRIu64, is, long_word(expected, 0), p->p);
    mpz_clears(expected, of, NULL);
}

static void set_wide(mpz_t to, wide from)
{
    mpz_t low;

    mpz_init(low);
    long_set_word(to, (uint64_t)from.high);
    mpz_mul_2exp(to, to, 64);
    long_set_word(low, from.low);
    mpz_add(to, to, low);
    mpz_clear(low);
}

static void sums_are_reduced_as_by_gmp(void **state)
{
    uint64_t random = 2;
    mpz_t sum;

    (void)state;
    mpz_init(sum);
    for (int i = 0; i < 200000; i++) {
        const prime p = prime_of(splitmix_next(&random) % PRIMES);
        const wide of = {below(&random, UINT64_MAX), (int64_t)below(&random, p.p)};
        const uint64_t reduced = prime_reduce(&p, of);

        assert_true(reduced < p.p);
        set_wide(sum, of);
        assert_residue(prime_raise(&p, reduced), sum, &p);
    }
    mpz_clear(sum);
}

static void residues_are_added_and_multiplied_as_by_gmp(void **state)
{
    uint64_t random = 3;
    mpz_t a, b, c;

    (void)state;
    mpz_inits(a, b, c, NULL);
    for (int i = 0; i < 100000; i++) {
        const prime p = prime_of(splitmix_next(&random) % PRIMES);
        const uint64_t x = below(&random, p.p), y = below(&random, p.p);

        long_set_word(a, x);
        long_set_word(b, y);
        mpz_add(c, a, b);
        assert_residue(prime_plus(&p, x, y), c, &p);
        mpz_sub(c, a, b);
        assert_residue(prime_minus(&p, x, y), c, &p);
        mpz_mul(c, a, b);
        assert_residue(prime_times(&p, x, prime_raise(&p, y)), c, &p);
        set_wide(c, wide_product(x, y));
        assert_residue(prime_times(&p, x, prime_raise(&p, y)), c, &p);
        assert_true(prime_inverse(&p, x) == 0 ? x == 0
                                              : prime_times(&p, prime_raise(&p, x), prime_inverse(&p, x)) == 1);
    }
    mpz_clears(a, b, c, NULL);
}

static void random_long(mpz_t to, uint64_t *random, size_t words)
{
    mpz_t word;

    mpz_init(word);
    mpz_set_ui(to, 0);
    for (size_t i = 0; i < words; i++) {
        long_set_word(word, below(random, UINT64_MAX));
        mpz_mul_2exp(to, to, 64);
        mpz_add(to, to, word);
    }
    mpz_clear(word);
}

static void long_numbers_have_their_residues(void **state)
{
    uint64_t random = 4;
    mpz_t number;

    (void)state;
    mpz_init(number);
    for (int i = 0; i < 20000; i++) {
        const prime p = prime_of(splitmix_next(&random) % PRIMES);

        random_long(number, &random, splitmix_next(&random) % 6);
        if (i % 2)
            mpz_neg(number, number);
        assert_residue(prime_of_long(&p, number), number, &p);
    }
    for (size_t i = 0; i < PRIMES; i++) {
        const prime p = prime_of(i);

        long_set_word(number, UINT64_MAX);
        assert_residue(prime_of_word(&p, UINT64_MAX), number, &p);
        long_set_word(number, 2 * p.p);
        assert_residue(prime_of_word(&p, 2 * p.p), number, &p);
    }
    mpz_clear(number);
}

/* Fractions. */

static size_t bits_of(const mpq_t fraction)
{
    return mpz_sizeinbase(mpq_numref(fraction), 2) + mpz_sizeinbase(mpq_denref(fraction), 2);
}

static uint64_t residue_of(const mpq_t fraction, const prime *p)
{
    const uint64_t over = prime_of_long(p, mpq_numref(fraction)), under = prime_of_long(p, mpq_denref(fraction));

    return prime_times(p, prime_raise(p, over), prime_inverse(p, under));
}

/* Numbers are found as soon as the product of the primes has 64 bits more than the longest, and not before. */
static void assert_found(mpq_t *fractions, size_t n)
{
    remainders r;
    uint64_t values[8];
    size_t longest = 0;
    mpq_t is;

    assert_true(n <= 8 && remainders_init(&r, n));
    mpq_init(is);
    for (size_t i = 0; i < n; i++)
        longest = bits_of(fractions[i]) > longest ? bits_of(fractions[i]) : longest;
    for (size_t i = 0; i < PRIMES; i++) {
        const prime p = prime_of(i);
        const bool enough = longest + 64 < mpz_sizeinbase(r.product, 2);
        bool found = true;

        for (size_t k = 0; k < n && found; k++) {
            found = remainders_fraction(&r, k, is);
            if (found && !mpq_equal(is, fractions[k]))
                fail_msg("number %zu is wrong after %zu primes", k, i);
        }
        if (found != enough)
            fail_msg("%s after %zu primes with numbers of %zu bits", found ? "found" : "not found", i, longest);
        if (found)
            break;
        for (size_t k = 0; k < n; k++)
            values[k] = residue_of(fractions[k], &p);
        remainders_add(&r, &p, values);
    }
    mpq_clear(is);
    remainders_free(&r);
}

static void assert_found_alone(const char *text)
{
    mpq_t fraction;

    mpq_init(fraction);
    assert_int_equal(mpq_set_str(fraction, text, 10), 0);
    assert_found(&fraction, 1);
    mpq_clear(fraction);
}

static void known_fractions_are_found(void **state)
{
    static const char *const KNOWN[] = {"0",    "1",         "-1",
                                        "1/2",  "-3/7",      "5468211802/8729091379",
                                        "1000", "-1/604661", "18446744073709551616/18446744073709551615"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(KNOWN); i++)
        assert_found_alone(KNOWN[i]);
}

/* Of 5,000 bits and of up to 10,240; also with a numerator or denominator that is much shorter than the other. */
static void huge_fractions_are_found(void **state)
{
    static const struct {
        size_t over, under;
    } WORDS[] = {{78, 78}, {160, 160}, {1, 160}, {160, 1}, {0, 120}, {120, 0}, {20, 40}};
    uint64_t random = 5;
    mpq_t fraction;

    (void)state;
    mpq_init(fraction);
    for (size_t i = 0; i < COUNT_OF(WORDS); i++) {
        random_long(mpq_numref(fraction), &random, WORDS[i].over);
        random_long(mpq_denref(fraction), &random, WORDS[i].under);
        mpz_add_ui(mpq_numref(fraction), mpq_numref(fraction), 1);
        mpz_add_ui(mpq_denref(fraction), mpq_denref(fraction), 1);
        mpz_setbit(mpq_denref(fraction), WORDS[i].under * 64 - (WORDS[i].under > 0));
        mpq_canonicalize(fraction);
        if (i % 2)
            mpq_neg(fraction, fraction);
        assert_found(&fraction, 1);
    }
    mpq_clear(fraction);
}

/* Denominators that share factors, as those of one question do, and that do not. */
static void many_fractions_are_found_together(void **state)
{
    uint64_t random = 6;
    mpq_t of[6];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(of); i++)
        mpq_init(of[i]);
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < COUNT_OF(of); i++) {
            random_long(mpq_numref(of[i]), &random, (size_t)round);
            if (round % 2)
                random_long(mpq_denref(of[i]), &random, (size_t)round + i % 3);
            else
                mpz_ui_pow_ui(mpq_denref(of[i]), 36, 3 * (unsigned long)round + i);
            mpz_add_ui(mpq_denref(of[i]), mpq_denref(of[i]), round % 2);
            mpq_canonicalize(of[i]);
        }
        for (size_t i = 0; i < COUNT_OF(of); i++) /* alone, each is found at its own length */
            assert_found(&of[i], 1);
    }
    for (size_t i = 0; i < COUNT_OF(of); i++)
        mpq_clear(of[i]);
}

/* Residues that belong to no short fraction. With 64 spare bits one in 2^64 of them is found; with 16 it would be one in
 * 2^16. */
static void other_residues_are_no_fraction(void **state)
{
    uint64_t random = 7;
    mpq_t is;

    (void)state;
    mpq_init(is);
    for (int i = 0; i < 20000; i++) {
        remainders r;

        assert_true(remainders_init(&r, 1));
        for (size_t k = 0; k < 4; k++) {
            const prime p = prime_of(k);
            const uint64_t any = splitmix_next(&random) % p.p;

            remainders_add(&r, &p, &any);
        }
        assert_false(remainders_fraction(&r, 0, is));
        remainders_free(&r);
    }
    mpq_clear(is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prime_is_a_prime),
        cmocka_unit_test(sums_are_reduced_as_by_gmp),
        cmocka_unit_test(residues_are_added_and_multiplied_as_by_gmp),
        cmocka_unit_test(long_numbers_have_their_residues),
        cmocka_unit_test(known_fractions_are_found),
        cmocka_unit_test(huge_fractions_are_found),
        cmocka_unit_test(many_fractions_are_found_together),
        cmocka_unit_test(other_residues_are_no_fraction),
    };

    return cmocka_run_group_tests_name("primes", tests, NULL, NULL);
}
