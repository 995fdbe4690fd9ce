/* A battle whose trials are told one by one, so that they can be set against the trials of another with the same dice: of
 * the same seed, every order throw and every element's activation draws the same words in both. */
#ifndef SALVO_FIGHT_BATTLE_TRIALS_H
#define SALVO_FIGHT_BATTLE_TRIALS_H

#include "fight/battle_kernel.h"
#include "fight/battle_ready.h"

typedef struct battle_trials {
    battle_ready ready;
    battle_tables tables;
    const battle_kernel *kernel; /* NULL: every die is thrown by the book */
    uint64_t print;              /* equal battles have equal ones; 0: not known */
    salvo_arena *memory;
} battle_trials;

/* By the book when the plan says so, or when the battle is too large for tables. On failure *t is zeroed. */
salvo_status battle_trials_make(battle_trials *t, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_plan *how, salvo_error *err);
void battle_trials_free(battle_trials *t);

/* The endings of a trial range, in their order. `room` is one thread's, made for any battle by
 * battle_trials_room, and freed with free. SALVO_TOO_LARGE when a battle used up its draws. */
battle_tally *battle_trials_room(void);
salvo_status battle_trials_run(const battle_trials *t, const trial_range *s, battle_tally *room, battle_ending *endings,
                               salvo_error *err);

#endif
