/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels' vocabulary in AVX-512 (F, DQ), and with VBMI2 if the compiler may use it: sixteen lanes of 32 bits. The
 * generator's output function runs on full registers of the state's 32-bit halves. */
#include <immintrin.h>

enum { LANES = 16 };

typedef __m512i word32;
typedef __mmask16 lane_mask;

/* Eight 64-bit numbers each: lanes 0 1 4 5 8 9 12 13, and the others, so that shuffles within quarters split them. */
typedef struct state64 {
    __m512i first, last;
} state64;

typedef struct halves {
    word32 low, high;
} halves;

static inline word32 word_of(uint32_t x)
{
    return _mm512_set1_epi32((int)x);
}

static inline word32 word_load(const uint32_t *from)
{
    return _mm512_loadu_si512(from);
}

static inline void word_store(uint32_t *to, word32 x)
{
    _mm512_storeu_si512(to, x);
}

/* Lanes that are read one by one. By default the compiler takes them out of the register, which is slower. */
typedef struct apart {
    _Alignas(64) uint32_t lane[LANES];
} apart;

static inline apart word_apart(word32 x)
{
    apart a;

    _mm512_store_si512(a.lane, x);
    __asm__("" : "+m"(a));
    return a;
}

static inline word32 word_add(word32 a, word32 b)
{
    return _mm512_add_epi32(a, b);
}

static inline word32 word_least(word32 a, word32 b)
{
    return _mm512_min_epu32(a, b);
}

static inline word32 word_and(word32 a, word32 b)
{
    return _mm512_and_si512(a, b);
}

static inline word32 word_or(word32 a, word32 b)
{
    return _mm512_or_si512(a, b);
}

static inline word32 word_xor(word32 a, word32 b)
{
    return _mm512_xor_si512(a, b);
}

static inline word32 word_multiply(word32 a, word32 b)
{
    return _mm512_mullo_epi32(a, b);
}

static inline word32 word_left(word32 a, uint32_t bits)
{
    return _mm512_sllv_epi32(a, word_of(bits));
}

static inline word32 word_right(word32 a, uint32_t bits)
{
    return _mm512_srlv_epi32(a, word_of(bits));
}

static inline word32 word_right_where(lane_mask where, word32 a, uint32_t bits)
{
    return __builtin_constant_p(bits) ? _mm512_mask_srli_epi32(a, where, a, bits)
                                      : _mm512_mask_srlv_epi32(a, where, a, word_of(bits));
}

/* high << bits, with the high bits of low below. */
static inline word32 word_joined(word32 high, word32 low, uint32_t bits)
{
#ifdef __AVX512VBMI2__
    return _mm512_shldv_epi32(high, low, word_of(bits));
#else
    return word_or(word_left(high, bits), word_right(low, 32 - bits));
#endif
}

/* a >= b, unsigned. */
static inline lane_mask word_reaches(word32 a, word32 b)
{
    return _mm512_cmpge_epu32_mask(a, b);
}

static inline lane_mask word_equal(word32 a, word32 b)
{
    return _mm512_cmpeq_epi32_mask(a, b);
}

/* b where the mask is set, a elsewhere; a where it is set, 0 elsewhere; a + b where it is set, a elsewhere. */
static inline word32 word_select(lane_mask where, word32 a, word32 b)
{
    return _mm512_mask_mov_epi32(a, where, b);
}

static inline word32 word_where(lane_mask where, word32 a)
{
    return _mm512_maskz_mov_epi32(where, a);
}

static inline word32 word_add_where(lane_mask where, word32 a, word32 b)
{
    return _mm512_mask_add_epi32(a, where, a, b);
}

/* Members of a that are not in b. (With operators, the compiler would leave the mask registers.) */
static inline lane_mask mask_but(lane_mask a, lane_mask b)
{
    return __builtin_constant_p(a) && a == 0xFFFF ? _mm512_knot(b) : _mm512_kandn(b, a);
}

static inline lane_mask mask_and(lane_mask a, lane_mask b)
{
    return a & b;
}

static inline bool mask_any(lane_mask a)
{
    return a != 0;
}

/* Bit i for lane i. */
static inline uint32_t mask_bits(lane_mask a)
{
    return a;
}

