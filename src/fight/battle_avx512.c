/* The battle kernel in AVX-512. */
#include "fight/battle_lanes.c"

const battle_kernel BATTLE_KERNEL_AVX512 = {.name = "avx512", .fight = fight_in_lanes};
