/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which scenarios a fit counts more. Armies of one kind each, so that what prices leave is told by hand. */
#include "support.h"

#include <math.h>

#include "points/emphasis.h"

enum { HOLD, MEETING, MEETINGS, CLASSES = 2, PARAMETERS = CLASSES + 1 + 2 * MEETINGS, SEEN = 3 };

/* The model makes the first kind twice as dear as it was. One pair was even before, two of the second kind for two of the
 * first; one is even now, four for two; and one never, so that it tells nothing. */
static const double COUNTS[SEEN][2] = {{2, 2}, {2, 4}, {2, 9}};

/* Of the pair that was even. */
static const double WAS[MEETINGS] = {0.10, 0.30};

typedef struct problem {
    observation seen[SEEN];
    scored scores[SEEN][MEETINGS];
    pool_condition conditions[MEETINGS];
    unit_pool pool;
    double parameters[PARAMETERS];
    value_model model;
    value_question question;
} problem;

/* Scores whose distance from 1/2 is what is left: that is what it means where armies are even. */
static void make_seen(problem *p, const double is[MEETINGS])
{
    for (int i = 0; i < SEEN; i++) {
        p->seen[i] = (observation){.class = {{0}, {1}},
                                   .count = {{COUNTS[i][0]}, {COUNTS[i][1]}},
                                   .n_kinds = {1, 1},
                                   .at = p->scores[i],
                                   .n = MEETINGS};
        for (int at = 0; at < MEETINGS; at++)
            p->scores[i][at] = (scored){(size_t)at, i == 0 ? 0.5 + WAS[at] : i == 1 ? 0.5 - is[at] : 0.999};
    }
}

static void make(problem *p, const worth_design *design, const double is[MEETINGS])
{
    static const double ODDS[MEETINGS] = {1, 1}, WEIGHTS[MEETINGS] = {0.5, 0.5};

    *p = (problem){.conditions = {{.scenario = SALVO_HOLD, .weight = 0.5}, {.scenario = SALVO_MEETING, .weight = 0.5}}};
    make_seen(p, is);
    p->parameters[0] = log(2);
    for (int at = 0; at < MEETINGS; at++)
        p->parameters[CLASSES + 1 + at] = log(4); /* a steepness */
    p->model = (value_model){.design = design,
                             .n = PARAMETERS,
                             .growth = CLASSES,
                             .steepness = CLASSES + 1,
                             .odds = CLASSES + 1 + MEETINGS,
                             .rules = PARAMETERS,
                             .n_conditions = MEETINGS,
                             .sure = 1e-6,
                             .parameters = p->parameters};
    p->pool = (unit_pool){.conditions = p->conditions, .n_conditions = MEETINGS};
    p->question = (value_question){
        .design = design, .seen = p->seen, .n_seen = SEEN, .n_conditions = MEETINGS, .weight = WEIGHTS, .odds = ODDS};
}

/* So much is left in hold and in meeting, and so much do they count: how much then? */
static void check(double hold, double met, double counts, double hold_then, double met_then)
{
    static const double PRICES[CLASSES] = {10, 10};
    const double is[MEETINGS] = {hold, met};
    double emphasis[MEETINGS] = {counts, 1};
    salvo_arena *memory = salvo_arena_new();
    worth_design design;
    fairness fair;
    bool raised;
    problem p;

    assert_int_equal(worth_design_unconstrained(&design, PRICES, CLASSES, memory, NULL), SALVO_OK);
    make(&p, &design, is);
    assert_int_equal(emphasis_measure(&fair, &p.model, &p.question, &p.pool, memory, NULL), SALVO_OK);
    raised = emphasis_raise(emphasis, &fair, &p.pool);
    assert_true(emphasis[HOLD] == hold_then && emphasis[MEETING] == met_then);
    assert_int_equal(raised, hold_then != counts || met_then != 1);
    assert_true(fabs(emphasis_excess(&fair) - fmax(0, fmax(hold / WAS[HOLD], met / WAS[MEETING]) - 1)) < 1e-6);
    salvo_arena_free(memory);
}

static void a_scenario_that_would_lose_counts_three_times(void **state)
{
    (void)state;
    check(0.09, 0.29, 1, 1, 1); /* both gain */
    check(0.11, 0.20, 1, 3, 1); /* hold loses */
    check(0.09, 0.31, 1, 1, 3); /* meeting does */
    check(0.11, 0.20, 3, 9, 1); /* as often as it takes ... */
    check(0.11, 0.20, 9, 9, 1); /* ... up to nine times */
    check(0.11, 0.31, 1, 1, 1); /* both lose: no emphasis mends that */
}

/* Armies of every ratio, alike in both conditions but for who wins: in meeting the first kind is worth twice its price, in hold
 * 1.2 times. Prices that go all the way to twice overshoot in hold: they are as far off as before at 1.2 squared. */
static void prices_go_as_far_as_no_scenario_loses(void **state)
{
    enum { RATIOS = 81, SIDE = 40 };
    static const double PRICES[CLASSES] = {10, 10}, STEEP = 4;
    static observation seen[RATIOS];
    static scored scores[RATIOS][MEETINGS];
    salvo_arena *memory = salvo_arena_new();
    double covariance[PARAMETERS * PARAMETERS], part;
    worth_design design;
    fairness fair;
    problem p;

    (void)state;
    assert_int_equal(worth_design_unconstrained(&design, PRICES, CLASSES, memory, NULL), SALVO_OK);
    make(&p, &design, WAS);
    for (int i = 0; i < RATIOS; i++) {
        const double ratio = (i - SIDE) * log(4) / SIDE;

        for (int at = 0; at < MEETINGS; at++)
            scores[i][at] = (scored){(size_t)at, 1 / (1 + exp(-STEEP * (ratio + log(at == MEETING ? 2 : 1.2))))};
        seen[i] = (observation){
            .class = {{0}, {1}}, .count = {{10 * exp(ratio)}, {10}}, .n_kinds = {1, 1}, .at = scores[i], .n = MEETINGS};
    }
    for (int i = 0; i < PARAMETERS * PARAMETERS; i++)
        covariance[i] = 1;
    p.model.covariance = covariance;
    p.question.seen = seen;
    p.question.n_seen = RATIOS;
    assert_int_equal(emphasis_measure(&fair, &p.model, &p.question, &p.pool, memory, NULL), SALVO_OK);
    assert_true(emphasis_excess(&fair) > 1);
    assert_int_equal(emphasis_draw_back(&p.model, &part, &p.question, &p.pool, memory, NULL), SALVO_OK);
    assert_true(fabs(part * log(2) - 2.01 * log(1.2)) < 0.002); /* a hundredth is tolerated */
    assert_true(fabs(p.parameters[0] - part * log(2)) < 1e-12);
    assert_true(fabs(covariance[0] - part * part) < 1e-12 && fabs(covariance[1 * PARAMETERS + CLASSES] - part) < 1e-12);
    salvo_arena_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_scenario_that_would_lose_counts_three_times),
                                       cmocka_unit_test(prices_go_as_far_as_no_scenario_loses)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
