/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels' vocabulary in WebAssembly's vectors: four lanes, and only the operations that battles need. Rolls and
 * walks are faster one by one there (lanes_portable.h). They consist mostly of the generator, whose 64-bit
 * multiplication and rotation take many instructions in vectors. A mask is a vector of all-ones and all-zeros lanes. */
#include <wasm_simd128.h>

#include "rng/pcg32.h"

enum { LANES = 4 };

typedef v128_t word32;
typedef v128_t lane_mask;

/* Lanes 0 and 1, and 2 and 3. */
typedef struct state64 {
    v128_t first, last;
} state64;

/* The halves of a state. */
typedef struct halves {
    word32 low, high;
} halves;

static inline word32 word_of(uint32_t x)
{
    return wasm_i32x4_splat((int32_t)x);
}

static inline word32 word_load(const uint32_t *from)
{
    return wasm_v128_load(from);
}

static inline void word_store(uint32_t *to, word32 x)
{
    wasm_v128_store(to, x);
}

static inline word32 word_add(word32 a, word32 b)
{
    return wasm_i32x4_add(a, b);
}

static inline word32 word_multiply(word32 a, word32 b)
{
    return wasm_i32x4_mul(a, b);
}

static inline word32 word_least(word32 a, word32 b)
{
    return wasm_u32x4_min(a, b);
}

static inline word32 word_and(word32 a, word32 b)
{
    return wasm_v128_and(a, b);
}

static inline word32 word_left(word32 a, uint32_t bits)
{
    return wasm_i32x4_shl(a, bits);
}

/* By fewer bits than 32. */
static inline word32 word_right(word32 a, uint32_t bits)
{
    return wasm_u32x4_shr(a, bits);
}

static inline lane_mask word_reaches(word32 a, word32 b)
{
    return wasm_u32x4_ge(a, b);
}

static inline lane_mask word_equal(word32 a, word32 b)
{
    return wasm_i32x4_eq(a, b);
}

/* b where the mask is set, a elsewhere. */
static inline word32 word_select(lane_mask where, word32 a, word32 b)
{
    return wasm_v128_bitselect(b, a, where);
}

/* a where the mask is set, 0 elsewhere. */
static inline word32 word_where(lane_mask where, word32 a)
{
    return wasm_v128_and(where, a);
}

/* a + b where the mask is set, a elsewhere. */
static inline word32 word_add_where(lane_mask where, word32 a, word32 b)
{
    return word_add(a, word_where(where, b));
}

/* a >> bits where the mask is set, a elsewhere. */
static inline word32 word_right_where(lane_mask where, word32 a, uint32_t bits)
{
    return word_select(where, a, word_right(a, bits));
}

static inline lane_mask mask_and(lane_mask a, lane_mask b)
{
    return wasm_v128_and(a, b);
}

/* Members of a that are not in b. */
static inline lane_mask mask_but(lane_mask a, lane_mask b)
{
    return wasm_v128_andnot(a, b);
}

static inline bool mask_any(lane_mask a)
{
    return wasm_v128_any_true(a);
}

/* Bit i for lane i. */
static inline uint32_t mask_bits(lane_mask a)
{
    return (uint32_t)wasm_i32x4_bitmask(a);
}

static inline v128_t even_words(v128_t first, v128_t last)
{
    return wasm_i32x4_shuffle(first, last, 0, 2, 4, 6);
}

static inline v128_t odd_words(v128_t first, v128_t last)
{
    return wasm_i32x4_shuffle(first, last, 1, 3, 5, 7);
}

static inline state64 state_of(halves h)
{
    return (state64){wasm_i32x4_shuffle(h.low, h.high, 0, 4, 1, 5), wasm_i32x4_shuffle(h.low, h.high, 2, 6, 3, 7)};
}

static inline halves halves_of(state64 s)
{
    return (halves){even_words(s.first, s.last), odd_words(s.first, s.last)};
}

/* A jump of the generator, the same in every lane. */
typedef struct stride {
    v128_t multiplier, addend;
} stride;

