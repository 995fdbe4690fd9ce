/* The kernels' vocabulary in AVX2: eight lanes of 32 bits. A mask is a register of all-ones and all-zeros lanes; a
 * `state64` is eight 64-bit numbers in two registers. */
#include <immintrin.h>

enum { LANES = 8 };

typedef __m256i word32;
typedef __m256i lane_mask;
typedef struct state64 {
    __m256i first, last; /* lanes 0 1 4 5 and 2 3 6 7: so that shuffles within halves give lanes in order */
} state64;

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

static inline word32 word_add(word32 a, word32 b)
{
    return _mm256_add_epi32(a, b);
}

static inline word32 word_and(word32 a, word32 b)
{
    return _mm256_and_si256(a, b);
}

static inline word32 word_left(word32 a, uint32_t bits)
{
    return _mm256_sllv_epi32(a, word_of(bits));
}

static inline word32 word_right(word32 a, uint32_t bits)
{
    return _mm256_srlv_epi32(a, word_of(bits));
}

/* Unsigned: both sides are moved down by 2^31. */
static inline lane_mask word_less(word32 a, word32 b)
{
    const word32 middle = word_of(0x80000000);

    return _mm256_cmpgt_epi32(_mm256_xor_si256(b, middle), _mm256_xor_si256(a, middle));
}

static inline lane_mask word_equal(word32 a, word32 b)
{
    return _mm256_cmpeq_epi32(a, b);
}

static inline word32 word_select(lane_mask where, word32 a, word32 b)
{
    return _mm256_blendv_epi8(a, b, where);
}

static inline word32 word_add_where(lane_mask where, word32 a, word32 b)
{
    return _mm256_add_epi32(a, _mm256_and_si256(where, b));
}

static inline lane_mask mask_not(lane_mask a)
{
    return _mm256_xor_si256(a, _mm256_set1_epi32(-1));
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

static inline uint64_t word_sum(word32 a)
{
    uint32_t lanes[LANES];
    uint64_t sum = 0;

    word_store(lanes, a);
    for (int i = 0; i < LANES; i++)
        sum += lanes[i];
    return sum;
}

/* a * m on 64 bits, of which AVX2 multiplies 32 at a time. */
static inline __m256i multiply64(__m256i a, __m256i m)
{
    __m256i cross = _mm256_mullo_epi32(a, _mm256_shuffle_epi32(m, 0xB1)); /* low * high, high * low */
    __m256i high = _mm256_add_epi32(_mm256_slli_epi64(cross, 32),
                                    _mm256_and_si256(cross, _mm256_set1_epi64x((long long)0xFFFFFFFF00000000)));

    return _mm256_add_epi64(_mm256_mul_epu32(a, m), high);
}

static inline state64 state_step(state64 s, uint64_t multiplier, uint64_t addend)
{
    __m256i m = _mm256_set1_epi64x((long long)multiplier), a = _mm256_set1_epi64x((long long)addend);

    return (state64){_mm256_add_epi64(multiply64(s.first, m), a), _mm256_add_epi64(multiply64(s.last, m), a)};
}

static inline state64 state_load(const uint64_t from[LANES])
{
    __m256i low = _mm256_loadu_si256((const __m256i *)from), high = _mm256_loadu_si256((const __m256i *)(from + 4));

    return (state64){_mm256_permute2x128_si256(low, high, 0x20), _mm256_permute2x128_si256(low, high, 0x31)};
}

static inline state64 state_select(lane_mask where, state64 a, state64 b)
{
    return (state64){_mm256_blendv_epi8(a.first, b.first, _mm256_unpacklo_epi32(where, where)),
                     _mm256_blendv_epi8(a.last, b.last, _mm256_unpackhi_epi32(where, where))};
}

/* PCG's output: the low halves of all lanes, then the high ones, then xorshift and rotation on 32-bit lanes. */
static inline word32 state_output(state64 s)
{
    __m256i low =
        _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(s.first), _mm256_castsi256_ps(s.last), 0x88));
    __m256i high =
        _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castsi256_ps(s.first), _mm256_castsi256_ps(s.last), 0xDD));
    __m256i x_low = _mm256_xor_si256(low, _mm256_or_si256(_mm256_srli_epi32(low, 18), _mm256_slli_epi32(high, 14)));
    __m256i x_high = _mm256_xor_si256(high, _mm256_srli_epi32(high, 18));
    __m256i shifted = _mm256_or_si256(_mm256_srli_epi32(x_low, 27), _mm256_slli_epi32(x_high, 5));
    __m256i turn = _mm256_srli_epi32(high, 27);

    return _mm256_or_si256(_mm256_srlv_epi32(shifted, turn),
                           _mm256_sllv_epi32(shifted, _mm256_sub_epi32(_mm256_set1_epi32(32), turn)));
}

/* table[index] in every lane; up to LOOKUP_REGISTERS entries are permuted in registers, more are gathered. */
enum { LOOKUP_REGISTERS = 32 };

static inline word32 word_lookup(const uint32_t *table, uint32_t n, word32 index)
{
    word32 found = _mm256_permutevar8x32_epi32(word_load(table), index);

    if (n > LOOKUP_REGISTERS)
        return _mm256_i32gather_epi32((const int *)table, index, 4);
    for (uint32_t from = LANES; from < n; from += LANES)
        found = word_select(_mm256_cmpgt_epi32(index, word_of(from - 1)), found,
                            _mm256_permutevar8x32_epi32(word_load(table + from), index));
    return found;
}
