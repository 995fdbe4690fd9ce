/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The battle kernel in plain C, for codes of 16 bits. */
#define STATE_BITS 16
#include "fight/battle_lanes.c"

battle_fighter battle_fight_wide_portable;

void battle_fight_wide_portable(const battle_tables *t, const trial_range *s, battle_tally *to)
{
    fight_in_lanes(t, s, to);
}
