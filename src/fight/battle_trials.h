/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle whose trials are reported one by one, so that they can be paired with trials of another battle on the same
 * dice. With the same seed, every order throw and every element's activation draws the same words in both. */
#ifndef SALVO_FIGHT_BATTLE_TRIALS_H
#define SALVO_FIGHT_BATTLE_TRIALS_H

#include "fight/battle_kernel.h"
#include "fight/battle_ready.h"

typedef struct battle_trials {
    battle_ready ready;
    battle_tables tables;
    const battle_kernel *kernel; /* NULL: the reference engine runs */
    uint64_t print;              /* a fingerprint: equal battles have equal ones; 0: unknown */
    salvo_arena *memory;
} battle_trials;

/* The reference engine runs if the plan says so, or if the battle is too large for tables. Without a plan (NULL) the
 * battle is only read, and no trial may be run. On failure *t is zeroed. */
salvo_status battle_trials_make(battle_trials *t, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_plan *how, salvo_error *err);
void battle_trials_free(battle_trials *t);

/* Runs a trial range; endings[i] is its trial i. Returns SALVO_TOO_LARGE if a battle used up its draws. */
salvo_status battle_trials_run(const battle_trials *t, const trial_range *s, battle_ending *endings, salvo_error *err);

#endif
