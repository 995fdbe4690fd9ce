/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels' vocabulary in AVX2 and BMI2: eight lanes of 32 bits. A mask is a register of all-ones and all-zeros
 * lanes. */
#include <immintrin.h>

enum { LANES = 8 };

typedef __m256i word32;
typedef __m256i lane_mask;

/* Four 64-bit numbers each: lanes 0 1 4 5, and 2 3 6 7, so that shuffles within halves split them. */
typedef struct state64 {
    __m256i first, last;
} state64;

typedef struct halves {
    word32 low, high;
} halves;

static inline word32 word_of(uint32_t x)
{
    return _mm256_set1_epi32((int)x);
}

static inline word32 word_load(const uint32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

static inline void word_store(uint32_t *to, word32 x)
{
    _mm256_storeu_si256((__m256i *)to, x);
}

/* Lanes that are read one by one. By default the compiler takes them out of the register, which is slower. */
typedef struct apart {
    _Alignas(32) uint32_t lane[LANES];
} apart;

static inline apart word_apart(word32 x)
{
    apart a;

    _mm256_store_si256((__m256i *)a.lane, x);
    __asm__("" : "+m"(a));
    return a;
}

static inline word32 word_add(word32 a, word32 b)
{
    return _mm256_add_epi32(a, b);
}

static inline word32 word_least(word32 a, word32 b)
{
    return _mm256_min_epu32(a, b);
}

static inline word32 word_and(word32 a, word32 b)
{
    return _mm256_and_si256(a, b);
}

static inline word32 word_or(word32 a, word32 b)
{
    return _mm256_or_si256(a, b);
}

static inline word32 word_xor(word32 a, word32 b)
{
    return _mm256_xor_si256(a, b);
}

static inline word32 word_multiply(word32 a, word32 b)
{
    return _mm256_mullo_epi32(a, b);
}

static inline word32 word_left(word32 a, uint32_t bits)
{
    return _mm256_sllv_epi32(a, word_of(bits));
}

static inline word32 word_right(word32 a, uint32_t bits)
{
    return _mm256_srlv_epi32(a, word_of(bits));
}

static inline word32 word_right_where(lane_mask where, word32 a, uint32_t bits)
{
    return _mm256_srlv_epi32(a, _mm256_and_si256(where, word_of(bits)));
}

/* Unsigned: the greater one is a. */
/* high << bits, with the high bits of low below. */
static inline word32 word_joined(word32 high, word32 low, uint32_t bits)
{
    return word_or(word_left(high, bits), word_right(low, 32 - bits));
}

static inline lane_mask word_reaches(word32 a, word32 b)
{
    return _mm256_cmpeq_epi32(_mm256_max_epu32(a, b), a);
}

static inline lane_mask word_equal(word32 a, word32 b)
{
    return _mm256_cmpeq_epi32(a, b);
}

static inline word32 word_select(lane_mask where, word32 a, word32 b)
{
    return _mm256_blendv_epi8(a, b, where);
}

static inline word32 word_where(lane_mask where, word32 a)
{
    return _mm256_and_si256(where, a);
}

static inline word32 word_add_where(lane_mask where, word32 a, word32 b)
{
    return _mm256_add_epi32(a, _mm256_and_si256(where, b));
}

/* Members of a that are not in b. */
static inline lane_mask mask_but(lane_mask a, lane_mask b)
{
    return _mm256_andnot_si256(b, a);
}

static inline lane_mask mask_and(lane_mask a, lane_mask b)
{
    return _mm256_and_si256(a, b);
}

static inline bool mask_any(lane_mask a)
{
    return !_mm256_testz_si256(a, a);
}

/* Bit i for lane i. */
static inline uint32_t mask_bits(lane_mask a)
{
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(a));
}

static inline uint32_t mask_count(lane_mask a)
{
    return (uint32_t)_mm_popcnt_u32((unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a)));
}

