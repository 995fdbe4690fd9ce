/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What <salvo/salvo.h> says of every call: options that are NULL are the defaults, empty lists are refused or mean nothing,
 * a struct whose call failed is zeroed, and a zeroed one may be freed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/compare.h>
#include <salvo/dice_expression.h>
#include <salvo/efficiency.h>
#include <salvo/explain.h>
#include <salvo/luck.h>
#include <salvo/matrix.h>
#include <salvo/points.h>
#include <salvo/report.h>
#include <salvo/sensitivity.h>

#include "example_book.h"
#include "support.h"

static const char *const AT_500[] = {"range=500"};
static const salvo_battle_plan ONE_EACH = {
    .army = {{.list = "Tiger I"}, {.list = "Sherman Firefly"}}, .range = 500, .close_to = -1, .turns = 3};

#define ASSERT_OK(call) assert_int_equal(call, SALVO_OK)

/* The call refuses, its message has the reason in it, and what it should have filled in is zeroed. */
#define ASSERT_REFUSED(call, result, reason)                      \
    do {                                                          \
        salvo_error err = {0};                                    \
                                                                  \
        memset(&(result), 0xa5, sizeof(result));                  \
        assert_int_equal(call, SALVO_BAD_INPUT);                  \
        if (!strstr(err.text, reason))                            \
            fail_msg("'%s' does not say '%s'", err.text, reason); \
        assert_true(is_zeroed(&(result), sizeof(result)));        \
    } while (0)

