/* The battle kernel in AVX2. */
#include "fight/battle_lanes.c"

const battle_kernel BATTLE_KERNEL_AVX2 = {.name = "avx2", .fight = fight_in_lanes};
