/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trials of a battle as a simulation: counts of outcomes, means, a hash of the results. */
#ifndef SALVO_FIGHT_BATTLE_SAMPLE_H
#define SALVO_FIGHT_BATTLE_SAMPLE_H

#include "fight/battle_run.h"

/* Makes b->answer.simulation, with its own memory, from the trials so far. */
salvo_status battle_sample(salvo_battle *b, const battle_run *r, salvo_error *err);

#endif
