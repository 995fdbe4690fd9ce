/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole numbers in lowest terms. */
#ifndef SALVO_BASE_DIVISOR_H
#define SALVO_BASE_DIVISOR_H

#include <stdint.h>

/* The greatest number that divides both; for 0 and a number, that number. */
static inline uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

#endif
