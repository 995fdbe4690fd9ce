/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A battle as a chain of states, which the exact engine solves and the reference engine rolls. It defines a battle:
 * the compiled kernels (battle_kernel.c) must give the same chances. */
#include "fight/battle_chain.h"

#include <assert.h>
#include <stdio.h>

#include "base/try.h"
#include "fight/army.h"
#include "fight/battle_fires.h"
#include "fight/battle_over.h"
#include "fight/battle_steps.h"
#include "fight/lines.h"
#include "fight/sequence.h"
#include "rules/one_on_one.h"

/* The state starts zeroed. The lines of the first turn move before anybody acts. */
static void start(const void *situation, void *state)
{
    const battle_model *model = situation;
    struct state *s = state;

    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int i = 0; i < model->side[side].n; i++)
            model->adapter->initial_state(kind_at(model, side, i)->element,
                                          packed_state_of(model, s, side, i)->unit_state);
    battle_begin_turn(model, s);
}

static int first_place(const battle_model *model)
{
    struct state s = {.phase = ORDER};

    start(model, &s);
    return s.place;
}

/* Every element has its own stream, whichever acts first, so that variants of a battle share dice. There are 16
 * streams, so elements of large armies share some. */
static int stream(const void *situation, const void *state)
{
    const struct state *s = state;
    const int own = (SALVO_STREAMS_MAX - 1) / N_SIDES;

    (void)situation;
    return s->phase == ORDER ? 0 : 1 + s->side * own + s->actor % own;
}

/* Only the first throws of an activation have numbers by which equal ones are recognised. */
enum { THROWS_NUMBERED = 16 };

/* As in a duel (rules/one_on_one.c), the initiative has a number, and so does fire that no unit state changes. By it,
 * the exact engine finds out only once which results of a throw are alike. Equal fires must have equal numbers at
 * every place of the lines. */
static int throw_number(const void *situation, const void *state)
{
    const battle_model *model = situation;
    const struct state *s = state;

    if (s->phase == ORDER)
        return model->adapter->order && !sequence_of(model)->many_orders ? 0 : -1;
    if (s->phase == AFTER || !model->adapter->throws || !model->adapter->kind || s->throw_at >= THROWS_NUMBERED)
        return -1;
    return 1 + s->throw_at +
           THROWS_NUMBERED * (int)battle_model_fire_number(model, s->place, s->side,
                                                           model->side[s->side].kind_of[s->actor],
                                                           model->side[enemy_of(s->side)].kind_of[s->target]);
}

static int throw_kind(const void *situation, int number, const uint8_t *faces)
{
    const battle_model *model = situation;
    const size_t fire = (size_t)(number - 1) / THROWS_NUMBERED;

    if (number == 0)
        return model->adapter->order(model->field, faces);
    return model->adapter->kind(model->fires[fire]->bytes, (number - 1) % THROWS_NUMBERED, faces);
}

/* Reports read codes, so the label need not be pretty. */
static void label(const void *situation, int outcome, char text[SALVO_LABEL_MAX])
{
    const battle_model *model = situation;

    /* n_outcomes is the code of the battle that never ends */
    snprintf(text, SALVO_LABEL_MAX, outcome == model->n_outcomes ? "endless" : "left-%d", outcome);
}

const salvo_expectation BATTLE_EXPECTATIONS[N_GAINS] = {
    [GAIN_TURNS] = {.name = "turns", .help = "the number of turns"},
    [GAIN_LOST_A] = {.name = "strength lost by a", .help = "strength that side a lost"},
    [GAIN_LOST_B] = {.name = "strength lost by b", .help = "strength that side b lost"},
    [GAIN_DOWN_A] = {.name = "elements lost by a", .help = "elements that side a lost"},
    [GAIN_DOWN_B] = {.name = "elements lost by b", .help = "elements that side b lost"},
};

/* Settles the order of the sides. A user's rulebook may have an initiative that is always a tie. never_begins keeps
 * such battles from running for ever. If cards are drawn, they are drawn for every activation. */
static void settle_order(battle_model *model)
{
    const salvo_acts_first thrown = order_of_sides(model->adapter, model->field);
    const salvo_battle_order by = model->adapter->sequence;

    model->never_begins = thrown == SALVO_FIRST_NOBODY;
    model->acts_first = by == SALVO_AT_ONCE ? SALVO_FIRST_BOTH : by == SALVO_BY_CARDS ? SALVO_FIRST_CARDS : thrown;
}

/* Settles what the plan leaves open. The plan comes first, then the ruleset, then the default of all rulesets. */
static void settle_usual(battle_model *model)
{
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        battle_side *own = &model->side[side];

        if (own->targets == SALVO_USUAL)
            own->targets = model->adapter->opposite ? SALVO_OPPOSITE : SALVO_BEST;
        if (own->acts == SALVO_ACTS_USUAL)
            own->acts = model->adapter->sequence == SALVO_BY_CARDS ? SALVO_ACTS_IN_ORDER : SALVO_ACTS_BEST;
    }
    if (model->turn_limit == 0 && model->adapter->turn_limit)
        model->turn_limit = model->adapter->turn_limit(model->field);
    if (model->turn_limit < 0) /* below 0: explicitly no limit */
        model->turn_limit = 0;
    for (int side = SIDE_A; side <= SIDE_B && model->adapter->limits; side++)
        model->adapter->limits(model->field, model->side[side].n, &model->side[side].worn_limit,
                               &model->side[side].out_limit);
}

/* The procedure is made for this battle and is part of the model, because the number of its outcomes depends on the
 * armies. */
salvo_status battle_chain_prepare(battle_model *model, const salvo_battle_plan *plan, salvo_arena *memory,
                                  salvo_error *err)
{
    int64_t codes = 1;
    salvo_status status;

    settle_usual(model);
    settle_order(model);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        if (is_order_free(model, side))
            army_in_order_of_book(&model->side[side]);
    for (int side = SIDE_A; side <= SIDE_B; side++)
        for (int k = 0; k < model->side[side].n_kinds; k++)
            codes *= model->side[side].kinds[k].count + 1;
    assert(codes < INT32_MAX / N_VERDICTS); /* codes and verdicts fit an int, because armies are limited in size */
    model->n_left = (int)codes;
    model->n_outcomes = model->n_left * (model->adapter->limits ? N_VERDICTS : 1);
    model->chain = (salvo_chain){
        .state_size = /* states are compared by their bytes, so they are as short as possible */
        offsetof(struct state, element) +
        (size_t)elements_of(model) * (sizeof(struct packed_state) + (is_at_once(model) ? SALVO_ELEMENT_BYTES : 0)),
        .start = start,
        .outcome = battle_outcome,
        .dice = battle_dice,
        .step = battle_step,
        .stream = stream, /* undecided has a code of its own */
        .undecided = model->n_outcomes,
        .never_ends = battle_never_ends,
        .throw_number = throw_number,
        .throw_kind = throw_kind,
    };
    model->procedure = (salvo_procedure){
        .schema = {.name = "the battle", .situation_size = sizeof *model},
        .expectations = BATTLE_EXPECTATIONS,
        .n_expectations = N_GAINS,
        .label = label,
        .chain = &model->chain,
    };
    model->question = (salvo_question){.book = model->book, .procedure = &model->procedure, .situation = model};
    TRY(lay_places(model, plan, err));
    status = battle_fires_aim(model, memory, err);
    if (status == SALVO_OK)
        rank_kinds(model, first_place(model));
    return status;
}
