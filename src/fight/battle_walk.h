/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle of one against one as a walk (simulate/walk.h). Whole turns are folded into one draw, which is many times
 * as fast as playing them. The walk counts only turns. Its ending holds the survivors, and both are left until then,
 * so the tally follows from the endings alone. With more elements, the end would not show the survivors of earlier
 * turns. */
#ifndef SALVO_FIGHT_BATTLE_WALK_H
#define SALVO_FIGHT_BATTLE_WALK_H

#include "fight/battle_kernel.h"

typedef struct battle_walk battle_walk;

/* Sets *made to NULL if the battle cannot be walked. */
salvo_status battle_walk_make(battle_walk **made, const battle_model *model, const salvo_plan *plan, salvo_error *err);
void battle_walk_free(battle_walk *w); /* accepts NULL */

/* The kernel's name. */
const char *battle_walk_engine(const battle_walk *w);

/* Adds the trials to the tally, in the calling thread. */
salvo_status battle_walk_run(const battle_walk *w, const trial_range *s, battle_tally *to, salvo_error *err);

#endif
