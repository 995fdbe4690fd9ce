/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One against one as a walk of src/simulate: the same chain, but its endings also hold the strength left. Both elements
 * are left until the end, so one table of endings has everything that is read from a battle's tally. With more
 * elements, the end would not show the survivors of earlier turns. An ending is a number in mixed radix: the model's outcome
 * code, and the strength of either side. A walk runs several times as many battles a second as the kernels that play
 * turns. */
#include "fight/battle_engine.h"

#include <stdlib.h>

#include "base/try.h"
#include "fight/battle_state.h"
#include "simulate/walk_engine.h"

/* Compiling must not take longer than playing the trials. Battles with more pairs of strengths use the battle
 * kernels. */
enum { STRENGTHS_MAX = 1 << 16 };

/* The model's chain is called through functions of the same signature that take this struct as their situation. */
typedef struct battle_walk {
    const battle_model *model;
    salvo_chain chain; /* the model's, with other outcomes and gains */
    salvo_procedure procedure;
    salvo_question question;
    engine walk; /* of that question */
} battle_walk;

static int full_of(const battle_model *model, int side)
{
    return model->side[side].kinds[0].full;
}

static void start_battle(const void *situation, void *state)
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
static int code_with_strengths(const void *situation, const void *state)
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

static void dice_of_battle(const void *situation, const void *state, salvo_dice *dice)
{
    const battle_walk *w = situation;

    w->model->chain.dice(w->model, state, dice);
}

/* Gains only turns: everything else follows from the endings. */
static bool step_counting_turns(const void *situation, void *state, const uint8_t *faces, int64_t *gain)
{
    const battle_walk *w = situation;
    int64_t all[SALVO_EXPECTATIONS_MAX] = {0};
    const bool turn_ends = w->model->chain.step(w->model, state, faces, all);

    gain[0] += all[GAIN_TURNS];
    return turn_ends;
}

static int number_of_throw(const void *situation, const void *state)
{
    const battle_walk *w = situation;

    return w->model->chain.throw_number(w->model, state);
}

static int kind_of_throw(const void *situation, int number, const uint8_t *faces)
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
    const program *p = &walk_engine_of(&made->walk)->program;
    bool all_end = !p->w.settled && p->w.in_lanes && p->w.counted && p->w.counts_turns;

    for (size_t i = 0; i < p->n_results && all_end; i++)
        all_end = !program_endless(p, i) && program_outcome(p, i) != no_ending(made->model);
    return all_end;
}

/* Without never_ends: an endless battle is not walkable, and must not become an ending with some code. */
static void set_question(battle_walk *w, const battle_model *model)
{
    w->model = model;
    w->chain = (salvo_chain){.state_size = model->chain.state_size,
                             .start = start_battle,
                             .outcome = code_with_strengths,
                             .dice = dice_of_battle,
                             .step = step_counting_turns,
                             .undecided = no_ending(model),
                             .throw_number = number_of_throw,
                             .throw_kind = kind_of_throw};
    w->procedure = (salvo_procedure){
        .schema = model->procedure.schema, .expectations = TURNS, .n_expectations = 1, .chain = &w->chain};
    w->question = (salvo_question){.procedure = &w->procedure, .situation = w};
    w->walk = (engine){.kind = &WALK_ENGINE, .question = &w->question};
}

static salvo_status prepare_battle_walk(engine *e, const salvo_plan *plan, salvo_error *err)
{
    const battle_model *model = e->question->situation;
    salvo_plan by_turn = *plan;
    battle_walk *own;

    if (!is_small(model))
        return salvo_fail(err, SALVO_TOO_LARGE, "it is not one against one");
    own = e->own = calloc(1, sizeof *own);
    if (!own)
        return salvo_fail_memory(err);
    set_question(own, model);
    by_turn.turns = TURNS_TOLD;
    TRY(WALK_ENGINE.prepare(&own->walk, &by_turn, err));
    e->name = own->walk.name;
    return is_walkable(own) ? SALVO_OK : salvo_fail(err, SALVO_TOO_LARGE, "its end does not show all that is reported");
}

static void free_battle_walk(void *own)
{
    if (own)
        engine_free(&((battle_walk *)own)->walk);
    free(own);
}

static const engine *walk_in(const engine *e)
{
    return &((const battle_walk *)e->own)->walk;
}

static tally *new_walk_tally(const engine *e)
{
    return WALK_ENGINE.tally_new(walk_in(e));
}

static void free_walk_tally(tally *t)
{
    WALK_ENGINE.tally_free(t);
}

static salvo_status run_battle_walk(const engine *e, const trial_range *trials, tally *to, salvo_error *err)
{
    return WALK_ENGINE.run(walk_in(e), trials, to, err);
}

/* Several endings have the same code, with other strengths. */
static ending ending_with_code(const engine *e, size_t i)
{
    ending end = WALK_ENGINE.result(walk_in(e), i);

    end.outcome %= ((const battle_model *)e->question->situation)->n_outcomes;
    return end;
}

static int strength_left(const battle_model *model, int number, int side)
{
    const int strengths = number / model->n_outcomes, radix = full_of(model, SIDE_A) + 1;

    return side == SIDE_A ? strengths % radix : strengths / radix;
}

static salvo_moments battle_moments(const engine *e, const tally *t, size_t k)
{
    const battle_model *model = e->question->situation;
    salvo_moments lost = {0};

    if (k == GAIN_TURNS)
        return WALK_ENGINE.moments(walk_in(e), t, 0);
    for (size_t i = 0; i < t->n_results; i++) {
        const int number = WALK_ENGINE.result(walk_in(e), i).outcome, side = (int)k - GAIN_LOST_A;

        salvo_moments_add(&lost, full_of(model, side) - strength_left(model, number, side), t->results[i]);
    }
    return lost;
}

static salvo_interval battle_range(const engine *e, const tally *t, size_t k)
{
    const salvo_moments moments = battle_moments(e, t, k);

    return battle_gain_range(e->question->situation, k, salvo_moments_mean(&moments));
}

const engine_kind BATTLE_WALK = {
    .job = "battles as walks",
    .block_max = 1 << 22,
    .prepare = prepare_battle_walk,
    .free = free_battle_walk,
    .tally_new = new_walk_tally,
    .tally_free = free_walk_tally,
    .run = run_battle_walk,
    .pack = tally_pack,
    .result = ending_with_code,
    .has_mean = battle_has_mean,
    .moments = battle_moments,
    .range = battle_range,
};

/* Both elements fought in all turns before. With one element per side, both were left before the last turn, and
 * afterwards the survivors. Skips endings that never occurred, to save time. */
void battle_walk_survivors(const engine *e, const tally *sum, survivors *going, survivors *ended)
{
    const battle_model *model = e->question->situation;

    for (size_t i = 0; i < sum->n_results; i++) {
        const ending end = engine_ending(walk_in(e), sum, i);
        const uint32_t last = end.turn ? end.turn : TURNS_TOLD + 1; /* later turns are not distinguished */

        for (int side = SIDE_A; side <= SIDE_B && end.count; side++) {
            for (uint32_t turn = 0; turn < last; turn++)
                going[turn][side][1] += end.count;
            ended[last][side][strength_left(model, end.outcome, side) > 0] += end.count;
        }
    }
}
