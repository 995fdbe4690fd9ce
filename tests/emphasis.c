/* Which scenarios a fit counts double. Armies of one unit each, so that what prices leave is told by hand. */
#include "support.h"

#include <math.h>

#include "points/emphasis.h"

enum { HOLD, MEETING, MEETINGS, CLASSES = 2, PARAMETERS = CLASSES + 1 + 2 * MEETINGS };

/* One unit of either kind on each side: even in hold, won by the first to 88 % in meeting: the logit is 2. */
static const scored SCORES[MEETINGS] = {{HOLD, 0.5}, {MEETING, 0.8807970779778823}};

/* What is left in hold and in meeting where the first kind costs more by this logarithm, with a steepness of 4 in both:
 * | logistic(logit - 4 x) - 1/2 |. */
typedef struct problem {
    value_model model;
    value_question question;
    unit_pool pool;
    double parameters[PARAMETERS];
} problem;

static void make(problem *p, double dearer, const worth_design *design, const observation *seen)
{
    static meeting meetings[MEETINGS] = {{.scenario = SALVO_HOLD, .weight = 0.5, .odds = 1},
                                         {.scenario = SALVO_MEETING, .weight = 0.5, .odds = 1}};
    static const double ODDS[MEETINGS] = {1, 1};

    *p = (problem){.pool = {.meetings = meetings, .n_meetings = MEETINGS},
                   .question = {.design = design, .seen = seen, .n_seen = 1, .n_conditions = MEETINGS, .odds = ODDS}};
    p->model = (value_model){.design = design,
                             .n = PARAMETERS,
                             .growth = CLASSES,
                             .steepness = CLASSES + 1,
                             .odds = CLASSES + 1 + MEETINGS,
                             .rules = PARAMETERS,
                             .n_conditions = MEETINGS,
                             .sure = 1e-6,
                             .parameters = p->parameters};
    p->parameters[0] = dearer;
    for (int at = 0; at < MEETINGS; at++)
        p->parameters[CLASSES + 1 + at] = log(4);
}

/* With these prices, and these emphases before: what they are then. */
static void check(double dearer, double hold, double met, double hold_then, double meeting_then)
{
    static const double PRICES[CLASSES] = {10, 10};
    const observation seen = {.class = {{0}, {1}}, .count = {{1}, {1}}, .n_kinds = {1, 1}, .at = SCORES, .n = MEETINGS};
    double emphasis[MEETINGS] = {hold, met};
    salvo_arena *memory = salvo_arena_new();
    worth_design design;
    bool raised;
    problem p;

    assert_int_equal(worth_design_unconstrained(&design, PRICES, CLASSES, memory, NULL), SALVO_OK);
    make(&p, dearer, &design, &seen);
    assert_int_equal(emphasis_raise(emphasis, &raised, &p.model, &p.question, &p.pool, memory, NULL), SALVO_OK);
    assert_true(emphasis[HOLD] == hold_then && emphasis[MEETING] == meeting_then);
    assert_int_equal(raised, hold_then != hold || meeting_then != met);
    salvo_arena_free(memory);
}

static void a_scenario_that_would_lose_counts_double(void **state)
{
    (void)state;
    check(0, 1, 1, 1, 1);     /* at the prices that there were nothing is lost */
    check(0.25, 1, 1, 2, 1);  /* meeting gains, from a logit of 2 to one of 1; hold loses, from 0 to -1 */
    check(0.25, 2, 1, 4, 1);  /* as often as it takes ... */
    check(0.25, 8, 1, 8, 1);  /* ... up to eight times */
    check(-0.25, 1, 1, 1, 1); /* both lose: no emphasis mends that */
    check(1.25, 1, 1, 1, 1);  /* beyond the even price in meeting as well: -3 there, -5 in hold */
    check(0.75, 1, 1, 2, 1);  /* -1 in meeting is less than 2 was */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_scenario_that_would_lose_counts_double)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
