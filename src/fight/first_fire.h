/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When each kind of element of a battle can do harm for the first time, wherever losses let the lines go. */
#ifndef SALVO_FIGHT_FIRST_FIRE_H
#define SALVO_FIGHT_FIRST_FIRE_H

#include <salvo/arena.h>

#include "fight/battle_model.h"

/* Why it does none before. */
typedef enum {
    SILENT_MOVING, /* it moves with its line; standing, it could harm somebody from the same distance in some of these turns */
    SILENT_FAR,      /* at the distances of these turns it can harm nobody, but at others it can */
    SILENT_HARMLESS, /* standing, it can harm nobody from the end of any range bracket, nor where the lines are */
    N_SILENCES
} silence;

typedef struct first_fire {
    int64_t turn; /* no earlier than in that one it can harm anybody; 0: never */
    silence silence;
    double from, upto; /* FAR: the ends of brackets from which it can, standing: the nearest and the farthest */
    double nearest;    /* how near the lines come in these turns; MOVING: where it moves, and could harm if it stood */
    const char *why;   /* in the rulebook's words, clauses; or NULL */
} first_fire;

/* By side and kind, as the kinds of salvo_battle. Nothing but `turn` is set for who can do harm in the first turn. */
typedef struct first_fires {
    bool known; /* the battle has tables: what they do not hold nobody looks for */
    first_fire of[N_SIDES][SALVO_KINDS_MAX];
} first_fires;

salvo_status first_fires_find(first_fires *f, const salvo_rulebook *book, const salvo_battle_plan *plan,
                              salvo_arena *memory, salvo_error *err);

#endif