static inline lane_mask lanes_below(uint32_t n)
{
    return _mm256_cmpgt_epi32(word_of(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* Lane numbers, those of the mask first. */
typedef __m256i packer;

static inline packer packer_of(lane_mask where)
{
    uint64_t flags = (uint64_t)_mm256_movemask_ps(_mm256_castsi256_ps(where));
    uint64_t bytes = _pdep_u64(flags, UINT64_C(0x0101010101010101)) * 0xFF;

    return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)_pext_u64(UINT64_C(0x0706050403020100), bytes)));
}

static inline word32 word_packed(packer order, word32 a)
{
    return _mm256_permutevar8x32_epi32(a, order);
}

/* For every lane of the mask, the number of mask lanes before it. */
typedef __m256i spreader;

static inline spreader spreader_of(lane_mask where)
{
    uint64_t flags = (uint64_t)_mm256_movemask_ps(_mm256_castsi256_ps(where));
    uint64_t bytes = _pdep_u64(flags, UINT64_C(0x0101010101010101)) * 0xFF;

    return _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)_pdep_u64(UINT64_C(0x0706050403020100), bytes)));
}

static inline word32 word_spread(spreader order, lane_mask where, word32 a, const uint32_t *from)
{
    return _mm256_blendv_epi8(a, _mm256_permutevar8x32_epi32(word_load(from), order), where);
}

static inline uint64_t word_sum(word32 a)
{
    uint32_t lanes[LANES];
    uint64_t sum = 0;

    word_store(lanes, a);
    for (int i = 0; i < LANES; i++)
        sum += lanes[i];
    return sum;
}

/* a * m with 64 bits, of which AVX2 multiplies 32 at a time. */
static inline __m256i multiply64(__m256i a, __m256i m)
{
    __m256i cross = _mm256_mullo_epi32(a, _mm256_shuffle_epi32(m, 0xB1)); /* low * high, high * low */
    __m256i high = _mm256_add_epi32(_mm256_slli_epi64(cross, 32),
                                    _mm256_and_si256(cross, _mm256_set1_epi64x((long long)0xFFFFFFFF00000000)));

    return _mm256_add_epi64(_mm256_mul_epu32(a, m), high);
}

typedef struct stride {
    __m256i multiplier, addend;
} stride;

static inline stride stride_of(pcg32_jump jump)
{
    return (stride){_mm256_set1_epi64x((long long)jump.multiplier), _mm256_set1_epi64x((long long)jump.addend)};
}

static inline state64 state_step(state64 s, stride by)
{
    return (state64){_mm256_add_epi64(multiply64(s.first, by.multiplier), by.addend),
                     _mm256_add_epi64(multiply64(s.last, by.multiplier), by.addend)};
}

static inline state64 state_jump(state64 s, state64 multiplier, state64 addend)
{
    return (state64){_mm256_add_epi64(multiply64(s.first, multiplier.first), addend.first),
                     _mm256_add_epi64(multiply64(s.last, multiplier.last), addend.last)};
}

static inline state64 state_of(halves h)
{
    return (state64){_mm256_unpacklo_epi32(h.low, h.high), _mm256_unpackhi_epi32(h.low, h.high)};
}

static inline __m256i even_words(__m256i first, __m256i last)
{
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(last), 0x88));
}

static inline __m256i odd_words(__m256i first, __m256i last)
{
    return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(first), _mm256_castsi256_ps(last), 0xDD));
}

static inline halves halves_of(state64 s)
{
    return (halves){even_words(s.first, s.last), odd_words(s.first, s.last)};
}

/* The shuffle that makes states from words also makes masks of states from masks of words. */
static inline state64 state_in_order(halves h)
{
    return state_of(h);
}

static inline halves halves_in_order(state64 s)
{
    return halves_of(s);
}

static inline state64 state_where(lane_mask where, state64 a, state64 b)
{
    return (state64){_mm256_blendv_epi8(a.first, b.first, _mm256_unpacklo_epi32(where, where)),
                     _mm256_blendv_epi8(a.last, b.last, _mm256_unpackhi_epi32(where, where))};
}

