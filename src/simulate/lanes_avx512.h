/* The kernels' vocabulary in AVX-512 (F, DQ): sixteen lanes of 32 bits. A `state64` is sixteen 64-bit numbers in two
 * registers; the generator's output function runs on full registers of their 32-bit halves. */
#include <immintrin.h>

enum { LANES = 16 };

typedef __m512i word32;
typedef struct state64 {
    __m512i first, last; /* eight lanes each */
} state64;
typedef __mmask16 lane_mask;

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

static inline word32 word_add(word32 a, word32 b)
{
    return _mm512_add_epi32(a, b);
}

static inline word32 word_and(word32 a, word32 b)
{
    return _mm512_and_si512(a, b);
}

static inline word32 word_or(word32 a, word32 b)
{
    return _mm512_or_si512(a, b);
}

static inline word32 word_left(word32 a, uint32_t bits)
{
    return _mm512_sllv_epi32(a, word_of(bits));
}

static inline word32 word_right(word32 a, uint32_t bits)
{
    return _mm512_srlv_epi32(a, word_of(bits));
}

static inline lane_mask word_less(word32 a, word32 b)
{
    return _mm512_cmplt_epu32_mask(a, b);
}

static inline lane_mask word_equal(word32 a, word32 b)
{
    return _mm512_cmpeq_epi32_mask(a, b);
}

/* b where the mask is set, a elsewhere; a + b where it is set. */
static inline word32 word_select(lane_mask where, word32 a, word32 b)
{
    return _mm512_mask_mov_epi32(a, where, b);
}

static inline word32 word_add_where(lane_mask where, word32 a, word32 b)
{
    return _mm512_mask_add_epi32(a, where, a, b);
}

static inline lane_mask mask_not(lane_mask a)
{
    return (lane_mask)~a;
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

static inline uint64_t word_sum(word32 a)
{
    __m512i even = _mm512_and_si512(a, _mm512_set1_epi64(0xFFFFFFFF)), odd = _mm512_srli_epi64(a, 32);

    return (uint64_t)_mm512_reduce_add_epi64(_mm512_add_epi64(even, odd));
}

static inline state64 state_step(state64 s, uint64_t multiplier, uint64_t addend)
{
    __m512i m = _mm512_set1_epi64((long long)multiplier), a = _mm512_set1_epi64((long long)addend);

    return (state64){_mm512_add_epi64(_mm512_mullo_epi64(s.first, m), a),
                     _mm512_add_epi64(_mm512_mullo_epi64(s.last, m), a)};
}

static inline state64 state_load(const uint64_t from[LANES])
{
    return (state64){_mm512_loadu_si512(from), _mm512_loadu_si512(from + 8)};
}

static inline state64 state_select(lane_mask where, state64 a, state64 b)
{
    return (state64){_mm512_mask_mov_epi64(a.first, (__mmask8)where, b.first),
                     _mm512_mask_mov_epi64(a.last, (__mmask8)(where >> 8), b.last)};
}

/* PCG's output: the low halves of all lanes, then the high ones, then xorshift and rotation on 32-bit lanes. */
static inline word32 state_output(state64 s)
{
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    __m512i low = _mm512_permutex2var_epi32(s.first, even, s.last);
    __m512i high = _mm512_permutex2var_epi32(s.first, odd, s.last);
    __m512i x_low = _mm512_xor_si512(low, _mm512_or_si512(_mm512_srli_epi32(low, 18), _mm512_slli_epi32(high, 14)));
    __m512i x_high = _mm512_xor_si512(high, _mm512_srli_epi32(high, 18));
    __m512i shifted = _mm512_or_si512(_mm512_srli_epi32(x_low, 27), _mm512_slli_epi32(x_high, 5));

    return _mm512_rorv_epi32(shifted, _mm512_srli_epi32(high, 27));
}

/* table[index] in every lane; the table has n entries, and room for the next multiple of 32. Up to LOOKUP_REGISTERS
 * entries stay in registers and are permuted; gathers take over beyond. */
enum { LOOKUP_REGISTERS = 128 };

static inline word32 word_lookup(const uint32_t *table, uint32_t n, word32 index)
{
    word32 found = _mm512_permutex2var_epi32(word_load(table), index, word_load(table + 16));

    if (n > LOOKUP_REGISTERS)
        return _mm512_i32gather_epi32(index, table, 4);
    for (uint32_t from = 32; from < n; from += 32)
        found = _mm512_mask_mov_epi32(
            found, word_less(word_of(from - 1), index),
            _mm512_permutex2var_epi32(word_load(table + from), index, word_load(table + from + 16)));
    return found;
}
