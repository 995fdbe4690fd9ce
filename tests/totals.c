/* SPDX-License-Identifier: GPL-3.0-or-later */
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

/* Two lines of tests/lua/tallies, thrown in every way: a loses one on 1 and 2, b on 6, until one has lost three. */
typedef struct lines {
    int a, b;
} lines;

static lines lines_after(int throws, int bounds)
{
    lines l = {0, 0};

    for (int i = 0; i < bounds && l.a < 3 && l.b < 3; i++, throws /= 6) {
        l.a += throws % 6 < 2;
        l.b += throws % 6 == 5;
    }
    return l;
}

static void ask_line(salvo_rulebook *book, salvo_question *question, salvo_question *total, int bounds,
                     const char *name)
{
    char path[512], word[16];
    const char *words[] = {word};
    const salvo_procedure *found;

    snprintf(path, sizeof path, "%s/lua/tallies", getenv("SALVO_TESTS"));
    snprintf(word, sizeof word, "bounds=%d", bounds);
    assert_int_equal(salvo_rulebook_open(book, NULL, path, NULL, 0, NULL), SALVO_OK);
    assert_int_equal(salvo_procedure_find(book->ruleset, "tallies.line", &found, NULL), SALVO_OK);
    assert_int_equal(salvo_question_ask(question, book, found, words, 1, NULL), SALVO_OK);
    assert_int_equal(salvo_question_total(total, question, name, NULL), SALVO_OK);
}

/* What has been lost when the limit breaks the chain off is known, though the outcome is not. */
static void check_cut(int bounds, const char *name, bool lead)
{
    double expected[7] = {0}; /* totals from -3 to 3 */
    int all = 1;
    salvo_rulebook book;
    salvo_question question, total;

    for (int i = 0; i < bounds; i++)
        all *= 6;
    for (int i = 0; i < all; i++) {
        const lines l = lines_after(i, bounds);

        expected[3 + (lead ? l.b - l.a : l.a)] += 1.0 / all;
    }
    ask_line(&book, &question, &total, bounds, name);
    for (int by_dice = 0; by_dice < 2; by_dice++) {
        const salvo_approach how = {.method = SALVO_BOTH,
                                    .plan = {.seed = 1, .trials = 20000, .reference_engine = by_dice}};
        salvo_answer both;
        double sum = 0;

        assert_int_equal(salvo_answer_find(&both, &total, &how, NULL), SALVO_OK);
        for (size_t i = 0; i < both.odds.n_outcomes; i++) {
            const salvo_outcome *o = &both.odds.outcomes[i];

            assert_string_not_equal(o->label, "undecided");
            assert_true(fabs(o->probability.value - expected[3 + atoi(o->label)]) < 1e-12);
            sum += o->probability.value;
        }
        assert_true(fabs(sum - 1) < 1e-12);
        assert_true(both.agreement.p > 1e-4);
        salvo_answer_free(&both);
    }
    salvo_question_free(&total);
    salvo_question_free(&question);
    salvo_rulebook_close(&book);
}

static void a_total_at_the_limit_is_known(void **state)
{
    (void)state;
    for (int bounds = 1; bounds <= 6; bounds++) {
        check_cut(bounds, "a-lost", false);
        check_cut(bounds, "lead", true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shot_is_every_throw),
        cmocka_unit_test(a_volley_is_every_pair_of_throws),
        cmocka_unit_test(a_total_at_the_limit_is_known),
        cmocka_unit_test(an_unknown_total_is_refused),
    };

    return cmocka_run_group_tests(tests, mad_open, mad_close);
}
