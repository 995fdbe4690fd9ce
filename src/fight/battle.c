/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle from plan to report. */
#include <salvo/arena.h>
#include <salvo/fight.h>

#include <string.h>

#include "base/try.h"
#include "fight/battle_engine.h"
#include "fight/battle_reading.h"
#include "fight/battle_ready.h"
#include "fight/battle_solve.h"
#include "fight/halts.h"
#include "rules/fault.h"
#include "simulate/answer.h"

const char *const SALVO_SCENARIOS[SALVO_N_SCENARIOS + 1] = {"hold", "advance", "meeting", NULL};
/* In the order of the enum. Options, reports and experiments use these words. */
const char *const SALVO_TARGETS[SALVO_N_TARGETS + 1] = {"usual",  "in-order", "weakest",  "strongest",
                                                        "spread", "best",     "opposite", NULL};
const char *const SALVO_ACTS[SALVO_N_ACTS + 1] = {"usual", "in-order", "best", NULL};

static const engine_set OF_BATTLES = {
    .solve = battle_solve,
    .effort = battle_effort,
    .kinds = BATTLE_ENGINES,
    .widest = battle_widest,
    .lists_occurred = true,
    .fast = "tables",
    .remarks_in_full = true,
};

/* Copies the remark, because the field's question is freed before the battle is reported. */
static salvo_status keep_remark(salvo_battle *b, const battle_ready *ready, salvo_error *err)
{
    const char *remark = battle_ready_remark(ready);

    b->remark = remark ? salvo_arena_text(b->memory, remark) : NULL;
    return b->remark || !remark ? SALVO_OK : salvo_fail_memory(err);
}

/* Keeps the remark first, before the field's question is freed. */
static salvo_status fight_with(salvo_battle *b, trial_run *run, battle_ready *ready, const salvo_approach *how,
                               salvo_error *err)
{
    const battle_model *model;

    TRY(battle_ready_make(ready, b->book, b->plan, b->memory, err));
    TRY(keep_remark(b, ready, err));
    model = ready->battle_model;
    b->procedure = &model->procedure;
    b->turn_limit = model->turn_limit;
    b->close_to =
        b->plan->close_to >= 0 ? b->plan->close_to : b->book->ruleset->battle->closest(ready->field.situation);
    b->acts_first = model->acts_first;
    TRY(answer_find(&b->answer, &model->question, how, &OF_BATTLES, run, err));
    return battle_read_answer(b, model, run, &how->options, err);
}

/* If the plan asks for the best halt, finds it and continues with a plan that has it. *found[side] lists the halts
 * that were tried, or is NULL. */
static salvo_status settle_halts(salvo_battle *b, halts *found[2], const salvo_approach *how, salvo_error *err)
{
    for (int s = 0; s < 2; s++) {
        salvo_battle_plan *own;

        if (b->plan->army[s].halt != SALVO_HALT_BEST)
            continue;
        own = salvo_arena_array(b->memory, 1, sizeof *own);
        found[s] = salvo_arena_array(b->memory, 1, sizeof *found[s]);
        if (!own || !found[s])
            return salvo_fail_memory(err);
        TRY(halts_find(found[s], b->book, b->plan, s, how->plan.seed, b->memory, err));
        *own = *b->plan;
        own->army[s].halt = found[s]->best ? found[s]->at[found[s]->best].distance : 0;
        b->plan = own;
    }
    return SALVO_OK;
}

/* The run is zeroed, because there may be none. */
static salvo_status fight_with_halts(salvo_battle *b, const salvo_approach *approach, salvo_error *err)
{
    const salvo_approach *how = approach ? approach : &SALVO_APPROACH;
    halts *found[2] = {NULL};
    trial_run run = {.set = NULL};
    battle_ready ready;
    salvo_status status;

    TRY(settle_halts(b, found, how, err));
    status = fight_with(b, &run, &ready, how, err);
    trial_run_free(&run);
    battle_ready_free(&ready);
    for (int s = 0; s < 2 && status == SALVO_OK; s++) {
        b->side[s].halts = found[s] ? found[s]->at : NULL;
        b->side[s].n_halts = found[s] ? found[s]->n : 0;
    }
    return status;
}

salvo_status salvo_battle_fight(salvo_battle *battle, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_approach *approach, salvo_error *err)
{
    salvo_status status;

    *battle = (salvo_battle){.book = book, .plan = plan, .memory = salvo_arena_new()};
    status = battle->memory ? fight_with_halts(battle, approach, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, book, err);
    if (status != SALVO_OK)
        salvo_battle_free(battle);
    return status;
}

void salvo_battle_free(salvo_battle *battle)
{
    salvo_answer_free(&battle->answer);
    salvo_arena_free(battle->memory);
    memset(battle, 0, sizeof *battle);
}
