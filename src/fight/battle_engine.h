/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engines of battles (simulate/engine.h). Their questions are those of battle models (battle_model.question): an
 * outcome is a code of survivors. */
#ifndef SALVO_FIGHT_BATTLE_ENGINE_H
#define SALVO_FIGHT_BATTLE_ENGINE_H

#include "fight/battle_kernel.h"
#include "simulate/engine.h"

/* The kinds for engine_choose. A battle of one against one is a walk, if possible. Otherwise the battle kernels run, or
 * the reference engine. */
extern const engine_kind *const BATTLE_ENGINES[];

/* For battles whose trials are reported one by one: without the walk, whose trials share no dice with those of other
 * battles. */
extern const engine_kind *const PAIRED_BATTLE_ENGINES[];

/* What the battle kernels have prepared (engine.own). */
typedef struct compiled_battle {
    battle_tables tables;
    const battle_kernel *kernel;
} compiled_battle;

/* Returns the tables that the kernels fight with; NULL if another engine runs. */
const battle_tables *battle_engine_tables(const engine *e);

/* Writes the ending of each trial of the range, in their order, and tallies nothing. The engine is one of
 * PAIRED_BATTLE_ENGINES. Returns SALVO_TOO_LARGE if a battle used up its draws. */
salvo_status battle_engine_each(const engine *e, const trial_range *trials, battle_ending *endings, salvo_error *err);

/* Battles by turn and survivors, as in battle_tally. */
typedef struct survival {
    survivors *going, *ended;
    bool is_own; /* they are on the heap, and not the tally's */
} survival;

/* Reads them from the sum of a run of the engine, which must outlive them. Returns false if memory is out. */
bool survival_read(survival *to, const engine *e, const tally *sum);
void survival_free(survival *s);

/* One against one (battle_walk.c). Whole turns are folded into one draw, which is many times as fast as playing them. */
extern const engine_kind BATTLE_WALK;
void battle_walk_survivors(const engine *e, const tally *sum, survivors *going, survivors *ended);

/* The possible means of values from 0 to `most`, which may be INFINITY. In rulebooks whose elements mend, strength lost
 * can be below 0. */
salvo_interval battle_range_of_mean(double mean, double most);

/* For all engines of battles: the gains that they tally, not the elements lost, which are read from codes. */
bool battle_has_mean(const engine *e, const tally *t, size_t k);

/* The range of a battle's gain k: turns have the limit as their bound, losses the strength of the side. Without a turn
 * limit a battle may last any time. */
salvo_interval battle_gain_range(const battle_model *model, size_t k, double mean);

#endif
