/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit states in AVX-512 (F, DQ, BW). A set is a mask: 64 battles are a word of the processor. */
#include "simulate/lanes_avx512.h"

enum { BATTLES = 64 / sizeof(state_code), WORDS = BATTLES / LANES };
#define JUMPS_IN_HALVES 1

enum { FEW_COLUMNS = 64 }; /* the columns that word_look_up permutes */

#if STATE_BITS == 8
typedef __mmask64 battle_set;
#define STATES(name)      name##_epi8
#define STATES_MASK(name) name##_epu8_mask
#define STATES_LEAST      _mm512_min_epu8
#define STATES_MOST       _mm512_max_epu8
#else
typedef __mmask32 battle_set;
#define STATES(name)      name##_epi16
#define STATES_MASK(name) name##_epu16_mask
#define STATES_LEAST      _mm512_min_epu16
#define STATES_MOST       _mm512_max_epu16
#endif

/* b where the set holds, a elsewhere. */
static inline states states_select(battle_set where, states a, states b)
{
    return (states)STATES(_mm512_mask_mov)((__m512i)a, where, (__m512i)b);
}

static inline battle_set states_equal(states a, states b)
{
    return STATES_MASK(_mm512_cmpeq)((__m512i)a, (__m512i)b);
}

static inline battle_set states_at_most(states a, states b)
{
    return STATES_MASK(_mm512_cmple)((__m512i)a, (__m512i)b);
}

static inline states states_least(states a, states b)
{
    return (states)STATES_LEAST((__m512i)a, (__m512i)b);
}

static inline states states_most(states a, states b)
{
    return (states)STATES_MOST((__m512i)a, (__m512i)b);
}

/* Members of a that are not in b. In assembly, because the compiler would use mask registers, and the way to them and
 * back takes longer than a sweep may. */
static inline battle_set set_but(battle_set a, battle_set b)
{
    battle_set left;

    __asm__("andn %1, %2, %0" : "=r"(left) : "r"(a), "r"(b));
    return left;
}

#if STATE_BITS == 8
/* table[code] for codes below n; 0 for STATE_GONE. */
static inline states states_look_up(const uint8_t table[STATES_LOOKED_UP], uint32_t n, states codes)
{
    __m512i found =
        _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table)), (__m512i)codes);

    for (uint32_t at = 16; at < n; at += 16) {
        const __m512i part = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(table + at)));
        const __mmask64 here = _mm512_cmpge_epu8_mask((__m512i)codes, _mm512_set1_epi8((char)at));

        found = _mm512_mask_shuffle_epi8(found, here, part, (__m512i)codes);
    }
    return (states)found;
}
#endif

/* A bit for each battle. */
static inline uint64_t set_bits(battle_set set)
{
    return set;
}

static inline uint32_t set_count(battle_set set)
{
    return (uint32_t)__builtin_popcountll(set_bits(set));
}

static inline bool set_any(battle_set set)
{
    return set != 0;
}

/* The lanes of the i-th register of words. */
static inline lane_mask set_lanes(const battle_set *set, int i)
{
    return (lane_mask)(*set >> (LANES * i));
}

static inline battle_set set_of_lanes(const lane_mask lanes[WORDS])
{
    battle_set set = 0;

    for (int i = 0; i < WORDS; i++)
        set |= (battle_set)lanes[i] << (LANES * i);
    return set;
}

/* The i-th register of words. */
static inline word32 states_words(const states *from, int i)
{
#if STATE_BITS == 8
    return _mm512_cvtepu8_epi32(_mm_load_si128((const __m128i *)from + i));
#else
    return _mm512_cvtepu16_epi32(_mm256_load_si256((const __m256i *)from + i));
#endif
}

/* Codes from the low bits of words. */
static inline states states_of_words(const word32 from[WORDS])
{
#if STATE_BITS == 8
    __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm512_cvtepi32_epi8(from[0])),
                                          _mm512_cvtepi32_epi8(from[1]), 1);
    __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm512_cvtepi32_epi8(from[2])),
                                           _mm512_cvtepi32_epi8(from[3]), 1);
#else
    __m256i low = _mm512_cvtepi32_epi16(from[0]), high = _mm512_cvtepi32_epi16(from[1]);
#endif

    return (states)_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

static inline battle_set set_of_bits(uint64_t bits)
{
    return (battle_set)bits;
}
