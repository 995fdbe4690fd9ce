/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trials one by one, for pairs: both variants of a battle run on the same trials and are compared battle by battle. A
 * fingerprint of the compiled tables (battle_print) shows in advance that a variant cannot differ. */
#include "fight/battle_trials.h"
#include "fight/battle_compile.h"
#include "fight/battle_print.h"

#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "rules/fault.h"
#include "simulate/reference_engine.h"

/* Compiles tables even for the reference engine, because the fingerprint needs them. If they are too large, there is
 * no fingerprint and no kernel, which is no failure. */
static salvo_status make(battle_trials *t, const salvo_rulebook *book, const salvo_battle_plan *plan,
                         const salvo_plan *how, salvo_error *err)
{
    salvo_error too_large;
    salvo_status status = battle_ready_make(&t->ready, book, plan, t->memory, err);

    if (status != SALVO_OK || !how)
        return status;
    TRY(battle_kernel_find(how->isa, &t->kernel, err));
    status = battle_tables_compile(&t->tables, t->ready.battle_model, NULL, &too_large);
    if (status != SALVO_OK && status != SALVO_TOO_LARGE) {
        if (err)
            *err = too_large;
        return status;
    }
    if (status == SALVO_OK)
        t->print = battle_print(&t->tables);
    if (status != SALVO_OK || how->reference_engine)
        t->kernel = NULL;
    return SALVO_OK;
}

salvo_status battle_trials_make(battle_trials *t, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                const salvo_plan *how, salvo_error *err)
{
    salvo_status status;

    *t = (battle_trials){.memory = salvo_arena_new()};
    status = t->memory ? make(t, book, plan, how, err) : salvo_fail_memory(err);
    if (status != SALVO_OK)
        battle_trials_free(t);
    return status;
}

void battle_trials_free(battle_trials *t)
{
    battle_tables_free(&t->tables);
    battle_ready_free(&t->ready);
    salvo_arena_free(t->memory);
    memset(t, 0, sizeof *t);
}

/* In the reference engine, battles also share dice element by element (battle_chain.c). The caller reports an ending
 * without a code, in the same words as for kernels. */
static salvo_status throw_each(const battle_trials *t, const trial_range *s, battle_ending *endings)
{
    const battle_model *model = t->ready.battle_model;
    const salvo_question question = {.procedure = &model->procedure, .situation = (void *)(uintptr_t)model};
    draws d = draws_of(s->seed, s->first);

    for (uint64_t i = 0; i < s->count; i++, draws_next_trial(&d)) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        int outcome = reference_engine_trial(&question, &d, gain, NULL);

        if (outcome == SALVO_CONTINUES)
            return SALVO_TOO_LARGE;
        endings[i] = (battle_ending){outcome, (uint32_t)gain[GAIN_TURNS]};
    }
    return SALVO_OK;
}

salvo_status battle_trials_run(const battle_trials *t, const trial_range *s, battle_ending *endings, salvo_error *err)
{
    battle_tally tally = {.each = endings}; /* so the kernel counts nothing */
    salvo_status status = SALVO_OK;

    if (t->kernel)
        battle_kernel_fight(t->kernel, &t->tables, s, &tally);
    else
        status = throw_each(t, s, endings);
    if (status != SALVO_OK || tally.too_long)
        status = battle_too_long(err);
    return salvo_fault_or(status, t->ready.battle_model->book, err);
}
