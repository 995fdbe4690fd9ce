/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PCG32: PCG-XSH-RR 64/32 with a settable sequence (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient
 * Statistically Good Algorithms for Random Number Generation", section 6.3). Scalar and header only, because kernels
 * for different instruction sets must not share its code.
 *
 * Every draw of a simulation has an address (seed, trial, draw). The seed is mixed. Trial i owns the part of the
 * sequence that begins i strides into it. The stride is odd (states a power of two apart share their low bits) and
 * longer than any trial may need. There is room for 2^39 trials. */
#ifndef SALVO_RNG_PCG32_H
#define SALVO_RNG_PCG32_H

#include <stdint.h>

#define PCG32_MULTIPLIER UINT64_C(6364136223846793005)
#define PCG32_STRIDE     ((UINT64_C(1) << 24) + 1) /* draws that a trial owns */
#define PCG32_SEQUENCE   UINT64_C(0x73616c766f)    /* the sequence of all simulations */
#define PCG32_TRIALS_MAX (UINT64_C(1) << 39)

typedef struct pcg32 {
    uint64_t state;
    uint64_t increment; /* odd */
} pcg32;

/* One step, or several, of the linear congruential generator: x -> multiplier x + addend. */
typedef struct pcg32_jump {
    uint64_t multiplier, addend;
} pcg32_jump;

/* The output function: xorshift high, random rotation, of the state before the step. */
static inline uint32_t pcg32_output(uint64_t state)
{
    uint32_t shifted = (uint32_t)(((state >> 18) ^ state) >> 27);
    uint32_t turn = (uint32_t)(state >> 59);

    return (shifted >> turn) | (shifted << (-turn & 31));
}

static inline uint32_t pcg32_next(pcg32 *rng)
{
    uint64_t state = rng->state;

    rng->state = state * PCG32_MULTIPLIER + rng->increment;
    return pcg32_output(state);
}

/* Seeding as published by O'Neill. */
static inline pcg32 pcg32_seeded(uint64_t seed, uint64_t sequence)
{
    pcg32 rng = {0, sequence << 1 | 1};

    pcg32_next(&rng);
    rng.state += seed;
    pcg32_next(&rng);
    return rng;
}

/* The jump of `steps` steps, in at most 64 squarings (Brown 1994, "Random Number Generation with Arbitrary Stride"). */
static inline pcg32_jump pcg32_jump_of(uint64_t increment, uint64_t steps)
{
    pcg32_jump jump = {1, 0}, square = {PCG32_MULTIPLIER, increment};

    for (; steps; steps >>= 1) {
        if (steps & 1) {
            jump.multiplier *= square.multiplier;
            jump.addend = jump.addend * square.multiplier + square.addend;
        }
        square.addend *= square.multiplier + 1;
        square.multiplier *= square.multiplier;
    }
    return jump;
}

static inline uint64_t pcg32_jumped(uint64_t state, pcg32_jump jump)
{
    return state * jump.multiplier + jump.addend;
}

static inline void pcg32_advance(pcg32 *rng, uint64_t steps)
{
    rng->state = pcg32_jumped(rng->state, pcg32_jump_of(rng->increment, steps));
}

/* The n-th seed (0, 1, ...) that a user's seed yields: the n-th word of splitmix64 (Steele, Lea, Flood 2014) started
 * at it. Without mixing, neighbouring seeds would be states at a fixed distance, and so not independent. */
static inline uint64_t pcg32_mixed(uint64_t seed, uint64_t n)
{
    uint64_t z = seed + (n + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* The generator at the first draw of a trial. */
static inline pcg32 pcg32_trial(uint64_t seed, uint64_t trial)
{
    pcg32 rng = pcg32_seeded(pcg32_mixed(seed, 0), PCG32_SEQUENCE);

    pcg32_advance(&rng, trial * PCG32_STRIDE);
    return rng;
}

/* A whole number below `bound`, without bias: words below 2^32 mod `bound` are drawn again. */
static inline uint32_t pcg32_below(pcg32 *rng, uint32_t bound)
{
    uint32_t threshold = -bound % bound;

    for (;;) {
        uint32_t word = pcg32_next(rng);

        if (word >= threshold)
            return word % bound;
    }
}

#endif
