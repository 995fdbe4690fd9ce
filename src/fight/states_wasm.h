/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit states in WebAssembly's vectors. A set is a vector: all ones where it holds, all zeros elsewhere. */
#include "simulate/lanes_wasm.h"

enum { BATTLES = 16 / sizeof(state_code), WORDS = BATTLES / LANES };
#define JUMPS_IN_HALVES 0

enum { FEW_COLUMNS = 0 }; /* nothing is permuted */

typedef states battle_set;

/* b where the set holds, a elsewhere. */
static inline states states_select(battle_set where, states a, states b)
{
    return (states)wasm_v128_bitselect((v128_t)b, (v128_t)a, (v128_t)where);
}

static inline battle_set states_equal(states a, states b)
{
    return (battle_set)(a == b);
}

static inline battle_set states_at_most(states a, states b)
{
    return (battle_set)(a <= b);
}

static inline states states_least(states a, states b)
{
#if STATE_BITS == 8
    return (states)wasm_u8x16_min((v128_t)a, (v128_t)b);
#else
    return (states)wasm_u16x8_min((v128_t)a, (v128_t)b);
#endif
}

static inline states states_most(states a, states b)
{
#if STATE_BITS == 8
    return (states)wasm_u8x16_max((v128_t)a, (v128_t)b);
#else
    return (states)wasm_u16x8_max((v128_t)a, (v128_t)b);
#endif
}

/* Members of a that are not in b. */
static inline battle_set set_but(battle_set a, battle_set b)
{
    return a & ~b;
}

#if STATE_BITS == 8
/* table[code] for codes below n; 0 for STATE_GONE. An index above 15 gives 0. */
static inline states states_look_up(const uint8_t table[STATES_LOOKED_UP], uint32_t n, states codes)
{
    v128_t found = wasm_i8x16_swizzle(wasm_v128_load(table), (v128_t)codes);

    for (uint32_t at = 16; at < n; at += 16)
        found = wasm_v128_or(found, wasm_i8x16_swizzle(wasm_v128_load(table + at),
                                                       wasm_i8x16_sub((v128_t)codes, wasm_i8x16_splat((int8_t)at))));
    return (states)found;
}
#endif

/* A bit for each battle. */
static inline uint64_t set_bits(battle_set set)
{
#if STATE_BITS == 8
    return (uint64_t)wasm_i8x16_bitmask((v128_t)set);
#else
    return (uint64_t)wasm_i16x8_bitmask((v128_t)set);
#endif
}

static inline uint32_t set_count(battle_set set)
{
    return (uint32_t)__builtin_popcount((uint32_t)set_bits(set));
}

static inline bool set_any(battle_set set)
{
    return wasm_v128_any_true((v128_t)set);
}

/* The lanes of the i-th vector of words. */
static inline lane_mask set_lanes(const battle_set *set, int i)
{
#if STATE_BITS == 8
    return wasm_i32x4_extend_low_i16x8(
        wasm_i16x8_extend_low_i8x16(wasm_v128_load32_zero((const char *)set + LANES * i)));
#else
    return wasm_i32x4_load16x4((const char *)set + 2 * LANES * i);
#endif
}

/* The i-th vector of words. */
static inline word32 states_words(const states *from, int i)
{
#if STATE_BITS == 8
    return wasm_u32x4_extend_low_u16x8(
        wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero((const char *)from + LANES * i)));
#else
    return wasm_u32x4_load16x4((const char *)from + 2 * LANES * i);
#endif
}

/* Codes from the low bits of words. */
static inline states states_of_words(const word32 from[WORDS])
{
    const word32 code = word_of((state_code)~0);
    const v128_t low = wasm_u16x8_narrow_i32x4(word_and(from[0], code), word_and(from[1], code));

#if STATE_BITS == 8
    return (states)wasm_u8x16_narrow_i16x8(low,
                                           wasm_u16x8_narrow_i32x4(word_and(from[2], code), word_and(from[3], code)));
#else
    return (states)low;
#endif
}

/* Masks are narrowed as signed numbers. */
static inline battle_set set_of_lanes(const lane_mask lanes[WORDS])
{
    const v128_t low = wasm_i16x8_narrow_i32x4(lanes[0], lanes[1]);

#if STATE_BITS == 8
    return (battle_set)wasm_i8x16_narrow_i16x8(low, wasm_i16x8_narrow_i32x4(lanes[2], lanes[3]));
#else
    return (battle_set)low;
#endif
}

static inline battle_set set_of_bits(uint64_t bits)
{
    battle_set set = {0};

    for (; bits; bits &= bits - 1)
        set[__builtin_ctzll(bits)] = (state_code)~0;
    return set;
}
