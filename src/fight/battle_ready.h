/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan read against a book: armies enlisted, every fire prepared. The battle model belongs to the arena; it points
 * into the question of the field, which battle_ready_free frees. */
#ifndef SALVO_FIGHT_BATTLE_READY_H
#define SALVO_FIGHT_BATTLE_READY_H

#include "fight/battle_model.h"

typedef struct battle_ready {
    battle_model *battle_model;
    salvo_question field;
    fire_worths worths; /* the model keeps them here: nothing may move */
} battle_ready;

/* SALVO_BAD_INPUT where the ruleset has no battles or the plan cannot be fought. After a failure too, call
 * battle_ready_free. */
salvo_status battle_ready_make(battle_ready *r, const salvo_rulebook *book, const salvo_battle_plan *plan,
                               salvo_arena *memory, salvo_error *err);
void battle_ready_free(battle_ready *r);

/* What the field says of its numbers, else what the adapter says of these armies; or NULL. */
const char *battle_ready_remark(const battle_ready *r);

#endif
