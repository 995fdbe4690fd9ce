/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernel in AVX-512. */
#define STATE_BITS 8
#include "fight/battle_lanes.c"

extern battle_fighter battle_fight_wide_avx512;

const battle_kernel BATTLE_KERNEL_AVX512 = {
    .name = "avx512", .fight = fight_in_lanes, .fight_wide = battle_fight_wide_avx512};