static bool is_zeroed(const void *at, size_t size)
{
    const unsigned char *bytes = at;

    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

static void ask_dice(salvo_question *question, const char *expression)
{
    ASSERT_OK(salvo_dice_ask(question, expression, NULL));
}

/* Defaults. */

/* Seed 1 and a precision of 0.001, as the header says. */
static void no_plan_is_the_default_plan(void **state)
{
    const salvo_plan said = {.seed = 1, .precision = 0.001};
    salvo_question question;
    salvo_simulation without, with;

    (void)state;
    ask_dice(&question, "d6 = 6");
    ASSERT_OK(salvo_simulate(&without, &question, NULL, NULL));
    ASSERT_OK(salvo_simulate(&with, &question, &said, NULL));
    assert_true(without.hash == with.hash && without.trials == with.trials);
    assert_int_equal(without.seed, 1);
    assert_int_equal(without.stopped_by, SALVO_STOPPED_BY_PRECISION);
    salvo_simulation_free(&without);
    salvo_simulation_free(&with);
    salvo_question_free(&question);
}

/* 1/6: the exact chance of a six, and of 1 or more successes in 3 tries 91/216. */
static void no_approach_is_exact(void **state)
{
    salvo_question question, other;
    salvo_luck_entry entry = {.name = "a six",
                              .words = "d6 = 6",
                              .question = &question,
                              .success = {.text = "yes", .origin = ""},
                              .happened = {.text = "1/3", .origin = ""}};
    salvo_answer found;
    salvo_luck luck;
    salvo_comparison comparison;
    salvo_explanation explanation;

    (void)state;
    ask_dice(&question, "d6 = 6");
    ask_dice(&other, "d6 >= 5");
    ASSERT_OK(salvo_answer_find(&found, &question, NULL, NULL));
    assert_true(found.exact && !found.simulated);
    ASSERT_OK(salvo_luck_find(&luck, &entry, 1, NULL, NULL));
    assert_false(luck.simulated);
    assert_true(fabs(luck.tails.at_least.value - 91 / 216.0) < 1e-14);
    ASSERT_OK(salvo_compare(&comparison, &question, &other, NULL, NULL));
    assert_true(comparison.exact && !comparison.simulated);
    ASSERT_OK(salvo_explain(&explanation, &question, NULL, NULL));
    assert_true(explanation.is_whole);
    salvo_explanation_free(&explanation);
    salvo_comparison_free(&comparison);
    salvo_luck_free(&luck);
    salvo_answer_free(&found);
    salvo_question_free(&question);
    salvo_question_free(&other);
}

static void fights_without_an_approach_are_exact(void **state)
{
    const salvo_matrix_plan pairs = {.matching = SALVO_ONE_ON_ONE, .range = "500", .units = "Tiger I, Sherman Firefly"};
    static const char *const OVER[] = {"range=100,500"}, *const CANNON[] = {"weapon=cannon-b"};
    const salvo_procedure *procedure;
    salvo_duel duel;
    salvo_battle battle;
    salvo_tipping tipping;
    salvo_matrix matrix;
    salvo_curve curve;

    (void)state;
    ASSERT_OK(salvo_duel_fight(&duel, mad(), "Tiger I", "Sherman Firefly", AT_500, 1, NULL, NULL));
    assert_true(duel.answer.exact && !duel.answer.simulated && duel.n_turns == 0);
    ASSERT_OK(salvo_battle_fight(&battle, mad(), &ONE_EACH, NULL, NULL));
    assert_true(battle.answer.exact && !battle.answer.simulated);
    ASSERT_OK(salvo_matrix_fight(&matrix, mad(), &pairs, NULL, NULL));
    assert_int_equal(matrix.n_simulated, 0);
    ASSERT_OK(salvo_procedure_find(mad()->ruleset, "mad.direct-fire", &procedure, NULL));
    ASSERT_OK(salvo_curve_draw(&curve, mad(), procedure, CANNON, 1, OVER, 1, NULL, NULL));
    assert_true(curve.n_points == 2 && !curve.answers[0].simulated);
    /* Twenty against one may be too much to be exact: then it says so, and simulates nothing. */
    if (salvo_tipping_find(&tipping, mad(), &ONE_EACH, NULL, NULL) == SALVO_OK)
        for (size_t i = 0; i < tipping.n_rows; i++)
            assert_int_equal(tipping.rows[i].method, SALVO_EXACT);
    salvo_tipping_free(&tipping);
    salvo_curve_free(&curve);
    salvo_matrix_free(&matrix);
    salvo_battle_free(&battle);
    salvo_duel_free(&duel);
}

/* One unit of the cell is the default step. */
static void no_step_size_is_one_unit(void **state)
{
    static const char *const ONLY[] = {"weapons.cannon-b.damage"};
    const salvo_subject subject = {
        .a = "Tiger I", .b = "Sherman Firefly", .words = AT_500, .n_words = 1, .only = ONLY, .n_only = 1};
    salvo_sensitivity s;

    (void)state;
    ASSERT_OK(salvo_sensitivity_measure(&s, mad(), &subject, NULL, NULL, NULL));
    assert_int_equal(s.step_size.units, 1);
    assert_true(s.step_size.percent == 0);
    salvo_sensitivity_free(&s);
}

/* The book is one of few units, so that four hundred pairs take a moment. */
static void no_points_plan_is_the_default_plan(void **state)
{
    salvo_points_test without, with;
    salvo_rulebook book;

    (void)state;
    example_open(&book, "tiny");
    ASSERT_OK(salvo_points_test_run(&without, &book, NULL, NULL));
    ASSERT_OK(salvo_points_test_run(&with, &book, &SALVO_POINTS_PLAN, NULL));
    assert_int_equal(without.imbalance.pairs, 400);
    assert_true(without.imbalance.plain.value == with.imbalance.plain.value);
    salvo_points_test_free(&without);
    salvo_points_test_free(&with);
    salvo_rulebook_close(&book);
}

/* Empty lists. */

static void a_log_without_lines_is_refused(void **state)
{
    const salvo_luck_entry none[1] = {{.name = NULL}};
    salvo_luck luck;

    (void)state;
    ASSERT_REFUSED(salvo_luck_find(&luck, none, 0, NULL, &err), luck, "no lines");
    ASSERT_REFUSED(salvo_luck_find(&luck, NULL, 0, NULL, &err), luck, "no lines");
}

static void nothing_is_no_sum(void **state)
{
    const salvo_sum nothing = {.total = "damage", .title = "", .words = ""};
    salvo_question sum;

    (void)state;
    ASSERT_REFUSED(salvo_question_sum(&sum, &nothing, &err), sum, "no questions");
}

static void a_curve_goes_over_something(void **state)
{
    const salvo_procedure *procedure;
    salvo_curve curve;

    (void)state;
    ASSERT_OK(salvo_procedure_find(mad()->ruleset, "mad.direct-fire", &procedure, NULL));
    ASSERT_REFUSED(salvo_curve_draw(&curve, mad(), procedure, NULL, 0, NULL, 0, NULL, &err), curve, "one or two");
}

static void prices_are_of_units(void **state)
{
    salvo_points_price price;

    (void)state;
    ASSERT_REFUSED(salvo_points_price_run(&price, mad(), NULL, NULL, 0, &err), price, "units are missing");
}

static void battles_have_armies(void **state)
{
    const salvo_matrix_plan without = {
        .matching = SALVO_EQUAL_NUMBERS, .numbers = 1, .range = "500", .units = "Tiger I"};
    salvo_battle_plan plan = ONE_EACH;
    salvo_battle battle;
    salvo_tipping tipping;
    salvo_question question;
    salvo_matrix matrix;

    (void)state;
    plan.army[1].list = NULL;
    ASSERT_REFUSED(salvo_battle_fight(&battle, mad(), &plan, NULL, &err), battle, "");
    ASSERT_REFUSED(salvo_battle_ask(&question, mad(), &plan, NULL, &err), question, "");
    ASSERT_REFUSED(salvo_tipping_find(&tipping, mad(), &plan, NULL, &err), tipping, "");
    ASSERT_REFUSED(salvo_matrix_fight(&matrix, mad(), &without, NULL, &err), matrix, "no plan");
}

/* Lists of nothing that mean nothing. */
static void words_may_be_none(void **state)
{
    const salvo_procedure *procedure;
    salvo_question question;
    char text[4096];
    FILE *out = fmemopen(text, sizeof text, "w");

    (void)state;
    assert_non_null(out);
    ASSERT_OK(salvo_procedure_find(mad()->ruleset, "mad.line-of-sight", &procedure, NULL));
    ASSERT_OK(salvo_question_ask(&question, mad(), procedure, NULL, 0, NULL));
    salvo_question_free(&question);
    ASSERT_OK(salvo_report_rulesets(out, (salvo_format){.kind = SALVO_TABLE}, NULL, 0, NULL));
    ASSERT_OK(salvo_report_procedures(out, (salvo_format){.kind = SALVO_TABLE}, NULL, 0, NULL));
    fclose(out);
}

/* Numbers of a points plan that arrays are made from. */
static void plans_have_limits(void **state)
{
    static const double RANGE = 500;
    static const salvo_points_setting SETTINGS[SALVO_POINTS_SETTINGS_MAX + 1] = {{.name = "", .elements_max = 4}};
    const struct {
        salvo_points_plan change;
        const char *reason;
    } cases[] = {
        {{.kinds_max = SALVO_ARMY_KINDS_MAX + 1, .elements_max = 12, .precision = 0.04}, "kinds"},
        {{.kinds_max = 0, .elements_max = 12, .precision = 0.04}, "kinds"},
        {{.kinds_max = 1, .elements_max = 0, .precision = 0.04}, "elements"},
        {{.kinds_max = 1, .elements_max = SALVO_ELEMENTS_MAX + 1, .precision = 0.04}, "elements"},
        {{.kinds_max = 1, .elements_max = 12, .precision = 0}, "precision"},
        {{.kinds_max = 1, .elements_max = 12, .precision = NAN}, "precision"},
        {{.kinds_max = 1, .elements_max = 12, .precision = 0.04, .ranges = &RANGE}, "ranges"},
        {{.kinds_max = 1,
          .elements_max = 12,
          .precision = 0.04,
          .settings = SETTINGS,
          .n_settings = COUNT_OF(SETTINGS)},
         "settings"},
        {{.kinds_max = 1, .elements_max = 12, .precision = 0.04, .settings = SETTINGS, .n_settings = 2}, "elements"},
    };
    salvo_points_plan nowhere = SALVO_POINTS_PLAN;
    salvo_points_test test;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        salvo_points_plan plan = cases[i].change;

        plan.scenarios[SALVO_HOLD] = 1;
        ASSERT_REFUSED(salvo_points_test_run(&test, mad(), &plan, &err), test, cases[i].reason);
    }
    memset(nowhere.scenarios, 0, sizeof nowhere.scenarios);
    ASSERT_REFUSED(salvo_points_test_run(&test, mad(), &nowhere, &err), test, "scenario");
}