static inline uint32_t mask_count(lane_mask a)
{
    return (uint32_t)_mm_popcnt_u32(a);
}

static inline lane_mask lanes_below(uint32_t n)
{
    return (lane_mask)((1U << n) - 1);
}

static inline uint64_t word_sum(word32 a)
{
    __m512i even = _mm512_and_si512(a, _mm512_set1_epi64(0xFFFFFFFF)), odd = _mm512_srli_epi64(a, 32);

    return (uint64_t)_mm512_reduce_add_epi64(_mm512_add_epi64(even, odd));
}

typedef lane_mask packer;

static inline packer packer_of(lane_mask where)
{
    return where;
}

static inline word32 word_packed(packer order, word32 a)
{
    return _mm512_maskz_compress_epi32(order, a);
}

typedef lane_mask spreader;

static inline spreader spreader_of(lane_mask where)
{
    return where;
}

static inline word32 word_spread(spreader order, lane_mask where, word32 a, const uint32_t *from)
{
    (void)where;
    return _mm512_mask_expandloadu_epi32(a, order, from);
}

static inline state64 state_of(halves h)
{
    return (state64){_mm512_unpacklo_epi32(h.low, h.high), _mm512_unpackhi_epi32(h.low, h.high)};
}

static inline __m512i even_words(__m512i first, __m512i last)
{
    return _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(first), _mm512_castsi512_ps(last), 0x88));
}

static inline __m512i odd_words(__m512i first, __m512i last)
{
    return _mm512_castps_si512(_mm512_shuffle_ps(_mm512_castsi512_ps(first), _mm512_castsi512_ps(last), 0xDD));
}

static inline halves halves_of(state64 s)
{
    return (halves){even_words(s.first, s.last), odd_words(s.first, s.last)};
}

/* The same with states in the order of the lanes: the shuffles cost more, but a mask's halves are masks of states. */
static inline __m512i even_in_order(__m512i first, __m512i last)
{
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);

    return _mm512_permutex2var_epi32(first, even, last);
}

static inline __m512i odd_in_order(__m512i first, __m512i last)
{
    const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);

    return _mm512_permutex2var_epi32(first, odd, last);
}

static inline state64 state_in_order(halves h)
{
    const __m512i first = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i last = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);

    return (state64){_mm512_permutex2var_epi32(h.low, first, h.high), _mm512_permutex2var_epi32(h.low, last, h.high)};
}

static inline halves halves_in_order(state64 s)
{
    return (halves){even_in_order(s.first, s.last), odd_in_order(s.first, s.last)};
}

static inline state64 state_where(lane_mask where, state64 a, state64 b)
{
    return (state64){_mm512_mask_mov_epi64(a.first, (__mmask8)where, b.first),
                     _mm512_mask_mov_epi64(a.last, (__mmask8)(where >> 8), b.last)};
}

typedef struct stride {
    __m512i multiplier, addend;
} stride;

static inline stride stride_of(pcg32_jump jump)
{
    return (stride){_mm512_set1_epi64((long long)jump.multiplier), _mm512_set1_epi64((long long)jump.addend)};
}

static inline state64 state_step(state64 s, stride by)
{
    return (state64){_mm512_add_epi64(_mm512_mullo_epi64(s.first, by.multiplier), by.addend),
                     _mm512_add_epi64(_mm512_mullo_epi64(s.last, by.multiplier), by.addend)};
}

static inline state64 state_jump(state64 s, state64 multiplier, state64 addend)
{
    return (state64){_mm512_add_epi64(_mm512_mullo_epi64(s.first, multiplier.first), addend.first),
                     _mm512_add_epi64(_mm512_mullo_epi64(s.last, multiplier.last), addend.last)};
}

/* (high:low) >> bits, the low words of the result. */
#ifdef __AVX512VBMI2__
#define words_right(high, low, bits) _mm512_shrdi_epi32(low, high, bits)
#else
#define words_right(high, low, bits) \
    _mm512_xor_si512(_mm512_srli_epi32(low, bits), _mm512_slli_epi32(high, 32 - (bits)))
#endif

/* PCG's output on 32-bit lanes. Only the low words of ((state >> 18) ^ state) >> 27 count. They are those of state >>
 * 27 and of state >> 45; the latter depends only on the high words. */
