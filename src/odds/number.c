/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two kinds of number behind one set of functions, with a branch, which costs nothing beside GMP. */
#include "odds/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "odds/long_ways.h"

/* The scratch number saves an allocation in every operation. It belongs to the solver, and so to one thread. */
void arithmetic_init(arithmetic *with, salvo_arithmetic kind)
{
    *with = (arithmetic){.kind = kind};
    if (kind == SALVO_RATIONAL)
        mpq_init(with->scratch);
}

void arithmetic_free(arithmetic *with)
{
    if (with->kind == SALVO_RATIONAL)
        mpq_clear(with->scratch);
}

/* At least one, because calloc(0) may return NULL, which means that memory is out. */
num *numbers_new(const arithmetic *with, size_t n)
{
    num *numbers = calloc(n ? n : 1, sizeof *numbers);

    if (numbers && with->kind == SALVO_RATIONAL)
        for (size_t i = 0; i < n; i++)
            mpq_init(numbers[i].fraction);
    return numbers;
}

void numbers_free(const arithmetic *with, num *numbers, size_t n)
{
    if (numbers && with->kind == SALVO_RATIONAL)
        for (size_t i = 0; i < n; i++)
            mpq_clear(numbers[i].fraction);
    free(numbers);
}

/* over / under in lowest terms, which all operations of GMP expect. mpq_canonicalize() divides by the common
 * divisor. */
static void set_fraction(mpq_t to, int64_t over, uint64_t under)
{
    long_set_word(mpq_numref(to), over < 0 ? -(uint64_t)over : (uint64_t)over); /* -over would overflow for INT64_MIN */
    if (over < 0)
        mpz_neg(mpq_numref(to), mpq_numref(to));
    long_set_word(mpq_denref(to), under);
    mpq_canonicalize(to);
}

void fraction_add_ratio(arithmetic *with, num *to, int64_t over, uint64_t under)
{
    set_fraction(with->scratch, over, under);
    mpq_add(to->fraction, to->fraction, with->scratch);
}

void fraction_scale(arithmetic *with, num *to, int64_t over, uint64_t under)
{
    set_fraction(with->scratch, over, under);
    mpq_mul(to->fraction, to->fraction, with->scratch);
}

void number_add_long(arithmetic *with, num *to, int64_t times, const mpz_t over, const mpz_t under)
{
    if (with->kind == SALVO_RATIONAL) {
        set_fraction(with->scratch, times, 1);
        mpz_mul(mpq_numref(with->scratch), mpq_numref(with->scratch), over);
        mpz_set(mpq_denref(with->scratch), under);
        mpq_canonicalize(with->scratch);
        mpq_add(to->fraction, to->fraction, with->scratch);
    } else {
        to->real += (double)times * long_ratio(over, under);
    }
}

void fraction_add_product(arithmetic *with, num *to, const num *a, const num *b)
{
    mpq_mul(with->scratch, a->fraction, b->fraction);
    mpq_add(to->fraction, to->fraction, with->scratch);
}

/* Rounds to nearest. mpq_get_d truncates, so 1/10 would print as 0.09999999999999999. The quotient has 64 or more bits
 * and is shortened to 64. Its last bit also records whether anything was cut off (a sticky bit), so the conversion to
 * double rounds correctly. Tests compare exact answers with recorded ones to the last digit, and GMP may truncate
 * differently elsewhere. */
static double nearest_double(const mpq_t fraction)
{
    mpz_t over, rest;
    long shift;
    double value;

    if (mpq_sgn(fraction) == 0)
        return 0;
    mpz_inits(over, rest, NULL);
    /* The quotient has 65 or 66 bits. */
    shift = 65 + (long)mpz_sizeinbase(mpq_denref(fraction), 2) - (long)mpz_sizeinbase(mpq_numref(fraction), 2);
    mpz_abs(over, mpq_numref(fraction));
    if (shift > 0) {
        mpz_mul_2exp(over, over, (mp_bitcnt_t)shift);
        mpz_tdiv_qr(over, rest, over, mpq_denref(fraction));
    } else {
        mpz_mul_2exp(rest, mpq_denref(fraction), (mp_bitcnt_t)-shift);
        mpz_tdiv_qr(over, rest, over, rest);
    }
    while (mpz_sizeinbase(over, 2) > 64) {
        if (mpz_tstbit(over, 0)) /* a bit that is cut off counts as a remainder */
            mpz_set_ui(rest, 1);
        mpz_tdiv_q_2exp(over, over, 1);
        shift--;
    }
    value = ldexp((double)(long_word(over, 0) | (mpz_sgn(rest) != 0)), (int)-shift);
    mpz_clears(over, rest, NULL);
    return mpq_sgn(fraction) < 0 ? -value : value;
}

double number_value(const arithmetic *with, const num *a)
{
    return with->kind == SALVO_RATIONAL ? nearest_double(a->fraction) : a->real;
}

/* Estimates the length before making digits, because mpq_get_str() writes all of them. */
bool number_report(const arithmetic *with, const num *a, salvo_arena *memory, salvo_number *report)
{
    char text[SALVO_FRACTION_TEXT + 4]; /* a sign, a slash and the NUL */

    *report = (salvo_number){.value = number_value(with, a)};
    if (with->kind != SALVO_RATIONAL || /* too long to print: only the value */
        mpz_sizeinbase(mpq_numref(a->fraction), 10) + mpz_sizeinbase(mpq_denref(a->fraction), 10) > SALVO_FRACTION_TEXT)
        return true;
    report->exact = salvo_arena_text(memory, mpq_get_str(text, 10, a->fraction));
    return report->exact != NULL;
}

bool number_read(const arithmetic *with, num *to, const salvo_number *report)
{
    return with->kind == SALVO_RATIONAL && report->exact && mpq_set_str(to->fraction, report->exact, 10) == 0;
}

/* Uses the texts of both fractions, because answers outlive the solvers' numbers. With 1/3 and 1/3 the difference is 0
 * and not 1e-17, which a reader would take for a difference. */
bool number_report_difference(const salvo_number *a, const salvo_number *b, salvo_arena *memory,
                              salvo_number *difference)
{
    arithmetic with;
    num *numbers;
    bool done = false;

    *difference = (salvo_number){.value = a->value - b->value}; /* without fractions */
    if (!a->exact || !b->exact)
        return true;
    arithmetic_init(&with, SALVO_RATIONAL);
    numbers = numbers_new(&with, 2);
    if (numbers && number_read(&with, &numbers[0], a) && number_read(&with, &numbers[1], b)) {
        mpq_sub(numbers[0].fraction, numbers[0].fraction, numbers[1].fraction);
        done = number_report(&with, &numbers[0], memory, difference);
    }
    numbers_free(&with, numbers, 2);
    arithmetic_free(&with);
    return done;
}
