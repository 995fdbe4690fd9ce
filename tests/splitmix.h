/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A generator for tests of statistics, unrelated to the one that salvo simulates with: SplitMix64 (Steele, Lea, Flood
 * 2014, "Fast Splittable Pseudorandom Number Generators"). Any state is a good seed. */
#ifndef SALVO_TESTS_SPLITMIX_H
#define SALVO_TESTS_SPLITMIX_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t splitmix_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 0 <= u < 1, in steps of 2^-53. */
static inline double splitmix_uniform(uint64_t *state)
{
    return (double)(splitmix_next(state) >> 11) * 0x1p-53;
}

static inline bool splitmix_happens(uint64_t *state, double p)
{
    return splitmix_uniform(state) < p;
}

#endif
