/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a line had best halt: a battle fought again with one halt after the other, on the same dice. */
#ifndef SALVO_FIGHT_HALTS_H
#define SALVO_FIGHT_HALTS_H

#include <salvo/arena.h>
#include <salvo/fight.h>

typedef struct halts {
    salvo_halt at[SALVO_HALTS_MAX]; /* ascending; the first is where all lines stop, the last where the battle begins */
    size_t n;
    size_t best;     /* the side wins most; of those that are equal, the nearest */
    uint64_t trials; /* of the fewest; 0: none was simulated */
} halts;

/* Of a side whose line moves. The plan's own halt of the side does not count. SALVO_BAD_INPUT where the line does not move, and
 * where the other side's halt is to be found, too. */
salvo_status halts_find(halts *h, const salvo_rulebook *book, const salvo_battle_plan *plan, int side, uint64_t seed,
                        salvo_arena *memory, salvo_error *err);

#endif
