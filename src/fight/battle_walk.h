/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle of one against one as a walk (simulate/walk.h): whole turns are folded into one draw, which is many times as
 * fast as acting them out. The walk counts turns and nothing else; what is left of both is told by where it ends, and
 * until then both are left, so that the tally follows from the endings alone. With more elements it would not: who is
 * left after a turn is not known from the end. */
#ifndef SALVO_FIGHT_BATTLE_WALK_H
#define SALVO_FIGHT_BATTLE_WALK_H

#include "fight/battle_kernel.h"

typedef struct battle_walk battle_walk;

/* *made is NULL where the battle cannot be walked. */
salvo_status battle_walk_make(battle_walk **made, const battle_model *e, const salvo_plan *plan, salvo_error *err);
void battle_walk_free(battle_walk *w); /* NULL: nothing */

/* The kernel's name. */
const char *battle_walk_engine(const battle_walk *w);

/* Adds the trials to the tally, in the calling thread. */
salvo_status battle_walk_run(const battle_walk *w, const trial_range *s, battle_tally *to, salvo_error *err);

#endif
