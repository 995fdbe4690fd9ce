/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit states in the vectors of GNU C, which every processor's compiler supports; words are processed one by one. A
 * set is a vector: all ones where it holds, all zeros elsewhere. */
#include <string.h>

#include "simulate/lanes_portable.h"

enum { BATTLES = 16 / sizeof(state_code), WORDS = BATTLES / LANES };
#define JUMPS_IN_HALVES 0

enum { FEW_COLUMNS = 0 }; /* nothing is permuted */

typedef states battle_set;
typedef uint64_t halved STATES_OF(16);

#define LOWEST_BITS (UINT64_MAX / STATE_GONE) /* in each battle */

/* Multiplying by this moves the lowest bit of each battle of a half to the top of the product, with the first battle's
 * bit lowest. The byte order decides which battle is in a half's low byte. No two bits of the product overlap in
 * either order. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define GATHERS_BITS (STATE_BITS == 8 ? 0x8040201008040201 : 0x8000400020001000)
#else
#define GATHERS_BITS (STATE_BITS == 8 ? 0x102040810204080 : 0x1000200040008000)
#endif

/* b where the set holds, a elsewhere. */
static inline states states_select(battle_set where, states a, states b)
{
    return (a & ~where) | (b & where);
}

static inline battle_set states_equal(states a, states b)
{
    return (battle_set)(a == b);
}

static inline battle_set states_at_most(states a, states b)
{
    return (battle_set)(a <= b);
}

static inline states states_least(states a, states b)
{
    return states_select(states_at_most(a, b), b, a);
}

static inline states states_most(states a, states b)
{
    return states_select(states_at_most(a, b), a, b);
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
    states found = codes;

    (void)n;
    for (int i = 0; i < BATTLES; i++)
        found[i] = codes[i] < STATES_LOOKED_UP ? table[codes[i]] : 0;
    return found;
}
#endif

/* A bit for each battle. */
static inline uint64_t set_bits(battle_set set)
{
    const halved both = (halved)set;
    uint64_t bits = 0;

    for (int i = 0; i < 2; i++)
        bits |= ((both[i] & LOWEST_BITS) * GATHERS_BITS) >> (64 - BATTLES / 2) << i * BATTLES / 2;
    return bits;
}

static inline uint32_t set_count(battle_set set)
{
    const halved both = (halved)set;

    return (uint32_t)(((both[0] & LOWEST_BITS) + (both[1] & LOWEST_BITS)) * LOWEST_BITS >> (64 - STATE_BITS));
}

static inline bool set_any(battle_set set)
{
    return ((halved)set)[0] | ((halved)set)[1];
}

/* The lanes of the i-th register of words. */
static inline lane_mask set_lanes(const battle_set *set, int i)
{
    return (*set)[i] != 0;
}

static inline battle_set set_of_lanes(const lane_mask lanes[WORDS])
{
    state_code codes[WORDS];
    battle_set set;

    for (int i = 0; i < WORDS; i++)
        codes[i] = (state_code)-lanes[i];
    memcpy(&set, codes, sizeof set);
    return set;
}

/* The i-th register of words. */
static inline word32 states_words(const states *from, int i)
{
    return (*from)[i];
}

/* Codes from the low bits of words. Through an array: putting a code into a vector sends the vector through memory and
 * back for each code. That took two fifths of the time of four against four. */
static inline states states_of_words(const word32 from[WORDS])
{
    state_code codes[WORDS];
    states s;

    for (int i = 0; i < WORDS; i++)
        codes[i] = (state_code)from[i];
    memcpy(&s, codes, sizeof s);
    return s;
}

static inline battle_set set_of_bits(uint64_t bits)
{
    battle_set set = {0};

    for (; bits; bits &= bits - 1)
        set[__builtin_ctzll(bits)] = (state_code)~0;
    return set;
}