static inline word32 words_right(word32 high, word32 low, int bits)
{
    return _mm256_or_si256(_mm256_srli_epi32(low, bits), _mm256_slli_epi32(high, 32 - bits));
}

/* PCG's output on 32-bit lanes; lanes_avx512.h explains why three shifts are enough. */
static inline word32 halves_output(halves h)
{
    __m256i shifted = _mm256_xor_si256(words_right(h.high, h.low, 27), _mm256_srli_epi32(h.high, 13));
    __m256i turn = _mm256_srli_epi32(h.high, 27);

    return _mm256_or_si256(_mm256_srlv_epi32(shifted, turn),
                           _mm256_sllv_epi32(shifted, _mm256_sub_epi32(_mm256_set1_epi32(32), turn)));
}

/* Signed words: the products of the even lanes, then those of the odd ones. */
static inline state64 state_add_product(state64 sum, word32 a, word32 b)
{
    return (state64){_mm256_add_epi64(sum.first, _mm256_mul_epi32(a, b)),
                     _mm256_add_epi64(sum.last, _mm256_mul_epi32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32)))};
}

static inline state64 state_add_square(state64 sum, word32 a)
{
    __m256i odd = _mm256_srli_epi64(a, 32);

    return (state64){_mm256_add_epi64(sum.first, _mm256_mul_epu32(a, a)),
                     _mm256_add_epi64(sum.last, _mm256_mul_epu32(odd, odd))};
}

static inline int64_t state_sum(state64 s)
{
    int64_t lanes[4];

    _mm256_storeu_si256((__m256i *)lanes, _mm256_add_epi64(s.first, s.last));
    return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

static inline word32 word_gather(const int32_t *table, word32 index)
{
    return _mm256_i32gather_epi32(table, index, 4);
}

static inline word32 look_up_sixteen(const uint32_t *table, word32 index)
{
    const __m256 lower = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(word_load(table), index)),
                 upper = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(word_load(table + 8), index));

    return _mm256_castps_si256(_mm256_blendv_ps(lower, upper, _mm256_castsi256_ps(_mm256_slli_epi32(index, 28))));
}

/* Permutations of up to four registers are faster than a gather. */
static inline word32 word_look_up(const uint32_t *table, uint32_t n, word32 index)
{
    if (n <= 8)
        return _mm256_permutevar8x32_epi32(word_load(table), index);
    if (n <= 16)
        return look_up_sixteen(table, index);
    if (n > 32)
        return word_gather((const int32_t *)table, index);
    return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(look_up_sixteen(table, index)),
                                                _mm256_castsi256_ps(look_up_sixteen(table + 16, index)),
                                                _mm256_castsi256_ps(_mm256_slli_epi32(index, 27))));
}

typedef struct columns {
    word32 threshold, landings;
} columns;

static inline __m128i look_up_two(const walk_column *table, const uint32_t *index)
{
    __m128i lower = _mm_loadl_epi64((const __m128i *)(table + index[0]));

    return _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(lower), (const double *)(table + index[1])));
}

static inline __m256i look_up_four(const walk_column *table, const uint32_t *two, const uint32_t *another_two)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(look_up_two(table, two)), look_up_two(table, another_two), 1);
}

/* Single loads are faster than gathers, which consist of as many steps and a few more. */
static inline columns look_up(const walk_column *table, word32 index)
{
    apart at = word_apart(index);
    __m256i first = look_up_four(table, at.lane, at.lane + 4);
    __m256i last = look_up_four(table, at.lane + 2, at.lane + 6);

    return (columns){even_words(first, last), odd_words(first, last)};
}

/* Sixteen registers are too few for a row. */
typedef const walk_column *row;

static inline row row_load(const walk_column *from)
{
    return from;
}

static inline columns row_look_up(row from, word32 index)
{
    return look_up(from, index);
}