static inline word32 halves_output(halves h)
{
    __m512i shifted = _mm512_xor_si512(words_right(h.high, h.low, 27), _mm512_srli_epi32(h.high, 13));

    return _mm512_rorv_epi32(shifted, _mm512_srli_epi32(h.high, 27));
}

/* Signed words: the products of the even lanes, then those of the odd ones. */
static inline state64 state_add_product(state64 sum, word32 a, word32 b)
{
    return (state64){_mm512_add_epi64(sum.first, _mm512_mul_epi32(a, b)),
                     _mm512_add_epi64(sum.last, _mm512_mul_epi32(_mm512_srli_epi64(a, 32), _mm512_srli_epi64(b, 32)))};
}

static inline state64 state_add_square(state64 sum, word32 a)
{
    __m512i odd = _mm512_srli_epi64(a, 32);

    return (state64){_mm512_add_epi64(sum.first, _mm512_mul_epu32(a, a)),
                     _mm512_add_epi64(sum.last, _mm512_mul_epu32(odd, odd))};
}

static inline int64_t state_sum(state64 s)
{
    return _mm512_reduce_add_epi64(_mm512_add_epi64(s.first, s.last));
}

static inline word32 word_gather(const int32_t *table, word32 index)
{
    return _mm512_i32gather_epi32(index, table, 4);
}

/* While the table fits two registers, permutations are faster than a gather. */
static inline word32 word_look_up(const uint32_t *table, uint32_t n, word32 index)
{
    word32 found;

    if (n <= 16)
        return _mm512_permutexvar_epi32(index, word_load(table));
    found = _mm512_permutex2var_epi32(word_load(table), index, word_load(table + 16));
    if (n <= 32)
        return found;
    if (n > 64)
        return word_gather((const int32_t *)table, index);
    return word_select(word_reaches(index, word_of(32)), found,
                       _mm512_permutex2var_epi32(word_load(table + 32), index, word_load(table + 48)));
}

typedef struct columns {
    word32 threshold, landings;
} columns;

static inline __m128i look_up_two(const walk_column *table, const uint32_t *index)
{
    __m128i lower = _mm_loadl_epi64((const __m128i *)(table + index[0]));

    return _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(lower), (const double *)(table + index[1])));
}

static inline __m256i look_up_four(const walk_column *table, const uint32_t *index)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(look_up_two(table, index)), look_up_two(table, index + 2), 1);
}

/* One half is gathered, the other loaded one by one. A gather consists of as many steps as the loads, and neither
 * alone uses the whole machine. */
static inline columns look_up(const walk_column *table, word32 index)
{
    uint32_t stored[LANES] __attribute__((aligned(64)));
    __m512i first = _mm512_i32gather_epi64(_mm512_castsi512_si256(index), table, 8), last;

    _mm512_store_si512(stored, index);
    __asm__("" : "+m"(stored)); /* otherwise the compiler takes the indices out of the register one by one */
    last = _mm512_inserti64x4(_mm512_castsi256_si512(look_up_four(table, stored + 8)), look_up_four(table, stored + 12),
                              1);
    return (columns){even_in_order(first, last), odd_in_order(first, last)};
}

/* A row of 64 columns: four registers of thresholds, four of landings. */
typedef struct row {
    __m512i threshold[4], landings[4];
} row;

static inline row row_load(const walk_column *from)
{
    row r;

    for (int i = 0; i < 4; i++, from += 16) {
        __m512i first = _mm512_loadu_si512(from), last = _mm512_loadu_si512(from + 8);

        r.threshold[i] = even_in_order(first, last);
        r.landings[i] = odd_in_order(first, last);
    }
    return r;
}

static inline columns row_look_up(row from, word32 index)
{
    lane_mask upper = _mm512_test_epi32_mask(index, word_of(32));
    __m512i threshold = _mm512_permutex2var_epi32(from.threshold[0], index, from.threshold[1]);
    __m512i landings = _mm512_permutex2var_epi32(from.landings[0], index, from.landings[1]);

    return (columns){
        word_select(upper, threshold, _mm512_permutex2var_epi32(from.threshold[2], index, from.threshold[3])),
        word_select(upper, landings, _mm512_permutex2var_epi32(from.landings[2], index, from.landings[3]))};
}
