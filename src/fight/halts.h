/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best halt of a line: a battle is fought again with one halt after the other, on the same dice. */
#ifndef SALVO_FIGHT_HALTS_H
#define SALVO_FIGHT_HALTS_H

#include <salvo/arena.h>
#include <salvo/fight.h>

typedef struct halts {
    salvo_halt at[SALVO_HALTS_MAX]; /* ascending; at the first all lines stop, at the last the battle begins */
    size_t n;
    size_t best;     /* with it the side wins most; among equals, the nearest */
    uint64_t trials; /* the least of any halt; 0: none was simulated */
} halts;

/* For a side whose line moves. The plan's own halt for the side is ignored. Returns SALVO_BAD_INPUT if the line does
 * not move, or if the plan asks for the other side's best halt, too. */
salvo_status halts_find(halts *h, const salvo_rulebook *book, const salvo_battle_plan *plan, int side, uint64_t seed,
                        salvo_arena *memory, salvo_error *err);

#endif
