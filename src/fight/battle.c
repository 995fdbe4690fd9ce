/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a battle from plan to report: chooses the engine, and writes a remark if it is not the expected one. */
#include <salvo/arena.h>
#include <salvo/fight.h>

#include <string.h>

#include "base/try.h"
#include "fight/battle_reading.h"
#include "fight/battle_ready.h"
#include "fight/battle_sample.h"
#include "fight/battle_solve.h"
#include "fight/battle_width.h"
#include "fight/halts.h"
#include "rules/fault.h"
#include "simulate/answer.h"

const char *const SALVO_SCENARIOS[SALVO_N_SCENARIOS + 1] = {"hold", "advance", "meeting", NULL};
/* In the order of the enum. Options, reports and experiments use these words. */
const char *const SALVO_TARGETS[SALVO_N_TARGETS + 1] = {"usual",  "in-order", "weakest",  "strongest",
                                                        "spread", "best",     "opposite", NULL};
const char *const SALVO_ACTS[SALVO_N_ACTS + 1] = {"usual", "in-order", "best", NULL};

/* What width_so_far() needs during the run. */
typedef struct observer {
    const salvo_battle *battle;
    const salvo_odds_options *options;
} observer;

/* Reads outcomes, means and turns from the battle's answer. */
static salvo_status read_all(salvo_battle *b, const battle_run *r, const salvo_odds_options *options, salvo_error *err)
{
    TRY(salvo_answer_join(&b->answer, err));
    TRY(battle_read_answer(b, r->model, err));
    return battle_read_turns(b, r->model, r->tally.trials ? &r->tally : NULL, options, err);
}

/* Returns the widest interval of the battle if the run ended here; -1 if memory is out. It makes the whole report, so
 * what is checked is what is reported. Looks occur at each doubling, so the cost does not matter. Without memory the
 * run continues, and the report after it fails with a message. */
static double width_so_far(void *context, battle_run *r)
{
    const observer *by = context;
    salvo_battle trial_report = {.book = by->battle->book, .plan = by->battle->plan, .memory = salvo_arena_new()};
    double width = -1;

    if (trial_report.memory && battle_sample(&trial_report, r, NULL) == SALVO_OK &&
        read_all(&trial_report, r, by->options, NULL) == SALVO_OK)
        width = battle_width(&trial_report, r->plan);
    salvo_battle_free(&trial_report);
    return width;
}

/* Solves exactly. *too_large keeps the message, which is the reason to simulate or the error of the battle. If the
 * caller set an effort, it holds. */
static salvo_status count(salvo_battle *b, const battle_model *model, const salvo_approach *how, salvo_error *too_large)
{
    /* The chain only reads it. */
    const salvo_question question = {.book = b->book, .procedure = &model->procedure, .situation = (void *)model};
    salvo_odds_options options = how->options;
    salvo_status status;

    if (how->method == SALVO_EXACT_IF_QUICK && options.effort == 0)
        options.effort = battle_effort(model);
    status = battle_solve(&b->answer.odds, &question, model, &options, too_large);
    b->answer.exact = status == SALVO_OK;
    return status;
}

static salvo_status simulate(salvo_battle *b, battle_run *r, const battle_model *model, const salvo_approach *how,
                             salvo_error *err)
{
    observer by = {b, &how->options};

    TRY(battle_run_prepare_alone(r, model, &how->plan, err));
    TRY(battle_run_all(r, width_so_far, &by, err));
    return battle_sample(b, r, err);
}

/* The remark about engines is written last, when the engines are known. */
static salvo_status resolve(salvo_battle *b, battle_run *r, const battle_model *model, const salvo_approach *how,
                            salvo_error *err)
{
    salvo_error too_large = {.text = ""};
    engine_reasons reasons = {.too_large = too_large.text, .fast = "tables", .in_full = true};
    salvo_status status = how->method == SALVO_MONTE_CARLO ? SALVO_OK : count(b, model, how, &too_large);
    bool given_up = status == SALVO_TOO_LARGE && how->method == SALVO_EXACT_IF_QUICK;

    if (status != SALVO_OK && !given_up) {
        if (err)
            *err = too_large;
        return status;
    }
    r->model = model;
    if (given_up || how->method == SALVO_MONTE_CARLO || how->method == SALVO_BOTH) {
        TRY(simulate(b, r, model, how, err));
    }
    TRY(read_all(b, r, &how->options, err));
    reasons.why = r->why;
    return answer_engine_remark(&b->answer.engine_remark, b->answer.exact, &reasons, b->memory, err);
}

/* Copies the remark, because the field's question is freed before the battle is reported. */
static salvo_status keep_remark(salvo_battle *b, const battle_ready *ready, salvo_error *err)
{
    const char *remark = battle_ready_remark(ready);

    b->remark = remark ? salvo_arena_text(b->memory, remark) : NULL;
    return b->remark || !remark ? SALVO_OK : salvo_fail_memory(err);
}

/* Keeps the remark first, before the field's question is freed. */
static salvo_status fight_with(salvo_battle *b, battle_run *run, battle_ready *ready, const salvo_approach *how,
                               salvo_error *err)
{
    TRY(battle_ready_make(ready, b->book, b->plan, b->memory, err));
    TRY(keep_remark(b, ready, err));
    b->procedure = &ready->battle_model->procedure;
    b->turn_limit = ready->battle_model->turn_limit;
    b->close_to =
        b->plan->close_to >= 0 ? b->plan->close_to : b->book->ruleset->battle->closest(ready->field.situation);
    b->acts_first = ready->battle_model->acts_first;
    return resolve(b, run, ready->battle_model, how, err);
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

/* Both are zeroed at first, so battle_run_free() and battle_ready_free() also accept one that was never made. */
static salvo_status fight(salvo_battle *b, const salvo_approach *approach, salvo_error *err)
{
    /* Its tables and tally are too large for the stack. */
    battle_run *run = salvo_arena_array(b->memory, 1, sizeof *run);
    const salvo_approach *how = approach ? approach : &SALVO_APPROACH;
    halts *found[2] = {NULL};
    battle_ready ready;
    salvo_status status;

    if (!run)
        return salvo_fail_memory(err);
    TRY(settle_halts(b, found, how, err));
    status = fight_with(b, run, &ready, how, err);
    battle_run_free(run);
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
    status = battle->memory ? fight(battle, approach, err) : salvo_fail_memory(err);
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
