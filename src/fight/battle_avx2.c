/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernel in AVX2. */
#define STATE_BITS 8
#include "fight/battle_lanes.c"

extern battle_fighter battle_fight_wide_avx2;

const battle_kernel BATTLE_KERNEL_AVX2 = {
    .name = "avx2", .fight = fight_in_lanes, .fight_wide = battle_fight_wide_avx2};
