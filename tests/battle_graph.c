/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Battles solved by their graph, in doubles, against the chain solved throw by throw, against the published anchors, and
 * against what is stated of memory and effort. */
#include <math.h>
#include <string.h>

#include "battle_cases.h"
#include "fight/battle_fold.h"
#include "fight/battle_ready.h"
#include "fight/battle_solve.h"
#include "support.h"
#include <salvo/arena.h>

static const salvo_odds_options DOUBLES = {.arithmetic = SALVO_DOUBLE, .turns_max = 30, .turns_tail = 1e-9};
/* Of a turn the chain tells differences of sums, which lose some digits. */
static const double NEAR = 1e-12, NEAR_IN_TURN = 2e-11;

/* Both ways of solving one plan. */
struct solved {
    salvo_arena *memory;
    battle_ready ready;
    salvo_odds graph, chain;
};

static void solve_both(struct solved *s, const salvo_rulebook *book, const salvo_battle_plan *plan)
{
    salvo_error err = {0};
    salvo_question question = {.book = book};

    *s = (struct solved){.memory = salvo_arena_new()};
    if (battle_ready_make(&s->ready, book, plan, s->memory, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", plan->army[0].list, plan->army[1].list, err.text);
    question.procedure = &s->ready.battle_model->procedure;
    question.situation = s->ready.battle_model;
    if (salvo_odds_solve(&s->chain, &question, &DOUBLES, &err) != SALVO_OK ||
        battle_solve(&s->graph, &question, &DOUBLES, &err) != SALVO_OK)
        fail_msg("%s against %s: %s", plan->army[0].list, plan->army[1].list, err.text);
}

static void solved_free(struct solved *s)
{
    salvo_odds_free(&s->graph);
    salvo_odds_free(&s->chain);
    battle_ready_free(&s->ready);
    salvo_arena_free(s->memory);
}

static void assert_near(double is, double expected, double near, const char *what, const char *name)
{
    if (!(fabs(is - expected) <= near * fmax(1, fabs(expected))))
        fail_msg("%s: %s is %.17g, by the chain %.17g", name, what, is, expected);
}

/* The chance of the outcome; 0 where it is not listed. */
static double chance_of(const salvo_odds *odds, int outcome)
{
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (odds->outcomes[i].outcome == outcome)
            return odds->outcomes[i].probability.value;
    return 0;
}

static double chance_in_turn(const salvo_odds *odds, size_t turn, int outcome)
{
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (odds->outcomes[i].outcome == outcome)
            return odds->turns[turn].probability[i];
    return 0;
}

static void compare_turns(const struct solved *s, const char *name)
{
    assert_int_equal(s->graph.n_turns, s->chain.n_turns);
    for (size_t t = 0; t < s->graph.n_turns; t++) {
        assert_int_equal(s->graph.turns[t].turn, t + 1);
        for (size_t i = 0; i < s->chain.n_outcomes; i++)
            assert_near(chance_in_turn(&s->graph, t, s->chain.outcomes[i].outcome), s->chain.turns[t].probability[i],
                        NEAR_IN_TURN, "a turn's outcome", name);
        for (size_t k = 0; k < N_GAINS; k++)
            assert_near(s->graph.turns[t].gain[k], s->chain.turns[t].gain[k], NEAR_IN_TURN, "a turn's gain", name);
    }
}

static void compare(const struct solved *s, const char *name)
{
    for (size_t i = 0; i < s->chain.n_outcomes; i++)
        assert_near(chance_of(&s->graph, s->chain.outcomes[i].outcome), s->chain.outcomes[i].probability.value, NEAR,
                    s->chain.outcomes[i].label, name);
    for (size_t i = 0; i < s->graph.n_outcomes; i++) {
        assert_near(s->graph.outcomes[i].probability.value, chance_of(&s->chain, s->graph.outcomes[i].outcome), NEAR,
                    s->graph.outcomes[i].label, name);
        assert_true(i == 0 || s->graph.outcomes[i].outcome > s->graph.outcomes[i - 1].outcome);
    }
    assert_int_equal(s->graph.n_means, s->chain.n_means);
    for (size_t k = 0; k < s->graph.n_means; k++) {
        assert_string_equal(s->graph.means[k].name, s->chain.means[k].name);
        assert_near(s->graph.means[k].mean.value, s->chain.means[k].mean.value, NEAR, s->graph.means[k].name, name);
    }
    compare_turns(s, name);
}

static void compare_plan(const salvo_rulebook *book, const salvo_battle_plan *plan, const char *name)
{
    struct solved s;

    solve_both(&s, book, plan);
    compare(&s, name);
    solved_free(&s);
}

static void cases_agree(void **state)
{
    const struct battle_case *c = *state;
    battle_text text;

    battle_plan_of(&text, c);
    compare_plan(mad(), &text.plan, c->name);
}

/* Every policy against every other; by scenario, limit of turns and share of losses. */
static void policies_agree(void **state)
{
    const struct {
        salvo_scenario scenario;
        const char *b;
        double range, break_at;
        int turns;
    } ENDS[] = {{SALVO_HOLD, "Sherman M4A1, Sherman Firefly, Generic Truck", 750, 0, 0},
                {SALVO_ADVANCE, "Sherman Firefly, Generic Truck", 1250, 0, 0},
                {SALVO_MEETING, "Sherman M4A1, Sherman Firefly", 1250, 0.5, 6}};

    (void)state;
    for (int a = SALVO_IN_ORDER; a < SALVO_N_TARGETS; a++)
        for (int b = SALVO_IN_ORDER; b < SALVO_N_TARGETS; b++)
            for (size_t i = 0; i < COUNT_OF(ENDS); i++) {
                const salvo_battle_plan plan = {.army = {{.list = "Tiger I, Stug III G", .targets = (salvo_targets)a},
                                                         {.list = ENDS[i].b, .targets = (salvo_targets)b}},
                                                .range = ENDS[i].range,
                                                .scenario = ENDS[i].scenario,
                                                .turns = ENDS[i].turns,
                                                .break_at = ENDS[i].break_at,
                                                .close_to = -1};
                char name[64];

                snprintf(name, sizeof name, "%s against %s, %d", SALVO_TARGETS[a], SALVO_TARGETS[b], (int)i);
                compare_plan(mad(), &plan, name);
            }
}

/* Of every rulebook whose battles can be built. */
static void rulebooks_agree(void **state)
{
    static const struct {
        const char *ruleset, *a, *b, *word;
        double range;
    } BATTLES[] = {
        {"mad", "2 Generic Infantry, Generic Truck", "Generic Truck, 2 Generic Infantry", "small-arms-vehicles=no",
         100},
        {"mad", "Generic Truck, Generic Infantry", "Generic Truck, Generic Infantry", "small-arms-vehicles=no", 100},
        {"trr", "2 Panther", "3 T34/85", "damage-model=graded", 60},
        {"trr", "2 Panther", "3 T34/85", NULL, 60},
        {"trr", "2 Panther, German Hetzer", "2 T34/85, American M24 Chaffee", NULL, 40},
        {"mbt2030", "2 mbt-norm, inf-plus", "3 mbt-minus", NULL, 10},
        {"mbt2030", "2 mbt-norm", "2 mbt-norm", "accumulate=step", 10},
        {"mbt2030", "2 mbt-norm, inf-plus", "2 mbt-norm", "pin-limit=2", 10},
    };
    const double ends[][2] = {{0, 0}, {3, 0}, {-1, 0.5}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(BATTLES); i++)
        for (size_t k = 0; k < COUNT_OF(ends); k++)
            for (int targets = 0; targets < SALVO_N_TARGETS; targets++) {
                const salvo_battle_plan plan = {
                    .army = {{.list = BATTLES[i].a, .targets = (salvo_targets)targets}, {.list = BATTLES[i].b}},
                    .words = &BATTLES[i].word,
                    .n_words = BATTLES[i].word != NULL,
                    .range = BATTLES[i].range,
                    .turns = (int64_t)ends[k][0],
                    .break_at = ends[k][1],
                    .close_to = -1};
                salvo_rulebook book;
                char name[128];

                snprintf(name, sizeof name, "%s: %s against %s, %s", BATTLES[i].ruleset, BATTLES[i].a, BATTLES[i].b,
                         SALVO_TARGETS[targets]);
                book_open(&book, BATTLES[i].ruleset, "");
                compare_plan(&book, &plan, name);
                salvo_rulebook_close(&book);
            }
}

/* Known answers, from a solver that has nothing in common with salvo. */
static void anchors_hold(void **state)
{
    static const char *const COVER = "cover=normal";
    static const struct {
        const char *a, *b;
        salvo_targets targets;
        double p_a;
    } ANCHORS[] = {
        {"Tiger I", "Sherman Firefly", SALVO_IN_ORDER, 0.626435395},
        {"2 Tiger I, 2 Panther", "3 Wolverine GMC M10, 1 Sherman Firefly", SALVO_IN_ORDER, 0.741938468},
        {"2 Tiger I, 2 Panther", "3 Wolverine GMC M10, 1 Sherman Firefly", SALVO_SPREAD, 0.734322330},
        {"6 Tiger I, 6 Panther", "9 Wolverine GMC M10, 3 Sherman Firefly", SALVO_IN_ORDER, 0.868146969},
    };
    const salvo_approach how = {.method = SALVO_EXACT, .options = DOUBLES};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ANCHORS); i++) {
        salvo_battle_plan plan = {
            .army = {{.list = ANCHORS[i].a, .words = &COVER, .n_words = 1, .targets = ANCHORS[i].targets},
                     {.list = ANCHORS[i].b, .targets = ANCHORS[i].targets}},
            .range = 750,
            .close_to = -1};
        salvo_error err = {0};
        salvo_battle b;

        plan_in_order(&plan);

        if (salvo_battle_fight(&b, mad(), &plan, &how, &err) != SALVO_OK)
            fail_msg("%s", err.text);
        if (fabs(b.p_a.exact.value - ANCHORS[i].p_a) > 1e-9)
            fail_msg("%s: %.9f, known %.9f", ANCHORS[i].a, b.p_a.exact.value, ANCHORS[i].p_a);
        assert_near(b.p_a.exact.value + b.p_b.exact.value, 1, NEAR, "the sum", ANCHORS[i].a);
        salvo_battle_free(&b);
    }
}

