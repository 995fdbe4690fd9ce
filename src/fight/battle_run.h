/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trials of a battle: run by threads, tallied, and stopped when there are enough. */
#ifndef SALVO_FIGHT_BATTLE_RUN_H
#define SALVO_FIGHT_BATTLE_RUN_H

#include "fight/battle_walk.h"

typedef struct battle_run battle_run;

struct battle_run {
    const battle_model *model;
    const salvo_plan *plan;
    battle_tables tables;
    battle_walk *walk;           /* runs in place of the kernel; or NULL */
    const battle_kernel *kernel; /* NULL: the reference engine runs */
    battle_tally tally;
    salvo_stop stopped_by;
    double seconds; /* the time of the trials */
    double (*width)(void *context, battle_run *r);
    void *observer;
    char why[SALVO_ERROR_TEXT]; /* why the reference engine runs although the plan did not ask for it; or "" */
};

/* Prepares the run. Call battle_run_free afterwards, even after a failure. */
salvo_status battle_run_prepare(battle_run *r, const battle_model *model, const salvo_plan *plan, compile_cache *cache,
                                salvo_error *err);

/* The same, but if possible, a battle of one against one is a walk. Its trials then share no dice with those of other
 * battles. */
salvo_status battle_run_prepare_alone(battle_run *r, const battle_model *model, const salvo_plan *plan,
                                      salvo_error *err);
void battle_run_free(battle_run *r);

/* "avx512", "portable", "by-the-book" */
const char *battle_run_engine(const battle_run *r);

/* Adds the trials first .. first + count - 1 to `to`, a tally of the same battle model, in the calling thread. */
salvo_status battle_run_block(const battle_run *r, uint64_t first, uint64_t count, battle_tally *to, salvo_error *err);

/* Writes the ending of each of those trials, in their order, and tallies nothing. */
salvo_status battle_run_each(const battle_run *r, uint64_t first, uint64_t count, battle_ending *endings,
                             salvo_error *err);

/* Runs the plan with an empty tally. `width` returns the widest interval of any reported number so far, in units of
 * the plan's precision. 1 or less is precise; below 0 means that memory is out. */
salvo_status battle_run_all(battle_run *r, double (*width)(void *context, battle_run *r), void *context,
                            salvo_error *err);

#endif
