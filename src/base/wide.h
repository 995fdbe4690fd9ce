/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole numbers of 128 bits, for sums of squares. They are two words, because compilers for 32-bit machines have no
 * such type. All arithmetic is modulo 2^128. */
#ifndef SALVO_BASE_WIDE_H
#define SALVO_BASE_WIDE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* high * 2^64 + low */
typedef struct wide {
    uint64_t low;
    int64_t high;
} wide;

/* The upper half of a product, from the four products of the factors' halves. */
static inline uint64_t wide_upper_by_halves(uint64_t a, uint64_t b)
{
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low, first = a_high * b_low + (low >> 32), second = a_low * b_high + (uint32_t)first;

    return a_high * b_high + (first >> 32) + (second >> 32);
}

/* The upper half of a * b: one instruction if the compiler supports it. */
static inline uint64_t wide_upper(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 product;

    return (uint64_t)((product)a * b >> 64);
#else
    return wide_upper_by_halves(a, b);
#endif
}

/* a * b, of which 2^127 or more counts as negative */
static inline wide wide_product(uint64_t a, uint64_t b)
{
    return (wide){a * b, (int64_t)wide_upper(a, b)};
}

static inline wide wide_of(int64_t value)
{
    return (wide){(uint64_t)value, value < 0 ? -1 : 0};
}

static inline wide wide_plus(wide a, wide b)
{
    uint64_t low = a.low + b.low;

    return (wide){low, (int64_t)((uint64_t)a.high + (uint64_t)b.high + (low < b.low))};
}

/* A negative b is its word less 2^64. */
static inline wide wide_times(wide a, int64_t b)
{
    uint64_t word = (uint64_t)b;
    uint64_t high = wide_upper(a.low, word) + (uint64_t)a.high * word - (b < 0 ? a.low : 0);

    return (wide){a.low * word, (int64_t)high};
}

static inline wide wide_minus(wide a, wide b)
{
    return wide_plus(a, wide_times(b, -1));
}

static inline bool wide_equal(wide a, wide b)
{
    return a.low == b.low && a.high == b.high;
}

/* The nearest double: the highest 64 bits, whose last bit also records whether lower bits are set. */
static inline double wide_value(wide a)
{
    wide size = a.high < 0 ? wide_times(a, -1) : a;
    uint64_t high = (uint64_t)size.high, top = size.low;
    int below = high ? 64 - __builtin_clzll(high) : 0;
    double value;

    if (below == 64)
        top = high | (size.low != 0);
    else if (below)
        top = high << (64 - below) | size.low >> below | ((size.low & ((UINT64_C(1) << below) - 1)) != 0);
    value = ldexp((double)top, below);
    return a.high < 0 ? -value : value;
}

#endif