/* Small battles keep their fractions; larger ones are solved, where too little effort is allowed not. */
static void sizes_decide(void **state)
{
    static const struct {
        const char *a, *b;
        uint64_t effort;
        salvo_status status;
        salvo_arithmetic arithmetic;
    } SIZES[] = {
        {"2 Tiger I", "2 Sherman Firefly", 0, SALVO_OK, SALVO_RATIONAL},
        {"8 Tiger I", "8 Sherman M4A1", 0, SALVO_OK, SALVO_DOUBLE},
        {"8 Tiger I", "8 Sherman M4A1", 1000, SALVO_TOO_LARGE, SALVO_DOUBLE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(SIZES); i++) {
        const salvo_battle_plan plan = {
            .army = {{.list = SIZES[i].a}, {.list = SIZES[i].b}}, .range = 750, .close_to = -1};
        const salvo_approach how = {.method = SALVO_EXACT, .options = {.effort = SIZES[i].effort}};
        salvo_error err = {0};
        salvo_battle b;

        assert_int_equal(salvo_battle_fight(&b, mad(), &plan, &how, &err), SIZES[i].status);
        if (SIZES[i].status == SALVO_OK)
            assert_int_equal(b.answer.odds.arithmetic, SIZES[i].arithmetic);
        else
            assert_non_null(strstr(err.text, "needs more than"));
        salvo_battle_free(&b);
    }
}

int main(void)
{
    enum { N_CASES = COUNT_OF(BATTLE_CASES) };
    struct CMUnitTest tests[N_CASES + 4] = {
        [N_CASES] = cmocka_unit_test(policies_agree),
        cmocka_unit_test(rulebooks_agree),
        cmocka_unit_test(anchors_hold),
        cmocka_unit_test(sizes_decide),
    };

    for (size_t i = 0; i < N_CASES; i++)
        tests[i] = row_test(BATTLE_CASES[i].name, cases_agree, &BATTLE_CASES[i]);
    return _cmocka_run_group_tests("battle graph", tests, COUNT_OF(tests), mad_open, mad_close);
}
