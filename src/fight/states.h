/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernels' vocabulary: unit states of many battles side by side, with one register for each element. The
 * words of simulate/lanes_*.h come with it. A register holds BATTLES codes of STATE_BITS bits: 8, or 16 if a side has
 * too many unit states for 8. As words, they fill WORDS registers. A set has a truth value for each battle. C's own &
 * | ~ ^ combine sets. */
#ifndef SALVO_FIGHT_STATES_H
#define SALVO_FIGHT_STATES_H

#include <stdbool.h>
#include <stdint.h>

#include "rng/pcg32.h"
#include "simulate/kernel.h"

#if STATE_BITS == 8
typedef uint8_t state_code;
#else
typedef uint16_t state_code;
#endif

/* Out of the fight: greater than every other code. */
#define STATE_GONE ((state_code)~UINT32_C(0))

#define STATES_OF(bytes) __attribute__((vector_size(bytes), may_alias))

#if defined __AVX512BW__
typedef state_code states STATES_OF(64);
#include "fight/states_avx512.h"
#elif defined __AVX2__
typedef state_code states STATES_OF(32);
#include "fight/states_avx2.h"
#elif defined __wasm_simd128__
typedef state_code states STATES_OF(16);
#include "fight/states_wasm.h"
#else
typedef state_code states STATES_OF(16);
#include "fight/states_portable.h"
#endif

enum { JUMPS_MAX = 64 };

/* Jumps of the generator; every lane has its own. If they are looked up, they are also stored in halves. */
typedef struct jumps {
    pcg32_jump each[JUMPS_MAX];
#if JUMPS_IN_HALVES
    uint32_t multiplier_low[JUMPS_MAX], multiplier_high[JUMPS_MAX], addend_low[JUMPS_MAX], addend_high[JUMPS_MAX];
#endif
} jumps;

static inline void jumps_set(jumps *to, int i, pcg32_jump jump)
{
    to->each[i] = jump;
#if JUMPS_IN_HALVES
    to->multiplier_low[i] = (uint32_t)jump.multiplier;
    to->multiplier_high[i] = (uint32_t)(jump.multiplier >> 32);
    to->addend_low[i] = (uint32_t)jump.addend;
    to->addend_high[i] = (uint32_t)(jump.addend >> 32);
#endif
}

/* Jumps by number which[] of the first n. */
static inline state64 state_jump_by(state64 s, const jumps *by, uint32_t n, word32 which)
{
#if JUMPS_IN_HALVES
    const state64 multiplier =
        state_of((halves){word_look_up(by->multiplier_low, n, which), word_look_up(by->multiplier_high, n, which)});
    const state64 addend =
        state_of((halves){word_look_up(by->addend_low, n, which), word_look_up(by->addend_high, n, which)});

    return state_jump(s, multiplier, addend);
#else
    (void)n;
    return state_jump_of(s, by->each, which);
#endif
}

static inline states states_of(uint32_t code)
{
    return (state_code)code - (states){0};
}

static inline battle_set no_battle(void)
{
    return (battle_set){0};
}

/* b where the set holds, a elsewhere. */
static inline battle_set set_select(battle_set where, battle_set a, battle_set b)
{
    return set_but(a, where) | (b & where);
}

/* 1 where the set holds, 0 elsewhere. */
static inline states states_ones(battle_set where)
{
    return states_select(where, states_of(0), states_of(1));
}

#endif
