/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One against one as a walk of src/simulate: the same chain, but its endings also hold the strength left. So one table
 * of endings has everything that a battle's tally needs. An ending is a number in mixed radix: the model's outcome
 * code, and the strength of either side. A walk runs several times as many battles a second as the kernels that play
 * turns. */
#include "fight/battle_walk.h"

#include <stdlib.h>

#include "fight/battle_state.h"
#include "simulate/engine.h"

/* Compiling must not take longer than playing the trials. Battles with more pairs of strengths use the battle
 * kernels. */
enum { STRENGTHS_MAX = 1 << 16 };

/* The model's chain is called through functions of the same signature that take this struct as their situation. */
struct battle_walk {
    const battle_model *model;
    salvo_chain chain; /* the model's, with other outcomes and gains */
    salvo_procedure procedure;
    salvo_question question;
    engine engine;
};

static int full_of(const battle_model *model, int side)
{
    return model->side[side].kinds[0].full;
}

static void start(const void *situation, void *state)
{
    const battle_walk *w = situation;

    w->model->chain.start(w->model, state);
}

/* Greater than all endings. */
static int no_ending(const battle_model *model)
{
    return model->n_outcomes * STRENGTHS_MAX;
}

/* The strengths are the upper digits, and the model's outcome is the remainder. Strength above the initial value
 * cannot be encoded. */
static int outcome(const void *situation, const void *state)
{
    const battle_model *model = ((const battle_walk *)situation)->model;
    int code = model->chain.outcome(model, state), radix = model->n_outcomes;

    for (int side = SIDE_A; side <= SIDE_B && code != SALVO_CONTINUES; side++) {
        const int strength = strength_at(model, state, side, 0);

        if (strength < 0 || strength > full_of(model, side))
            return no_ending(model);
        code += radix * strength;
        radix *= full_of(model, side) + 1;
    }
    return code;
}

static void dice(const void *situation, const void *state, salvo_dice *dice)
{
    const battle_walk *w = situation;

    w->model->chain.dice(w->model, state, dice);
}

/* Gains only turns: everything else follows from the endings. */
static bool step(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const battle_walk *w = situation;
    int64_t all[SALVO_EXPECTATIONS_MAX] = {0};
    const bool turn_ends = w->model->chain.step(w->model, state, faces, all);

    gain[0] += all[GAIN_TURNS];
    return turn_ends;
}

static int throw_number(const void *situation, const void *state)
{
    const battle_walk *w = situation;

    return w->model->chain.throw_number(w->model, state);
}

static int throw_kind(const void *situation, int number, const uint8_t *faces)
{
    const battle_walk *w = situation;

    return w->model->chain.throw_kind(w->model, number, faces);
}

static const salvo_expectation TURNS[] = {{.name = "turns"}};

/* With more pairs of strengths, the endings alone would fill the tables. */
static bool is_small(const battle_model *model)
{
    return model->side[SIDE_A].n == 1 && model->side[SIDE_B].n == 1 &&
           ((int64_t)full_of(model, SIDE_A) + 1) * (full_of(model, SIDE_B) + 1) <= STRENGTHS_MAX;
}

/* Whether the walk counts turns, every battle begins and ends, and strength never exceeds the initial value. Other
 * battles use the battle kernels: a walk that counts no turns has no survivors by turn. */
static bool is_walkable(const battle_walk *made)
{
    const engine *g = &made->engine;
    const walk *w = &g->program.w;
    bool all_end = !g->reference_engine && !w->settled && w->in_lanes && w->counted && w->counts_turns;

    for (size_t i = 0; i < g->program.n_results && all_end; i++)
        all_end = !program_endless(&g->program, i) && program_outcome(&g->program, i) != no_ending(made->model);
    return all_end;
}

/* Without never_ends: an endless battle is not walkable, and must not become an ending with some code. */
static salvo_status prepare(battle_walk *w, const battle_model *model, const salvo_plan *plan, salvo_error *err)
{
    salvo_plan by_turn = *plan;

    w->model = model;
    w->chain = (salvo_chain){.state_size = model->chain.state_size,
                             .start = start,
                             .outcome = outcome,
                             .dice = dice,
                             .step = step,
                             .undecided = no_ending(model),
                             .throw_number = throw_number,
                             .throw_kind = throw_kind};
    w->procedure = (salvo_procedure){
        .schema = model->procedure.schema, .expectations = TURNS, .n_expectations = 1, .chain = &w->chain};
    w->question = (salvo_question){.procedure = &w->procedure, .situation = w};
    by_turn.turns = TURNS_TOLD;
    return engine_prepare(&w->engine, &w->question, &by_turn, err);
}

salvo_status battle_walk_make(battle_walk **made, const battle_model *model, const salvo_plan *plan, salvo_error *err)
{
    battle_walk *w;
    salvo_status status;

    *made = NULL;
    if (plan->reference_engine || !is_small(model))
        return SALVO_OK;
    w = calloc(1, sizeof *w);
    if (!w)
        return salvo_fail_memory(err);
    status = prepare(w, model, plan, err);
    if (status == SALVO_OK && is_walkable(w))
        *made = w;
    else
        battle_walk_free(w);
    return status;
}

void battle_walk_free(battle_walk *w)
{
    if (w)
        engine_free(&w->engine);
    free(w);
}

const char *battle_walk_engine(const battle_walk *w)
{
    return engine_name(&w->engine);
}

/* Both elements fought in all turns before. With one element per side, both were left before the last turn, and
 * afterwards the survivors. */
static void tally_turns(battle_tally *t, const ending *end, const int left[N_SIDES])
{
    const uint32_t last = end->turn ? end->turn : TURNS_TOLD + 1; /* later turns are not distinguished */

    for (int side = SIDE_A; side <= SIDE_B; side++) {
        for (uint32_t turn = 0; turn < last; turn++)
            t->going[turn][side][1] += end->count;
        t->ended[last][side][left[side] > 0] += end->count;
    }
    battle_tally_turn(t, last);
}

/* Skips endings that never occurred, to save time. */
static void tally_ending(const battle_walk *w, battle_tally *t, const ending *end)
{
    const battle_model *model = w->model;
    const int strengths = end->outcome / model->n_outcomes, radix = full_of(model, SIDE_A) + 1;
    const int left[N_SIDES] = {strengths % radix, strengths / radix};

    if (end->count == 0)
        return;
    battle_tally_code(t, end->outcome % model->n_outcomes, end->count);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        salvo_moments_add(&t->lost[side], full_of(model, side) - left[side], end->count);
    tally_turns(t, end, left);
}

static salvo_status run(const battle_walk *w, const trial_range *s, battle_tally *to, score *own, salvo_error *err)
{
    salvo_status status = engine_run(&w->engine, s, own, err);
    salvo_moments lengths;

    if (status != SALVO_OK)
        return status;
    for (size_t i = 0; i < score_endings(own, &w->engine); i++) {
        const ending end = score_ending(own, &w->engine, i);

        tally_ending(w, to, &end);
    }
    lengths = score_moments(own, &w->engine, 0);
    salvo_moments_join(&to->turns, &lengths);
    to->trials += s->count;
    return SALVO_OK;
}

salvo_status battle_walk_run(const battle_walk *w, const trial_range *s, battle_tally *to, salvo_error *err)
{
    score own;
    salvo_status status = score_init(&own, &w->engine) ? run(w, s, to, &own, err) : salvo_fail_memory(err);

    score_free(&own);
    return status;
}