/* A price without end has no nearest value, but the search for it ends. */
static void preferred_values_are_numbers(void **state)
{
    (void)state;
    assert_true(salvo_preferred_value(INFINITY) > 0);
    assert_true(salvo_preferred_value(1e308) > 1e306);
    assert_true(salvo_preferred_value(NAN) > 0);
    assert_true(salvo_preferred_value(0) > 0);
}

/* Zeroed structs. */

#define FREES_ZEROED(type, release)                     \
    do {                                                \
        type zeroed;                                    \
                                                        \
        memset(&zeroed, 0, sizeof zeroed);              \
        release(&zeroed);                               \
        assert_true(is_zeroed(&zeroed, sizeof zeroed)); \
    } while (0)

static void what_is_zeroed_may_be_freed(void **state)
{
    (void)state;
    FREES_ZEROED(salvo_rulebook, salvo_rulebook_close);
    FREES_ZEROED(salvo_store, salvo_store_free);
    FREES_ZEROED(salvo_question, salvo_question_free);
    FREES_ZEROED(salvo_question, salvo_battle_question_free);
    FREES_ZEROED(salvo_odds, salvo_odds_free);
    FREES_ZEROED(salvo_simulation, salvo_simulation_free);
    FREES_ZEROED(salvo_answer, salvo_answer_free);
    FREES_ZEROED(salvo_curve, salvo_curve_free);
    FREES_ZEROED(salvo_comparison, salvo_comparison_free);
    FREES_ZEROED(salvo_duel, salvo_duel_free);
    FREES_ZEROED(salvo_battle, salvo_battle_free);
    FREES_ZEROED(salvo_tipping, salvo_tipping_free);
    FREES_ZEROED(salvo_matrix, salvo_matrix_free);
    FREES_ZEROED(salvo_efficiency, salvo_efficiency_free);
    FREES_ZEROED(salvo_explanation, salvo_explanation_free);
    FREES_ZEROED(salvo_luck, salvo_luck_free);
    FREES_ZEROED(salvo_fire_list, salvo_fire_list_free);
    FREES_ZEROED(salvo_sensitivity, salvo_sensitivity_free);
    FREES_ZEROED(salvo_search, salvo_search_free);
    FREES_ZEROED(salvo_audit, salvo_audit_free);
    FREES_ZEROED(salvo_appendix, salvo_appendix_free);
    FREES_ZEROED(salvo_points_test, salvo_points_test_free);
    FREES_ZEROED(salvo_points_fit, salvo_points_fit_free);
    FREES_ZEROED(salvo_points_price, salvo_points_price_free);
    FREES_ZEROED(salvo_points_comparison, salvo_points_comparison_free);
    FREES_ZEROED(salvo_text, salvo_text_free);
    salvo_arena_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_plan_is_the_default_plan),
        cmocka_unit_test(no_approach_is_exact),
        cmocka_unit_test(fights_without_an_approach_are_exact),
        cmocka_unit_test(no_step_size_is_one_unit),
        cmocka_unit_test(no_points_plan_is_the_default_plan),
        cmocka_unit_test(a_log_without_lines_is_refused),
        cmocka_unit_test(nothing_is_no_sum),
        cmocka_unit_test(a_curve_goes_over_something),
        cmocka_unit_test(prices_are_of_units),
        cmocka_unit_test(battles_have_armies),
        cmocka_unit_test(words_may_be_none),
        cmocka_unit_test(plans_have_limits),
        cmocka_unit_test(preferred_values_are_numbers),
        cmocka_unit_test(what_is_zeroed_may_be_freed),
    };

    return cmocka_run_group_tests(tests, mad_open, mad_close);
}
