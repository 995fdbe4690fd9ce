/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements whose fire has no effect in a battle, or none before some turn because they move; and the best halt of their
 * line. */
#ifndef SALVO_CLAIMS_NEVER_FIRE_H
#define SALVO_CLAIMS_NEVER_FIRE_H

#include "fight/first_fire.h"
#include "fight/halts.h"

typedef struct never_fire {
    int side;
    size_t kind; /* of the battle's side */
    first_fire fire;
} never_fire;

enum { NEVER_FIRES_MAX = N_SIDES * SALVO_KINDS_MAX };

typedef struct never_fires {
    never_fire of[NEVER_FIRES_MAX];
    size_t n;
    bool helps[N_SIDES];      /* a halt surely makes the side win more often */
    salvo_halt halt[N_SIDES]; /* the halt with the most wins */
} never_fires;

/* Returns NULL if there are none. Elements that fire late are listed if a halt helps. The result is computed once, for
 * all formats. *failed becomes true if memory runs out. */
const never_fires *never_fires_of(const salvo_battle *battle, bool *failed);

#endif
