/* The battle kernels' vocabulary: unit states of many battles side by side, one register of them for each element,
 * beside the words of simulate/lanes_*.h. A register holds BATTLES codes of STATE_BITS bits: 8, or 16 where a side has
 * too many unit states for 8. As words they fill WORDS registers. A set says of each battle whether something holds;
 * sets are combined by C's own & | ~ ^. */
#ifndef SALVO_FIGHT_STATES_H
#define SALVO_FIGHT_STATES_H

#include <stdbool.h>
#include <stdint.h>

#include "rng/pcg32.h"
#include "simulate/kernel.h"

#if STATE_BITS == 8
typedef uint8_t state_code;
#else
typedef uint16_t state_code;
#endif

#define STATES_OF(bytes) __attribute__((vector_size(bytes), may_alias))

#if defined __AVX512BW__
typedef state_code states STATES_OF(64);
#include "fight/states_avx512.h"
#elif defined __AVX2__
typedef state_code states STATES_OF(32);
#include "fight/states_avx2.h"
#else
typedef state_code states STATES_OF(16);
#include "fight/states_portable.h"
#endif

/* Out of the fight: greater than every other code. */
#define STATE_GONE ((state_code)~UINT32_C(0))

static inline states states_of(uint32_t code)
{
    return (state_code)code - (states){0};
}

static inline battle_set no_battle(void)
{
    return (battle_set){0};
}

/* 1 where the set holds, 0 elsewhere. */
static inline states states_ones(battle_set where)
{
    return states_select(where, states_of(0), states_of(1));
}

#endif
