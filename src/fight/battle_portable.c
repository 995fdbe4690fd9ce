/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernel in plain C. */
#define STATE_BITS 8
#include "fight/battle_lanes.c"

extern battle_fighter battle_fight_wide_portable;

const battle_kernel BATTLE_KERNEL_PORTABLE = {
    .name = "portable", .fight = fight_in_lanes, .fight_wide = battle_fight_wide_portable};
