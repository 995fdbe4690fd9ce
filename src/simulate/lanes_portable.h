/* The kernels' vocabulary in plain C: one lane. The easiest one to read; the others do the same on many. */
enum { LANES = 1 };

typedef uint32_t word32;
typedef bool lane_mask;
typedef struct state64 {
    uint64_t one;
} state64;

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

static inline word32 word_add(word32 a, word32 b)
{
    return a + b;
}

static inline word32 word_and(word32 a, word32 b)
{
    return a & b;
}

static inline word32 word_left(word32 a, uint32_t bits)
{
    return a << bits;
}

static inline word32 word_right(word32 a, uint32_t bits)
{
    return a >> bits;
}

static inline lane_mask word_less(word32 a, word32 b)
{
    return a < b;
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

/* a + b where the mask is set, a elsewhere. */
static inline word32 word_add_where(lane_mask where, word32 a, word32 b)
{
    return where ? a + b : a;
}

static inline lane_mask mask_not(lane_mask a)
{
    return !a;
}

static inline lane_mask mask_and(lane_mask a, lane_mask b)
{
    return a && b;
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

static inline uint64_t word_sum(word32 a)
{
    return a;
}

static inline state64 state_step(state64 s, uint64_t multiplier, uint64_t addend)
{
    return (state64){s.one * multiplier + addend};
}

static inline state64 state_load(const uint64_t from[LANES])
{
    return (state64){from[0]};
}

static inline state64 state_select(lane_mask where, state64 a, state64 b)
{
    return where ? b : a;
}

static inline word32 state_output(state64 s)
{
    return pcg32_output(s.one);
}

/* table[index] in every lane; the table has n entries, and room for the next multiple of 32. */
static inline word32 word_lookup(const uint32_t *table, uint32_t n, word32 index)
{
    (void)n;
    return table[index];
}
