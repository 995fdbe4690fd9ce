/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernel in AVX2, for codes of 16 bits. */
#define STATE_BITS 16
#include "fight/battle_lanes.c"

battle_fighter battle_fight_wide_avx2;

void battle_fight_wide_avx2(const battle_tables *t, const trial_range *s, battle_tally *to)
{
    fight_in_lanes(t, s, to);
}
