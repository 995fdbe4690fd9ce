/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers wider than a machine's own: fractions that take 64-bit numbers, and whole numbers of 128 bits. What is expected
 * was worked out by hand, so that a machine of 32 bits must say the same. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/wide.h"
#include "odds/number.h"
#include "splitmix.h"
#include "support.h"

static void assert_fraction(const num *is, const char *expected)
{
    char text[200];

    assert_true(mpz_sizeinbase(mpq_numref(is->fraction), 10) + mpz_sizeinbase(mpq_denref(is->fraction), 10) < 190);
    assert_string_equal(mpq_get_str(text, 10, is->fraction), expected);
}

/* 2^63 - 1 is divisible by 7; 2^64 - 1 by 3; and -2^63 has no positive like. */
static void ratios_have_64_bits(void **state)
{
    arithmetic with;
    num *n;

    (void)state;
    arithmetic_init(&with, SALVO_RATIONAL);
    n = numbers_new(&with, 2);
    assert_non_null(n);
    number_add_ratio(&with, &n[0], INT64_MAX, 7);
    assert_fraction(&n[0], "1317624576693539401");
    number_add_ratio(&with, &n[0], INT64_MIN, 1);
    assert_fraction(&n[0], "-7905747460161236407");
    number_scale(&with, &n[0], -3, UINT64_MAX);
    assert_fraction(&n[0], "7905747460161236407/6148914691236517205");
    assert_true(number_value(&with, &n[0]) == 1.2857142857142857); /* 9/7, but for some 1e-19 */
    number_add_ratio(&with, &n[1], 1, 1);
    number_add_ratio(&with, &n[1], INT64_C(1) << 40, (UINT64_C(1) << 40) - 1);
    assert_fraction(&n[1], "2199023255551/1099511627775");
    numbers_free(&with, n, 2);
    arithmetic_free(&with);
}

/* From 2^65 on a double counts in steps of 2^13 or more: a tie goes to the even one, and a little more up. A third of 2^100
 * is 1.0101... times 2^98. */
static void values_of_large_fractions_are_nearest(void **state)
{
    static const struct {
        const char *fraction;
        double value;
    } CASES[] = {
        {"36893488147419103232", 0x1p65},
        {"36893488147419107328", 0x1p65},               /* 2^65 + 2^12 */
        {"36893488147419107329", 0x1.0000000000001p65}, /* and 1 */
        {"-36893488147419107329", -0x1.0000000000001p65},
        {"110680464442257321983/3", 0x1p65},               /* 2^65 + 2^12 - 1/3 */
        {"110680464442257321985/3", 0x1.0000000000001p65}, /* 2^65 + 2^12 + 1/3 */
        {"1267650600228229401496703205376/3", 0x1.5555555555555p98},
        {"3/1267650600228229401496703205376", 0x1.8p-99},
    };
    arithmetic with;
    num *n;

    (void)state;
    arithmetic_init(&with, SALVO_RATIONAL);
    n = numbers_new(&with, 1);
    assert_non_null(n);
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        assert_int_equal(mpq_set_str(n->fraction, CASES[i].fraction, 10), 0);
        if (number_value(&with, n) != CASES[i].value)
            fail_msg("%s is %a and not %a", CASES[i].fraction, number_value(&with, n), CASES[i].value);
    }
    numbers_free(&with, n, 1);
    arithmetic_free(&with);
}

/* Every operation, on numbers that both kinds hold without rounding. */
static void calculate(salvo_arithmetic kind)
{
    arithmetic with;
    num *n;
    mpz_t over, under;

    arithmetic_init(&with, kind);
    n = numbers_new(&with, 3);
    assert_non_null(n);
    mpz_inits(over, under, NULL);
    mpz_ui_pow_ui(over, 2, 70);
    mpz_ui_pow_ui(under, 2, 71);
    assert_true(number_is_zero(&with, &n[0]));
    number_add_ratio(&with, &n[0], 3, 4);
    number_add_ratio(&with, &n[0], -1, 2);
    assert_true(number_value(&with, &n[0]) == 0.25);
    assert_false(number_is_zero(&with, &n[0]));
    number_scale(&with, &n[0], 5, 2);
    assert_true(number_value(&with, &n[0]) == 0.625);
    number_negate(&with, &n[0]);
    assert_true(number_value(&with, &n[0]) == -0.625);
    number_set(&with, &n[1], &n[0]);
    number_add_ratio(&with, &n[1], -15, 16);
    assert_true(number_value(&with, &n[1]) == -1.5625);
    number_add_product(&with, &n[2], &n[0], &n[1]); /* 5/8 * 25/16 */
    assert_true(number_value(&with, &n[2]) == 0.9765625);
    number_add(&with, &n[2], &n[1]);
    assert_true(number_value(&with, &n[2]) == -0.5859375);
    number_add_long(&with, &n[2], 3, over, under); /* and 3/2 */
    assert_true(number_value(&with, &n[2]) == 0.9140625);
    number_set_zero(&with, &n[2]);
    assert_true(number_is_zero(&with, &n[2]));
    mpz_clears(over, under, NULL);
    numbers_free(&with, n, 3);
    arithmetic_free(&with);
}

static void doubles_do_what_fractions_do(void **state)
{
    (void)state;
    calculate(SALVO_RATIONAL);
    calculate(SALVO_DOUBLE);
}

