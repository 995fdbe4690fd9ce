/* What the lanes of a battle kernel can do, in the vectors of GNU C: as wide as the instruction set that the text is
 * compiled for. Only what vectors cannot say (a gather, a permutation, a least word) asks for an instruction by
 * name. */
#ifndef SALVO_FIGHT_LANES_H
#define SALVO_FIGHT_LANES_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __AVX512F__
enum { LANES = 16 };
#define LANES_BYTES 64
#else
enum { LANES = 8 };
#define LANES_BYTES 32
#endif

/* A word for each lane; a mask is a word of all ones where it holds. `wide` has half of the lanes. */
typedef uint32_t word32 __attribute__((vector_size(LANES_BYTES), may_alias));
typedef int32_t signed32 __attribute__((vector_size(LANES_BYTES)));
typedef float float32 __attribute__((vector_size(LANES_BYTES)));
typedef uint64_t wide64 __attribute__((vector_size(LANES_BYTES)));

static inline word32 word_of(uint32_t x)
{
    return x - (word32){0};
}

static inline word32 word_load(const uint32_t *from)
{
    return *(const word32 *)from;
}

static inline void word_store(uint32_t *to, word32 x)
{
    *(word32 *)to = x;
}

static inline word32 word_less(word32 a, word32 b)
{
    return (word32)(a < b);
}

static inline word32 word_equal(word32 a, word32 b)
{
    return (word32)(a == b);
}

/* b where the mask holds, a elsewhere. */
static inline word32 word_select(word32 where, word32 a, word32 b)
{
    return (a & ~where) | (b & where);
}

/* The number of the lowest bit; of no meaning where none is set. */
static inline word32 word_lowest(word32 set)
{
    word32 lowest = set & -set;

    return ((((word32) __builtin_convertvector((signed32)lowest, float32)) >> 23) - 127) & 31;
}

/* How many bits are set. */
static inline word32 word_bits(word32 set)
{
    set -= set >> 1 & 0x55555555;
    set = (set & 0x33333333) + (set >> 2 & 0x33333333);
    set = (set + (set >> 4)) & 0x0f0f0f0f;
    set += set >> 8;
    return (set + (set >> 16)) & 63;
}

static inline word32 word_min(word32 a, word32 b)
{
#ifdef __AVX512F__
    return (word32)_mm512_min_epu32((__m512i)a, (__m512i)b);
#else
    return (word32)_mm256_min_epu32((__m256i)a, (__m256i)b);
#endif
}

/* A bit for each lane. */
static inline uint32_t lanes_where(word32 mask)
{
#ifdef __AVX512F__
    return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask);
#else
    return (uint32_t)_mm256_movemask_ps((__m256)mask);
#endif
}

static inline word32 word_gather(const uint32_t *table, word32 index)
{
#ifdef __AVX512F__
    return (word32)_mm512_i32gather_epi32((__m512i)index, table, 4);
#else
    return (word32)_mm256_i32gather_epi32((const int *)table, (__m256i)index, 4);
#endif
}

/* table[index] of a table of at most 32 words that has room for 32. */
static inline word32 word_lookup(const uint32_t *table, word32 index)
{
#ifdef __AVX512F__
    return (word32)_mm512_permutex2var_epi32(_mm512_loadu_si512(table), (__m512i)index, _mm512_loadu_si512(table + 16));
#else
    return word_gather(table, index);
#endif
}

/* The generator. */

#ifdef __AVX512F__
#define FIRST_LANES 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define LAST_LANES  2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define LOW_WORDS   0, 2, 16, 18, 4, 6, 20, 22, 8, 10, 24, 26, 12, 14, 28, 30
#else
#define FIRST_LANES 0, 8, 1, 9, 4, 12, 5, 13
#define LAST_LANES  2, 10, 3, 11, 6, 14, 7, 15
#define LOW_WORDS   0, 2, 8, 10, 4, 6, 12, 14
#endif

/* 64-bit numbers in two words. */
typedef struct halves {
    word32 low, high;
} halves;

static inline wide64 first_lanes(halves h)
{
    return (wide64)__builtin_shufflevector(h.low, h.high, FIRST_LANES);
}

static inline wide64 last_lanes(halves h)
{
    return (wide64)__builtin_shufflevector(h.low, h.high, LAST_LANES);
}

static inline word32 low_words(wide64 first, wide64 last)
{
    return __builtin_shufflevector((word32)first, (word32)last, LOW_WORDS);
}

/* PCG's output of state * multiplier + addend. */
static inline word32 word_drawn(halves state, halves multiplier, halves addend)
{
    wide64 first = first_lanes(state) * first_lanes(multiplier) + first_lanes(addend);
    wide64 last = last_lanes(state) * last_lanes(multiplier) + last_lanes(addend);
    word32 shifted = low_words(((first >> 18) ^ first) >> 27, ((last >> 18) ^ last) >> 27);
    word32 turn = low_words(first >> 59, last >> 59);

    return (shifted >> turn) | (shifted << (-turn & 31));
}

#endif
