/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan read against a book: armies are enlisted, every fire is prepared. The battle model belongs to the arena `memory`; NULL: to one of its own. It
 * points into the field's question, which battle_ready_free frees. */
#ifndef SALVO_FIGHT_BATTLE_READY_H
#define SALVO_FIGHT_BATTLE_READY_H

#include "fight/battle_engine.h"

typedef struct battle_ready {
    battle_model *battle_model;
    salvo_question field;
    fire_worths worths; /* the model points to it, so the struct must not move */
    engine engine;      /* if it was asked for: makes trials one by one */
    uint64_t print;     /* then: a fingerprint; equal battles have equal ones; 0: unknown */
    salvo_arena *own;   /* memory, if the caller gave none */
} battle_ready;

/* Returns SALVO_BAD_INPUT if the ruleset has no battles or the plan cannot be fought. Call battle_ready_free even
 * after a failure. */
salvo_status battle_ready_make(battle_ready *r, const salvo_rulebook *book, const salvo_battle_plan *plan,
                               salvo_arena *memory, salvo_error *err);

/* Prepares an engine for trials that are reported one by one, so that they can be paired with those of another battle
 * on the same dice. With the same seed, every order throw and every element's activation draws the same words in
 * both. */
salvo_status battle_ready_for_trials(battle_ready *r, const salvo_plan *plan, salvo_error *err);
void battle_ready_free(battle_ready *r);

/* Returns the field's remark on its numbers, otherwise the adapter's remark on these armies; or NULL. */
const char *battle_ready_remark(const battle_ready *r);

#endif
