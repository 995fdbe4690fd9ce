/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit states in AVX2. A set is a register: all ones where it holds, all zeros elsewhere. */
#include "simulate/lanes_avx2.h"

enum { BATTLES = 32 / sizeof(state_code), WORDS = BATTLES / LANES };
#define JUMPS_IN_HALVES 1

enum { FEW_COLUMNS = 32 }; /* the columns that word_look_up permutes */

typedef states battle_set;

/* b where the set holds, a elsewhere. */
static inline states states_select(battle_set where, states a, states b)
{
    return (states)_mm256_blendv_epi8((__m256i)a, (__m256i)b, (__m256i)where);
}

static inline battle_set states_equal(states a, states b)
{
    return (battle_set)(a == b);
}

static inline states states_least(states a, states b)
{
#if STATE_BITS == 8
    return (states)_mm256_min_epu8((__m256i)a, (__m256i)b);
#else
    return (states)_mm256_min_epu16((__m256i)a, (__m256i)b);
#endif
}

static inline states states_most(states a, states b)
{
#if STATE_BITS == 8
    return (states)_mm256_max_epu8((__m256i)a, (__m256i)b);
#else
    return (states)_mm256_max_epu16((__m256i)a, (__m256i)b);
#endif
}

static inline battle_set states_at_most(states a, states b)
{
    return (battle_set)(states_least(a, b) == a);
}

/* Members of a that are not in b. */
static inline battle_set set_but(battle_set a, battle_set b)
{
    return a & ~b;
}

#if STATE_BITS == 8
/* table[code] for codes below n; 0 for STATE_GONE. */
static inline states states_look_up(const uint8_t table[STATES_LOOKED_UP], uint32_t n, states codes)
{
    __m256i found =
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table)), (__m256i)codes);

    for (uint32_t at = 16; at < n; at += 16) {
        const __m256i part = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table + at)));
        const __m256i here = _mm256_cmpgt_epi8((__m256i)codes, _mm256_set1_epi8((char)(at - 1)));

        found = _mm256_blendv_epi8(found, _mm256_shuffle_epi8(part, (__m256i)codes), here);
    }
    return (states)found;
}
#endif

/* A bit for each battle. */
static inline uint64_t set_bits(battle_set set)
{
    uint32_t bytes = (uint32_t)_mm256_movemask_epi8((__m256i)set);

    return STATE_BITS == 8 ? bytes : _pext_u32(bytes, 0x55555555);
}

static inline uint32_t set_count(battle_set set)
{
    return (uint32_t)__builtin_popcountll(set_bits(set));
}

static inline bool set_any(battle_set set)
{
    return !_mm256_testz_si256((__m256i)set, (__m256i)set);
}

/* The lanes of the i-th register of words. */
static inline lane_mask set_lanes(const battle_set *set, int i)
{
#if STATE_BITS == 8
    return _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)((const char *)set + LANES * i)));
#else
    return _mm256_cvtepi16_epi32(_mm_load_si128((const __m128i *)set + i));
#endif
}

/* Codes from the low bits of words. The instructions narrow each half of a register separately, so the words are
 * sorted at the end. */
static inline states states_of_words(const word32 from[WORDS])
{
    word32 codes[WORDS];

    for (int i = 0; i < WORDS; i++)
        codes[i] = word_and(from[i], word_of((state_code)~0));
#if STATE_BITS == 8
    __m256i low = _mm256_packus_epi32(codes[0], codes[1]), high = _mm256_packus_epi32(codes[2], codes[3]);

    return (states)_mm256_permutevar8x32_epi32(_mm256_packus_epi16(low, high),
                                               _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
#else
    return (states)_mm256_permute4x64_epi64(_mm256_packus_epi32(codes[0], codes[1]), 0xD8);
#endif
}

static inline battle_set set_of_lanes(const lane_mask lanes[WORDS])
{
    word32 ones[WORDS];

    for (int i = 0; i < WORDS; i++)
        ones[i] = word_where(lanes[i], word_of(1));
    return -states_of_words(ones);
}

/* The i-th register of words. */
static inline word32 states_words(const states *from, int i)
{
#if STATE_BITS == 8
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)((const char *)from + LANES * i)));
#else
    return _mm256_cvtepu16_epi32(_mm_load_si128((const __m128i *)from + i));
#endif
}

static inline battle_set set_of_bits(uint64_t bits)
{
    battle_set set = {0};

    for (; bits; bits &= bits - 1)
        set[__builtin_ctzll(bits)] = (state_code)~0;
    return set;
}
