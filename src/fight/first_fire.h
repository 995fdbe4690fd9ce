/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first turn in which each kind of element of a battle can do harm, for any movement of the lines that losses
 * allow. */
#ifndef SALVO_FIGHT_FIRST_FIRE_H
#define SALVO_FIGHT_FIRST_FIRE_H

#include <salvo/arena.h>

#include "fight/battle_model.h"

/* Why it does no harm before. */
typedef enum {
    SILENT_MOVING,   /* it moves with its line; standing still, it could harm an enemy at the same distance in some of
                      these turns */
    SILENT_FAR,      /* it can harm no enemy at the distances of these turns, but it can at others */
    SILENT_HARMLESS, /* standing still, it can harm no enemy at the end of any range bracket, nor at the lines'
                        places */
    N_SILENCES
} silence;

typedef struct first_fire {
    int64_t turn; /* the first turn in which it can harm an enemy; 0: never */
    silence silence;
    double from, upto; /* FAR: the nearest and the farthest bracket end at which it can, standing still */
    double nearest;    /* least distance of the lines in these turns; MOVING: only where it moves, and could harm if it
                          stood still */
    const char *why;   /* clauses in the rulebook's words; or NULL */
} first_fire;

/* By side and kind, with the kinds of salvo_battle. If a kind can do harm in the first turn, only `turn` is set. */
typedef struct first_fires {
    bool known; /* the battle has tables; without them nothing is searched */
    first_fire of[N_SIDES][SALVO_KINDS_MAX];
} first_fires;

salvo_status first_fires_find(first_fires *f, const salvo_rulebook *book, const salvo_battle_plan *plan,
                              salvo_arena *memory, salvo_error *err);

#endif
