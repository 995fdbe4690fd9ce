/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of an answer: exact fractions of any length (GMP), or doubles. `arithmetic` fixes the kind for a whole answer;
 * all its numbers have that kind. */
#ifndef SALVO_ODDS_NUMBER_H
#define SALVO_ODDS_NUMBER_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include <salvo/arena.h>
#include <salvo/odds.h>

typedef struct arithmetic {
    salvo_arithmetic kind;
    mpq_t scratch; /* for fractions only */
} arithmetic;

typedef union num {
    mpq_t fraction; /* SALVO_RATIONAL */
    double real;    /* SALVO_DOUBLE */
} num;

void arithmetic_init(arithmetic *with, salvo_arithmetic kind);
void arithmetic_free(arithmetic *with);

/* Returns n numbers, all 0; NULL if memory is out. */
num *numbers_new(const arithmetic *with, size_t n);
void numbers_free(const arithmetic *with, num *numbers, size_t n);

/* The functions below for fractions. */
void fraction_add_ratio(arithmetic *with, num *to, int64_t over, uint64_t under);
void fraction_scale(arithmetic *with, num *to, int64_t over, uint64_t under);
void fraction_add_product(arithmetic *with, num *to, const num *a, const num *b);

static inline void number_set_zero(const arithmetic *with, num *to)
{
    if (with->kind == SALVO_RATIONAL)
        mpq_set_ui(to->fraction, 0, 1);
    else
        to->real = 0;
}

static inline void number_negate(const arithmetic *with, num *to)
{
    if (with->kind == SALVO_RATIONAL)
        mpq_neg(to->fraction, to->fraction);
    else
        to->real = -to->real;
}

static inline void number_set(const arithmetic *with, num *to, const num *from)
{
    if (with->kind == SALVO_RATIONAL)
        mpq_set(to->fraction, from->fraction);
    else
        to->real = from->real;
}

static inline void number_add(const arithmetic *with, num *to, const num *more)
{
    if (with->kind == SALVO_RATIONAL)
        mpq_add(to->fraction, to->fraction, more->fraction);
    else
        to->real += more->real;
}

/* to += over / under; under > 0 */
static inline void number_add_ratio(arithmetic *with, num *to, int64_t over, uint64_t under)
{
    if (with->kind == SALVO_RATIONAL)
        fraction_add_ratio(with, to, over, under);
    else
        to->real += (double)over / (double)under;
}

/* to *= over / under; under > 0 */
static inline void number_scale(arithmetic *with, num *to, int64_t over, uint64_t under)
{
    if (with->kind == SALVO_RATIONAL)
        fraction_scale(with, to, over, under);
    else
        to->real *= (double)over / (double)under;
}

/* to += times * over / under, for whole numbers of any length */
void number_add_long(arithmetic *with, num *to, int64_t times, const mpz_t over, const mpz_t under);

/* to += a * b */
static inline void number_add_product(arithmetic *with, num *to, const num *a, const num *b)
{
    if (with->kind == SALVO_RATIONAL)
        fraction_add_product(with, to, a, b);
    else
        to->real += a->real * b->real;
}

/* Exactly 0, also in doubles: chances are sums and products of positive numbers, so nothing becomes almost 0 by
 * cancelling. */
static inline bool number_is_zero(const arithmetic *with, const num *a)
{
    return with->kind == SALVO_RATIONAL ? mpq_sgn(a->fraction) == 0 : a->real == 0;
}

/* Returns the nearest double. */
double number_value(const arithmetic *with, const num *a);

/* Sets *report to the value, and to the fraction unless the number is a double or too long. Returns false if memory is
 * out. */
bool number_report(const arithmetic *with, const num *a, salvo_arena *memory, salvo_number *report);

/* Reads a reported fraction back; returns false if it has none. */
bool number_read(const arithmetic *with, num *to, const salvo_number *report);

/* Sets *difference to a - b of two reported numbers: a fraction if both have one, otherwise from their values. Returns
 * false if memory is out. */
bool number_report_difference(const salvo_number *a, const salvo_number *b, salvo_arena *memory,
                              salvo_number *difference);

#endif
