/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels' vocabulary in plain C: one lane. It is the easiest to read; the others do the same on many lanes. */
enum { LANES = 1 };

typedef uint32_t word32;
typedef bool lane_mask;
typedef uint64_t state64;

/* The halves of a state. */
typedef struct halves {
    word32 low, high;
} halves;

static inline word32 word_of(uint32_t x)
{
    return x;
}

static inline word32 word_load(const uint32_t *from)
{
    return *from;
}

static inline void word_store(uint32_t *to, word32 x)
{
    *to = x;
}

/* Lanes that are read one by one. */
typedef struct apart {
    uint32_t lane[LANES];
} apart;

static inline apart word_apart(word32 x)
{
    return (apart){{x}};
}

static inline word32 word_add(word32 a, word32 b)
{
    return a + b;
}

static inline word32 word_multiply(word32 a, word32 b)
{
    return a * b;
}

static inline word32 word_least(word32 a, word32 b)
{
    return a < b ? a : b;
}

static inline word32 word_and(word32 a, word32 b)
{
    return a & b;
}

static inline word32 word_or(word32 a, word32 b)
{
    return a | b;
}

static inline word32 word_xor(word32 a, word32 b)
{
    return a ^ b;
}

static inline word32 word_left(word32 a, uint32_t bits)
{
    return a << bits;
}

static inline word32 word_right(word32 a, uint32_t bits)
{
    return a >> bits;
}

/* high << bits, with the high bits of low below. */
static inline word32 word_joined(word32 high, word32 low, uint32_t bits)
{
    return word_or(word_left(high, bits), word_right(low, 32 - bits));
}

/* a >= b, unsigned. */
static inline lane_mask word_reaches(word32 a, word32 b)
{
    return a >= b;
}

static inline lane_mask word_equal(word32 a, word32 b)
{
    return a == b;
}

/* b where the mask is set, a elsewhere. */
static inline word32 word_select(lane_mask where, word32 a, word32 b)
{
    return where ? b : a;
}

/* a where the mask is set, 0 elsewhere. */
static inline word32 word_where(lane_mask where, word32 a)
{
    return where ? a : 0;
}

/* a + b where the mask is set, a elsewhere. */
static inline word32 word_add_where(lane_mask where, word32 a, word32 b)
{
    return where ? a + b : a;
}

/* a >> bits where the mask is set, a elsewhere. */
static inline word32 word_right_where(lane_mask where, word32 a, uint32_t bits)
{
    return a >> (where ? bits : 0);
}

/* Members of a that are not in b. */
static inline lane_mask mask_but(lane_mask a, lane_mask b)
{
    return a & !b;
}

static inline lane_mask mask_and(lane_mask a, lane_mask b)
{
    return a & b;
}

static inline bool mask_any(lane_mask a)
{
    return a;
}

/* Bit i for lane i. */
static inline uint32_t mask_bits(lane_mask a)
{
    return a;
}

static inline uint32_t mask_count(lane_mask a)
{
    return a;
}

/* The first n lanes. */
static inline lane_mask lanes_below(uint32_t n)
{
    return n > 0;
}

static inline uint64_t word_sum(word32 a)
{
    return a;
}

/* How to move the lanes of a mask to the front, in their order. */
typedef lane_mask packer;

static inline packer packer_of(lane_mask where)
{
    return where;
}

static inline word32 word_packed(packer order, word32 a)
{
    (void)order;
    return a;
}

/* How to distribute words to the lanes of a mask, in their order. */
typedef lane_mask spreader;

static inline spreader spreader_of(lane_mask where)
{
    return where;
}

/* The words from `from` on in the lanes of the mask, a in the others. */
static inline word32 word_spread(spreader order, lane_mask where, word32 a, const uint32_t *from)
{
    (void)order;
    return where ? *from : a;
}

static inline state64 state_of(halves h)
{
    return (uint64_t)h.high << 32 | h.low;
}

static inline halves halves_of(state64 s)
{
    return (halves){(uint32_t)s, (uint32_t)(s >> 32)};
}

/* A jump of the generator, the same in every lane. */
typedef pcg32_jump stride;

static inline stride stride_of(pcg32_jump jump)
{
    return jump;
}

static inline state64 state_step(state64 s, stride by)
{
    return pcg32_jumped(s, by);
}

/* Jumps each lane by each[which]. */
static inline state64 state_jump_of(state64 s, const pcg32_jump *each, word32 which)
{
    return pcg32_jumped(s, each[which]);
}

/* The same in the order that state_where requires. */
static inline state64 state_in_order(halves h)
{
    return state_of(h);
}

static inline halves halves_in_order(state64 s)
{
    return halves_of(s);
}

/* b where the mask is set, a elsewhere; for states in that order. */
static inline state64 state_where(lane_mask where, state64 a, state64 b)
{
    return where ? b : a;
}

/* PCG's output. */
static inline word32 halves_output(halves h)
{
    return pcg32_output(state_of(h));
}

/* sum + a * b: signed words, whose products are added in 64 bits. */
static inline state64 state_add_product(state64 sum, word32 a, word32 b)
{
    return sum + (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
}

/* sum + a * a: unsigned words. */
static inline state64 state_add_square(state64 sum, word32 a)
{
    return sum + (uint64_t)a * a;
}

/* The signed sum over all lanes. */
static inline int64_t state_sum(state64 s)
{
    return (int64_t)s;
}

/* table[index] in every lane. */
static inline word32 word_gather(const int32_t *table, word32 index)
{
    return (uint32_t)table[index];
}

/* The same for a table of n words that has room for at least 64. */
static inline word32 word_look_up(const uint32_t *table, uint32_t n, word32 index)
{
    (void)n;
    return table[index];
}

/* Columns, one in each lane. The landing `own` is in the low half of a word, `other` in the high half. */
typedef struct columns {
    word32 threshold, landings;
} columns;

static inline columns look_up(const walk_column *table, word32 index)
{
    const walk_column *c = &table[index];

    return (columns){c->threshold, (uint32_t)c->other << 16 | c->own};
}

/* A row of 2^WALK_START_BITS columns, in registers if there is room. */
typedef const walk_column *row;

static inline row row_load(const walk_column *from)
{
    return from;
}

static inline columns row_look_up(row from, word32 index)
{
    return look_up(from, index);
}
