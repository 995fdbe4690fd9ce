/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the plan's own numbers, which depend on no army and no rule. A fingerprint of the compiled tables shows in
 * advance that a variant of a battle cannot differ. */
#include "fight/battle_ready.h"

#include <math.h>

#include <salvo/arena.h>

#include "base/try.h"
#include "fight/army.h"
#include "fight/battle_chain.h"
#include "fight/battle_print.h"
#include "rules/fault.h"

/* Negated comparisons, so that NaN is refused. At most 255 turns, because the state of a battle keeps its turn in a
 * byte. */
static salvo_status check_plan(const salvo_rulebook *book, const salvo_battle_plan *plan, salvo_error *err)
{
    if (!book->ruleset->battle)
        return salvo_fail(err, SALVO_BAD_INPUT, "the ruleset '%s' has no battles", book->ruleset->id);
    if (!(plan->range >= 0) || !isfinite(plan->range))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the range of a battle is missing or negative; give a number, as "
                          "in --range 1000");
    if (plan->turns > 255)
        return salvo_fail(err, SALVO_BAD_INPUT, "the limit of turns is out of range; give 1 to 255, or none");
    if (!(plan->break_at >= 0 && plan->break_at <= 1))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the share of losses is out of range; give a number from 0 to 1, "
                          "as in 0.5");
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (!(plan->army[side].halt >= 0) || !isfinite(plan->army[side].halt))
            return salvo_fail(err, SALVO_BAD_INPUT,
                              "a halt must be a distance here, as in --halt-a 1000; only salvo battle finds the "
                              "best one");
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (plan->army[side].acts != SALVO_ACTS_USUAL && book->ruleset->battle->sequence == SALVO_BY_CARDS)
            return salvo_fail(err, SALVO_BAD_INPUT, "in %s, cards decide who acts next; leave --acts out",
                              book->store.title);
    return SALVO_OK;
}

/* Reads both army lists into the model's sides. From here on breaks_at is a number of elements, so engines do not
 * compare shares. */
static salvo_status enlist_armies(battle_model *model, const salvo_rulebook *book, const salvo_battle_plan *plan,
                                  salvo_arena *memory, salvo_error *err)
{
    for (int at = SIDE_A; at <= SIDE_B; at++) {
        const salvo_army *army = &plan->army[at];
        salvo_status status = army_read(&model->side[at], book, army, memory, err);

        if (status != SALVO_OK)
            return status;
        model->side[at].targets = army->targets;
        model->side[at].acts = army->acts;
        model->side[at].breaks_at = battle_model_breaks_at(model->side[at].n, plan->break_at);
    }
    return SALVO_OK;
}

/* The caller keeps the field's question, because the model borrows its situation. */
salvo_status battle_ready_make(battle_ready *r, const salvo_rulebook *book, const salvo_battle_plan *plan,
                               salvo_arena *memory, salvo_error *err)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;
    salvo_status status = check_plan(book, plan, err);

    *r = (battle_ready){.battle_model = NULL};
    if (status != SALVO_OK)
        return status;
    if (!memory)
        memory = r->own = salvo_arena_new();
    r->battle_model = !memory ? NULL : salvo_arena_array(memory, 1, sizeof *r->battle_model);
    if (!r->battle_model)
        return salvo_fail_memory(err);
    TRY(salvo_schema_ask(&r->field, book, adapter->field, plan->words, plan->n_words, err));
    r->battle_model->worths = &r->worths;
    r->battle_model->book = book;
    r->battle_model->adapter = adapter;
    r->battle_model->field = r->field.situation;
    r->battle_model->turn_limit = plan->turns;
    /* Armies first, because the places of the lines and every fire depend on them. */
    status = enlist_armies(r->battle_model, book, plan, memory, err);
    if (status == SALVO_OK)
        status = battle_chain_prepare(r->battle_model, plan, memory, err);
    return salvo_fault_or(status, book, err);
}

/* Compiles tables even if the reference engine will run, because the fingerprint needs them. If they are too large,
 * there is no fingerprint, which is no failure. */
salvo_status battle_ready_for_trials(battle_ready *r, const salvo_plan *plan, salvo_error *err)
{
    salvo_plan with_tables = *plan;

    with_tables.reference_engine = false;
    TRY(engine_choose(&r->engine, PAIRED_BATTLE_ENGINES, &r->battle_model->question, &with_tables, err));
    if (!battle_engine_tables(&r->engine))
        return SALVO_OK;
    r->print = battle_print(battle_engine_tables(&r->engine));
    if (!plan->reference_engine)
        return SALVO_OK;
    engine_free(&r->engine);
    return engine_choose(&r->engine, PAIRED_BATTLE_ENGINES, &r->battle_model->question, plan, err);
}

const char *battle_ready_remark(const battle_ready *r)
{
    const battle_model *model = r->battle_model;
    const char *remark = salvo_question_remark(&r->field);

    for (int at = SIDE_A; at <= SIDE_B && model->adapter->remark; at++)
        for (int k = 0; !remark && k < model->side[at].n_kinds; k++)
            remark = model->adapter->remark(model->field, model->side[at].kinds[k].element, model->side[at].n,
                                            model->side[enemy_of(at)].n);
    return remark;
}

void battle_ready_free(battle_ready *r)
{
    engine_free(&r->engine);
    fire_worths_free(&r->worths);
    salvo_question_free(&r->field);
    salvo_arena_free(r->own);
}