/* Of fractions the difference is a fraction; where one of the two has none, it is that of the values. */
static void differences_are_exact_where_both_are(void **state)
{
    salvo_arena *memory = salvo_arena_new();
    salvo_number third = {.value = 1.0 / 3, .exact = "1/3"}, half = {.value = 0.5, .exact = "1/2"},
                 near = {.value = 0.25};
    salvo_number is;

    (void)state;
    assert_non_null(memory);
    assert_true(number_report_difference(&half, &third, memory, &is));
    assert_string_equal(is.exact, "1/6");
    assert_true(is.value == 1.0 / 6);
    assert_true(number_report_difference(&third, &third, memory, &is));
    assert_string_equal(is.exact, "0");
    assert_true(number_report_difference(&half, &near, memory, &is));
    assert_null(is.exact);
    assert_true(is.value == 0.25);
    assert_true(number_report_difference(&near, &half, memory, &is));
    assert_null(is.exact);
    assert_true(is.value == -0.25);
    salvo_arena_free(memory);
}

static void assert_wide(wide is, int64_t high, uint64_t low)
{
    if (is.high != high || is.low != low)
        fail_msg("%" PRId64 " * 2^64 + %" PRIu64 " and not %" PRId64 " * 2^64 + %" PRIu64, is.high, is.low, high, low);
}

static void wide_sums_carry(void **state)
{
    const wide most = {UINT64_MAX, 0}, one = wide_of(1);

    (void)state;
    assert_wide(wide_plus(most, one), 1, 0);
    assert_wide(wide_plus(wide_plus(most, one), wide_of(-1)), 0, UINT64_MAX);
    assert_wide(wide_of(-1), -1, UINT64_MAX);
    assert_wide(wide_minus(wide_of(0), most), -1, 1);
    assert_true(wide_equal(wide_minus(most, most), wide_of(0)));
    assert_false(wide_equal(one, (wide){1, 1}));
}

/* (2^63)^2 = 2^126; (2^64 - 1) (2^63 - 1) = 2^127 - 2^64 - 2^63 + 1 */
static void wide_products_have_128_bits(void **state)
{
    const wide least = wide_of(INT64_MIN);

    (void)state;
    assert_wide(wide_times(least, INT64_MIN), INT64_C(1) << 62, 0);
    assert_wide(wide_times(least, -1), 0, UINT64_C(1) << 63);
    assert_wide(wide_times((wide){UINT64_MAX, 0}, INT64_MAX), INT64_MAX - 1, (UINT64_C(1) << 63) + 1);
    assert_wide(wide_times((wide){UINT64_MAX, 0}, INT64_MIN), INT64_MIN, UINT64_C(1) << 63);
    assert_wide(wide_times(wide_of(-7), 6), -1, UINT64_MAX - 41);
}

/* Ties go to the even one: 2^64 + 2^11 lies between 2^64 and 2^64 + 2^12. */
static void wide_values_are_nearest(void **state)
{
    (void)state;
    assert_true(wide_value(wide_of(0)) == 0);
    assert_true(wide_value(wide_of(-3)) == -3);
    assert_true(wide_value((wide){UINT64_C(1) << 11, 1}) == 0x1p64);
    assert_true(wide_value((wide){(UINT64_C(1) << 11) + 1, 1}) == 0x1.0000000000001p64);
    assert_true(wide_value((wide){(UINT64_C(3) << 11), 1}) == 0x1.0000000000002p64);
    assert_true(wide_value((wide){0, INT64_MIN}) == -0x1p127);
    assert_true(wide_value((wide){UINT64_MAX, INT64_MAX}) == 0x1p127);
    /* with bit 126 set a double counts in steps of 2^74: half a step rounds to even, a little more rounds up */
    assert_true(wide_value((wide){0, (INT64_C(1) << 62) + (1 << 9)}) == 0x1p126);
    assert_true(wide_value((wide){1, (INT64_C(1) << 62) + (1 << 9)}) == 0x1.0000000000001p126);
}

/* Where the compiler knows numbers of 128 bits they are the judge; the upper half of a product by halves always is. */
static void wide_numbers_are_what_a_compiler_makes_of_them(void **state)
{
    uint64_t random = 1;

    (void)state;
    for (int i = 0; i < 100000; i++) {
        uint64_t a = splitmix_next(&random) >> splitmix_next(&random) % 64;
        uint64_t b = splitmix_next(&random) >> splitmix_next(&random) % 64;
        wide x = {splitmix_next(&random), (int64_t)(splitmix_next(&random) >> splitmix_next(&random) % 64)};

        if (i % 2)
            x.high = -x.high;
        assert_true(wide_upper(a, b) == wide_upper_by_halves(a, b));
#ifdef __SIZEOF_INT128__
        __extension__ typedef __int128 whole;
        __extension__ typedef unsigned __int128 bits;
        bits y = (bits)(uint64_t)x.high << 64 | x.low, p = y * (bits)(whole)(int64_t)a, s = y + (bits)(whole)(int64_t)b;

        assert_wide(wide_times(x, (int64_t)a), (int64_t)(p >> 64), (uint64_t)p);
        assert_wide(wide_plus(x, wide_of((int64_t)b)), (int64_t)(s >> 64), (uint64_t)s);
        assert_true(wide_value(x) == (double)(whole)y);
#endif
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_have_64_bits),
        cmocka_unit_test(values_of_large_fractions_are_nearest),
        cmocka_unit_test(doubles_do_what_fractions_do),
        cmocka_unit_test(differences_are_exact_where_both_are),
        cmocka_unit_test(wide_sums_carry),
        cmocka_unit_test(wide_products_have_128_bits),
        cmocka_unit_test(wide_values_are_nearest),
        cmocka_unit_test(wide_numbers_are_what_a_compiler_makes_of_them),
    };

    return cmocka_run_group_tests_name("numbers", tests, NULL, NULL);
}