static inline stride stride_of(pcg32_jump jump)
{
    return (stride){wasm_i64x2_splat((int64_t)jump.multiplier), wasm_i64x2_splat((int64_t)jump.addend)};
}

static inline v128_t jumped(v128_t s, v128_t multiplier, v128_t addend)
{
    return wasm_i64x2_add(wasm_i64x2_mul(s, multiplier), addend);
}

static inline state64 state_step(state64 s, stride by)
{
    return (state64){jumped(s.first, by.multiplier, by.addend), jumped(s.last, by.multiplier, by.addend)};
}

static inline v128_t two_words64(const uint64_t *first, const uint64_t *second)
{
    return wasm_v128_load64_lane(second, wasm_v128_load64_zero(first), 1);
}

/* Jumps each lane by each[which]. */
static inline state64 state_jump_of(state64 s, const pcg32_jump *each, word32 which)
{
    const pcg32_jump *a = each + wasm_i32x4_extract_lane(which, 0), *b = each + wasm_i32x4_extract_lane(which, 1),
                     *c = each + wasm_i32x4_extract_lane(which, 2), *d = each + wasm_i32x4_extract_lane(which, 3);

    return (state64){jumped(s.first, two_words64(&a->multiplier, &b->multiplier), two_words64(&a->addend, &b->addend)),
                     jumped(s.last, two_words64(&c->multiplier, &d->multiplier), two_words64(&c->addend, &d->addend))};
}

/* 2^n in each lane, n below 32. Each byte of it is looked up; an index outside the table gives 0. */
static inline v128_t power_of_two(v128_t n)
{
    const v128_t table = wasm_i8x16_const(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const v128_t bytes = wasm_i8x16_shuffle(n, n, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);

    return wasm_i8x16_swizzle(table, wasm_i8x16_sub(bytes, wasm_i32x4_splat(0x18100800)));
}

/* PCG's output. Lanes cannot be shifted by different numbers. So a rotation to the left by n is a multiplication by
 * 2^n, whose upper half is added to the lower one. */
static inline word32 halves_output(halves h)
{
    const v128_t joined = wasm_v128_or(wasm_u32x4_shr(h.low, 27), wasm_i32x4_shl(h.high, 5));
    const v128_t shifted = wasm_v128_xor(joined, wasm_u32x4_shr(h.high, 13));
    const v128_t left = wasm_v128_and(wasm_i32x4_neg(wasm_u32x4_shr(h.high, 27)), word_of(31));
    const v128_t power = power_of_two(left);
    const v128_t first = wasm_u64x2_extmul_low_u32x4(shifted, power),
                 last = wasm_u64x2_extmul_high_u32x4(shifted, power);

    return wasm_v128_or(even_words(first, last), odd_words(first, last));
}

/* table[index] in every lane. */
static inline word32 word_gather(const int32_t *table, word32 index)
{
    v128_t found = wasm_v128_load32_zero(table + wasm_i32x4_extract_lane(index, 0));

    found = wasm_v128_load32_lane(table + wasm_i32x4_extract_lane(index, 1), found, 1);
    found = wasm_v128_load32_lane(table + wasm_i32x4_extract_lane(index, 2), found, 2);
    return wasm_v128_load32_lane(table + wasm_i32x4_extract_lane(index, 3), found, 3);
}

/* The same for a table of n words. */
static inline word32 word_look_up(const uint32_t *table, uint32_t n, word32 index)
{
    (void)n;
    return word_gather((const int32_t *)table, index);
}

/* Columns, one in each lane. The landing `own` is in the low half of a word, `other` in the high half. */
typedef struct columns {
    word32 threshold, landings;
} columns;

static inline columns look_up(const walk_column *table, word32 index)
{
    v128_t first = wasm_v128_load64_zero(table + wasm_i32x4_extract_lane(index, 0)),
           last = wasm_v128_load64_zero(table + wasm_i32x4_extract_lane(index, 2));

    first = wasm_v128_load64_lane(table + wasm_i32x4_extract_lane(index, 1), first, 1);
    last = wasm_v128_load64_lane(table + wasm_i32x4_extract_lane(index, 3), last, 1);
    return (columns){even_words(first, last), odd_words(first, last)};
}
