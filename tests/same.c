/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "same.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

enum { TRIALS = 1 << 14, FEW_TRIALS = 1 << 9, EFFORT = 100000 };

/* Numbers are the same text, or the same bits where they have none. */
static bool is_same(const salvo_number *a, const salvo_number *b)
{
    if (a->exact && b->exact)
        return strcmp(a->exact, b->exact) == 0;
    return !a->exact == !b->exact && a->value == b->value;
}

static void compare_outcomes(const answer *one, const answer *other)
{
    assert_int_equal(one->odds.n_outcomes, other->odds.n_outcomes);
    for (size_t i = 0; i < one->odds.n_outcomes; i++) {
        const salvo_outcome *o = &one->odds.outcomes[i];

        if (!is_same(&o->probability, probability_of(other, o->label)))
            fail_msg("%s: %s is %.15g, not %.15g", one->words, o->label, o->probability.value,
                     probability_of(other, o->label)->value);
    }
}

static void compare_means(const answer *one, const answer *other)
{
    for (size_t i = 0; i < one->odds.n_means; i++) {
        const salvo_number *counterpart = mean_of(other, one->odds.means[i].name);

        if (counterpart && !is_same(&one->odds.means[i].mean, counterpart))
            fail_msg("%s: %s is %.15g, not %.15g", one->words, one->odds.means[i].name, one->odds.means[i].mean.value,
                     counterpart->value);
    }
}

/* 0: a trial would never end. */
static uint64_t counts_of(const answer *is, uint64_t trials)
{
    const salvo_plan plan = {.seed = 7, .trials = trials, .threads = 1};
    salvo_simulation simulation;
    salvo_error err = {0};
    salvo_status status = salvo_simulate(&simulation, &is->question, &plan, &err);
    uint64_t hash;

    if (status == SALVO_TOO_LARGE)
        return 0;
    if (status != SALVO_OK)
        fail_msg("%s: %s", is->words, err.text);
    hash = simulation.hash;
    salvo_simulation_free(&simulation);
    return hash;
}

void same_answer(const salvo_rulebook *one, const char *procedure, const salvo_rulebook *other, const char *counterpart,
                 const char *words)
{
    answer a, b;
    const bool is_solved = ask_within(&b, other, counterpart, words, EFFORT);
    const uint64_t trials = b.question.procedure->chain ? FEW_TRIALS : TRIALS; /* a trial of a chain has many throws */

    assert_int_equal(ask_within(&a, one, procedure, words, is_solved ? EFFORT : 1), is_solved);
    if (is_solved) {
        compare_outcomes(&a, &b);
        compare_means(&a, &b);
    }
    if (counts_of(&a, trials) != counts_of(&b, trials))
        fail_msg("%s: counts %016" PRIx64 ", not %016" PRIx64, a.words, counts_of(&a, trials), counts_of(&b, trials));
    answer_free(&a);
    answer_free(&b);
}

static salvo_status fight(salvo_battle *battle, const salvo_rulebook *book, const salvo_battle_plan *plan,
                          salvo_method method)
{
    const salvo_approach approach = {
        .method = method, .options = {.effort = EFFORT}, .plan = {.seed = 7, .trials = TRIALS, .threads = 1}};
    salvo_error err = {0};
    salvo_status status = salvo_battle_fight(battle, book, plan, &approach, &err);

    if (status != SALVO_OK && status != SALVO_TOO_LARGE)
        fail_msg("%s against %s: %s", plan->army[0].list, plan->army[1].list, err.text);
    return status;
}

void same_battle(const salvo_rulebook *one, const salvo_rulebook *other, const salvo_battle_plan *plan)
{
    salvo_battle a, b;
    salvo_status status = fight(&a, one, plan, SALVO_EXACT);

    assert_int_equal(fight(&b, other, plan, SALVO_EXACT), status);
    if (!is_same(&a.p_a.exact, &b.p_a.exact) || !is_same(&a.p_b.exact, &b.p_b.exact))
        fail_msg("%s against %s: %.15g, not %.15g", plan->army[0].list, plan->army[1].list, a.p_a.exact.value,
                 b.p_a.exact.value);
    salvo_battle_free(&a);
    salvo_battle_free(&b);
    assert_int_equal(fight(&a, one, plan, SALVO_MONTE_CARLO), SALVO_OK);
    assert_int_equal(fight(&b, other, plan, SALVO_MONTE_CARLO), SALVO_OK);
    if (a.answer.simulation.hash != b.answer.simulation.hash)
        fail_msg("%s against %s: counts %016" PRIx64 ", not %016" PRIx64, plan->army[0].list, plan->army[1].list,
                 a.answer.simulation.hash, b.answer.simulation.hash);
    salvo_battle_free(&a);
    salvo_battle_free(&b);
}
