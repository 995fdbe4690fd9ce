/* Totals of an expectation against every pair and triple of throws by hand. */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/simulate.h>

/* A Class B Cannon at 500 m needs 6 or more on each of two ten-sided dice: 17 damage with one success, 34 with two, 68 with
 * two alike. */
static int damage_of(int first, int second)
{
    if (first >= 6 && first == second)
        return 68;
    return 17 * ((first >= 6) + (second >= 6));
}

static void ask_total(salvo_question *question, salvo_question *total, const char *procedure, const char *const *words,
                      size_t n, const char *name)
{
    const salvo_procedure *found;

    assert_int_equal(salvo_procedure_find(mad()->ruleset, procedure, &found, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(question, mad(), found, words, n, NULL), SALVO_OK);
    assert_int_equal(salvo_question_total(total, question, name, NULL), SALVO_OK);
}

static void check_totals(const salvo_odds *odds, const double *expected, int n)
{
    size_t possible = 0;

    for (int damage = 0; damage < n; damage++) {
        char label[16];

        snprintf(label, sizeof label, "%d", damage);
        assert_true(fabs(salvo_odds_probability(odds, label) - expected[damage]) < 1e-15);
        possible += expected[damage] > 0;
    }
    assert_int_equal(odds->n_outcomes, possible);
}

static void a_shot_is_every_throw(void **state)
{
    static const char *const WORDS[] = {"weapon=cannon-b", "range=500"};
    double expected[100] = {0};
    salvo_question question, total;
    salvo_odds odds;

    (void)state;
    for (int a = 1; a <= 10; a++)
        for (int b = 1; b <= 10; b++)
            expected[damage_of(a, b)] += 0.01;
    ask_total(&question, &total, "mad.direct-fire", WORDS, COUNT_OF(WORDS), "damage");
    assert_int_equal(salvo_odds_solve(&odds, &total, NULL, NULL), SALVO_OK);
    check_totals(&odds, expected, 100);
    salvo_odds_free(&odds);
    salvo_question_free(&total);
    salvo_question_free(&question);
}

/* A chain; and simulated by kernels and by the reference engine, which adds gains up over the steps of a trial. */
static void a_volley_is_every_pair_of_throws(void **state)
{
    static const char *const WORDS[] = {"weapon=cannon-b", "range=500", "hp=28", "shots=2"};
    double expected[200] = {0};
    salvo_question question, total;

    (void)state;
    for (int i = 0; i < 10000; i++)
        expected[damage_of(1 + i % 10, 1 + i / 10 % 10) + damage_of(1 + i / 100 % 10, 1 + i / 1000)] += 1e-4;
    ask_total(&question, &total, "mad.volley", WORDS, COUNT_OF(WORDS), "damage");
    for (int by_dice = 0; by_dice < 2; by_dice++) {
        const salvo_approach how = {.method = SALVO_BOTH,
                                    .plan = {.seed = 1, .trials = 20000, .reference_engine = by_dice}};
        salvo_answer both;

        assert_int_equal(salvo_answer_find(&both, &total, &how, NULL), SALVO_OK);
        for (size_t i = 0; i < both.odds.n_outcomes; i++)
            assert_true(fabs(both.odds.outcomes[i].probability.value - expected[atoi(both.odds.outcomes[i].label)]) <
                        1e-12);
        assert_true(both.agreement.p > 1e-4);
        assert_true(fabs(salvo_odds_mean(&both.odds, "damage") - 2 * 18.7) < 1e-12);
        salvo_answer_free(&both);
    }
    salvo_question_free(&total);
    salvo_question_free(&question);
}

static void an_unknown_total_is_refused(void **state)
{
    static const char *const WORDS[] = {"weapon=cannon-b", "range=500"};
    const salvo_procedure *procedure;
    salvo_question question, total;
    salvo_error err;

    (void)state;
    assert_int_equal(salvo_procedure_find(mad()->ruleset, "mad.direct-fire", &procedure, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(&question, mad(), procedure, WORDS, COUNT_OF(WORDS), NULL), SALVO_OK);
    assert_int_equal(salvo_question_total(&total, &question, "damge", &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, "did you mean 'damage'"));
    assert_null(total.memory);
    /* Without the hit points of the target there is no chance of a kill to be added up. */
    assert_int_equal(salvo_question_total(&total, &question, "kill", &err), SALVO_BAD_INPUT);
    salvo_question_free(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shot_is_every_throw),
        cmocka_unit_test(a_volley_is_every_pair_of_throws),
        cmocka_unit_test(an_unknown_total_is_refused),
    };

    return cmocka_run_group_tests(tests, mad_open, mad_close);
}
