/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hot loops, in a vocabulary of a few operations on all lanes (lanes_*.h). The build compiles this text once for
 * each instruction set, with its LANES_HEADER and KERNEL. The first draws of consecutive trials are a stride apart. A
 * stride is one multiplication and one addition, like any step of the generator. So addresses cost nothing for trials
 * of one draw. */
#include <stdbool.h>
#include <string.h>

#include "rng/pcg32.h"
#include "simulate/kernel.h"

#include LANES_HEADER

/* Not forced inline with a sanitiser: its additions to every copy of a function would take the compiler minutes. */
#ifdef __SANITIZE_ADDRESS__
#define ALWAYS_INLINE static inline
#else
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

/* Computes the first draws of the first n LANES trials; returns the distance between a lane's trials. */
ALWAYS_INLINE stride first_states(const trial_range *t, state64 *start, uint32_t n)
{
    pcg32 rng = pcg32_trial(t->seed, t->first);
    pcg32_jump one = pcg32_jump_of(rng.increment, PCG32_STRIDE);
    uint32_t low[LANES], high[LANES];
    /* A state64 is loaded from the halves of its words. */
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            low[lane] = (uint32_t)rng.state;
            high[lane] = (uint32_t)(rng.state >> 32);
            rng.state = pcg32_jumped(rng.state, one);
        }
        start[i] = state_of((halves){word_load(low), word_load(high)});
    }
    return stride_of(pcg32_jump_of(rng.increment, PCG32_STRIDE * LANES * n));
}

/* Registers of lanes that draw side by side, so that the generator need not wait for itself. BATCH words of each are
 * drawn before they are compared. Four independent chains hide the latency of a 64-bit multiplication on all measured
 * processors; more do not fit the registers. */
enum { GROUPS = 4, BATCH = 4, ALL = GROUPS * LANES };

/* The scalar generator, for fewer trials than the lanes take at a time. */
static uint32_t xor_few_words(const trial_range *t)
{
    pcg32 rng = pcg32_trial(t->seed, t->first);
    pcg32_jump one = pcg32_jump_of(rng.increment, PCG32_STRIDE);
    uint32_t all = 0;

    for (uint64_t i = 0; i < t->count; i++) {
        all ^= pcg32_output(rng.state);
        rng.state = pcg32_jumped(rng.state, one);
    }
    return all;
}

/* For the benchmark: the cost of the words alone. The xor keeps the compiler from removing them. */
static uint32_t xor_words(const trial_range *t)
{
    uint64_t rest = t->count % ALL; /* trials that do not fill all groups are the last ones of the range */
    uint32_t lanes[LANES], all = xor_few_words(&(trial_range){t->seed, t->first + t->count - rest, rest});
    state64 at[GROUPS];
    stride next = first_states(t, at, GROUPS);
    word32 sum = word_of(0);

    for (uint64_t i = 0; i < t->count / ALL; i++)
        for (int g = 0; g < GROUPS; g++) {
            sum = word_xor(sum, halves_output(halves_of(at[g])));
            at[g] = state_step(at[g], next);
        }
    word_store(lanes, sum);
    for (uint32_t lane = 0; lane < LANES; lane++)
        all ^= lanes[lane];
    return all;
}

/* One batch. First all words are drawn, then each threshold is compared with all of them. So no sum waits for the one
 * before it, and a threshold is loaded once for GROUPS * BATCH words. */
static inline void roll_batch(const roll_odds *odds, state64 at[GROUPS], stride next, word32 reached[ROLL_CELLS_MAX])
{
    word32 words[GROUPS * BATCH];

    for (int i = 0; i < BATCH; i++)
        for (int g = 0; g < GROUPS; g++) {
            words[i * GROUPS + g] = halves_output(halves_of(at[g]));
            at[g] = state_step(at[g], next);
        }
    for (uint32_t k = 1; k < odds->n; k++) { /* threshold[0] is 0: every word reaches it, and roll_trials counts it */
        word32 threshold = word_of(odds->threshold[k]), sum = reached[k];

        for (int i = 0; i < GROUPS * BATCH; i++)
            sum = word_add_where(word_reaches(words[i], threshold), sum, word_of(1));
        reached[k] = sum;
    }
}

/* The scalar form of roll_trials, for trials that do not fill the lanes. */
static void roll_few(const roll_odds *odds, const trial_range *t, uint64_t at_least[ROLL_CELLS_MAX])
{
    pcg32 rng = pcg32_trial(t->seed, t->first);
    pcg32_jump one = pcg32_jump_of(rng.increment, PCG32_STRIDE);

    for (uint64_t i = 0; i < t->count; i++) {
        uint32_t word = pcg32_output(rng.state);

        for (uint32_t k = 1; k < odds->n; k++)
            at_least[k] += word >= odds->threshold[k];
        rng.state = pcg32_jumped(rng.state, one);
    }
}

/* Counts the trials' words that reach each threshold: one comparison and one masked addition for each result of the
 * roll. Sums leave the lanes before they can overflow 32 bits. */
static void roll_trials(const roll_odds *odds, const trial_range *t, uint64_t at_least[ROLL_CELLS_MAX])
{
    enum { PASSES_MAX = 1 << 20 }; /* 2^20 passes of 16 words add at most 2^24 to a lane's 32-bit sum */
    uint64_t left = t->count / (ALL * BATCH), rest = t->count % (ALL * BATCH);
    word32 reached[ROLL_CELLS_MAX];
    state64 at[GROUPS];
    stride next = first_states(t, at, GROUPS);

    while (left) {
        uint64_t passes = left < PASSES_MAX ? left : PASSES_MAX;

        for (uint32_t k = 1; k < odds->n; k++)
            reached[k] = word_of(0);
        for (uint64_t i = 0; i < passes; i++)
            roll_batch(odds, at, next, reached);
        for (uint32_t k = 1; k < odds->n; k++)
            at_least[k] += word_sum(reached[k]);
        left -= passes;
    }
    roll_few(odds, &(trial_range){t->seed, t->first + t->count - rest, rest}, at_least);
    at_least[0] += t->count;
}

#include "simulate/kernel_walk.h"
