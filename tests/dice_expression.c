/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice expressions against a brute force that throws every die in every way, and their two evaluators against each
 * other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <salvo/arena.h>
#include <salvo/compare.h>
#include <salvo/dice_expression.h>
#include <salvo/simulate.h>

enum { DICE_MAX = 8 };

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* What the expressions below mean, die by die. A die that is not thrown makes no difference. */

static int seven_or_more(const int *d)
{
    return d[0] + d[1] >= 7;
}

static int drop_lowest(const int *d)
{
    return d[0] + d[1] + d[2] + d[3] - lesser(lesser(d[0], d[1]), lesser(d[2], d[3]));
}

static int keep_two(const int *d)
{
    return d[0] + d[1] + d[2] - lesser(d[0], lesser(d[1], d[2]));
}

static int keep_lowest(const int *d)
{
    return lesser(d[0], lesser(d[1], d[2]));
}

static int drop_highest(const int *d)
{
    return d[0] + d[1] + d[2] - greater(d[0], greater(d[1], d[2]));
}

static int count_seven(const int *d)
{
    int n = 0;

    for (int i = 0; i < 5; i++)
        n += d[i] >= 7;
    return n;
}

static int count_kept(const int *d) /* of the highest two, how many are above 3 */
{
    const int best = greater(d[0], greater(d[1], d[2])), worst = lesser(d[0], lesser(d[1], d[2]));

    return (best > 3) + (d[0] + d[1] + d[2] - best - worst > 3);
}

static int versus(const int *d)
{
    return (d[0] + 5 > 15) - (d[0] + 5 < 15);
}

static int opposed(const int *d)
{
    return d[0] + d[1] > d[2];
}

static int exploding(const int *d)
{
    return d[0] + (d[0] == 6 ? d[1] + (d[1] == 6 ? d[2] : 0) : 0);
}

static int exploding_pool(const int *d) /* each of two dice once, on 5 and 6 */
{
    return d[0] + (d[0] >= 5 ? d[1] : 0) + d[2] + (d[2] >= 5 ? d[3] : 0);
}

static int best_exploding(const int *d)
{
    return greater(d[0] + (d[0] >= 3 ? d[1] : 0), d[2] + (d[2] >= 3 ? d[3] : 0));
}

static int count_exploding(const int *d)
{
    return (d[0] >= 5) + (d[0] == 6 && d[1] >= 5) + (d[2] >= 5) + (d[2] == 6 && d[3] >= 5);
}

static int rerolled(const int *d)
{
    return (d[0] == 1 ? d[1] : d[0]) + (d[2] == 1 ? d[3] : d[2]);
}

static int rerolled_twice(const int *d)
{
    return d[0] > 2 ? d[0] : d[1] > 2 ? d[1] : d[2];
}

static int reroll_then_explode(const int *d)
{
    const int first = d[0] == 1 ? d[1] : d[0];

    return first + (first == 4 ? d[2] : 0);
}

static int arithmetic(const int *d) /* (2d4 - 3) * d3 / 2 + 1, rounded down */
{
    const int product = (d[0] + d[1] - 3) * d[2];

    return (product >= 0 ? product / 2 : -((1 - product) / 2)) + 1;
}

static int extremes(const int *d)
{
    return greater(d[0], d[1]) - lesser(d[2], 4);
}

static int repeated(const int *d)
{
    return (d[0] + d[1] >= 7) + (d[2] + d[3] >= 7) + (d[4] + d[5] >= 7);
}

static int tests_added(const int *d)
{
    return (d[0] >= 4) + 2 * (d[1] != 1) - (d[2] == 3);
}

static const struct brute_case {
    const char *expression;
    int sides[DICE_MAX]; /* of the dice that it can throw; 0: no more */
    int (*value)(const int *faces);
    bool is_test;
} CASES[] = {
    {"2d6 >= 7", {6, 6}, seven_or_more, true},
    {"4D6 DROP LOWEST", {6, 6, 6, 6}, drop_lowest, false},
    {"4d6dl1", {6, 6, 6, 6}, drop_lowest, false},
    {"3d6 keep 2", {6, 6, 6}, keep_two, false},
    {"3d6kh2", {6, 6, 6}, keep_two, false},
    {"3d8 keep lowest", {8, 8, 8}, keep_lowest, false},
    {"3d6 drop highest", {6, 6, 6}, drop_highest, false},
    {"count(5d10 >= 7)", {10, 10, 10, 10, 10}, count_seven, false},
    {"count(3d6 keep 2 > 3)", {6, 6, 6}, count_kept, false},
    {"d20+5 vs 15", {20}, versus, true},
    {"2d6 > 1d12", {6, 6, 12}, opposed, true},
    {"d6 explode max 2", {6, 6, 6}, exploding, false},
    {"2d6 explode >= 5 max 1", {6, 6, 6, 6}, exploding_pool, false},
    {"2d4 explode >= 3 max 1 keep highest 1", {4, 4, 4, 4}, best_exploding, false},
    {"count(2d6 explode max 1 >= 5)", {6, 6, 6, 6}, count_exploding, false},
    {"2d6 reroll 1", {6, 6, 6, 6}, rerolled, false},
    {"d6 reroll <= 2 max 2", {6, 6, 6}, rerolled_twice, false},
    {"d4 reroll 1 explode max 1", {4, 4, 4}, reroll_then_explode, false},
    {"(2d4 - 3) * d3 / 2 + 1", {4, 4, 3}, arithmetic, false},
    {"max(d6, d8) - min(d10, 4)", {6, 8, 10}, extremes, false},
    {"repeat(3, 2d6 >= 7)", {6, 6, 6, 6, 6, 6}, repeated, false},
    {"(d6 >= 4) + 2 * (d6 != 1) - (d4 = 3)", {6, 6, 4}, tests_added, false},
};
enum { N_CASES = sizeof CASES / sizeof *CASES, VALUES = 400 };

/* ways[v + VALUES / 2]; returns how many there are in all. */
static uint64_t throw_all(const struct brute_case *c, uint64_t ways[VALUES])
{
    int faces[DICE_MAX] = {0}, n = 0;
    uint64_t all = 1;

    for (; n < DICE_MAX && c->sides[n]; n++)
        all *= (uint64_t)c->sides[n];
    memset(ways, 0, VALUES * sizeof *ways);
    for (uint64_t i = 0; i < all; i++) {
        uint64_t rest = i;

        for (int k = 0; k < n; k++) {
            faces[k] = 1 + (int)(rest % (uint64_t)c->sides[k]);
            rest /= (uint64_t)c->sides[k];
        }
        ways[c->value(faces) + VALUES / 2]++;
    }
    return all;
}

static const char *name_of(const struct brute_case *c, int value, char text[16])
{
    if (c->is_test && c->value == versus)
        return value > 0 ? "win" : value == 0 ? "tie" : "lose";
    if (c->is_test)
        return value ? "yes" : "no";
    snprintf(text, 16, "%d", value);
    return text;
}

static void check_case(const struct brute_case *c)
{
    uint64_t ways[VALUES], all = throw_all(c, ways);
    size_t possible = 0;
    double mean = 0;
    char text[16];
    salvo_question question;
    salvo_odds odds;

    assert_int_equal(salvo_dice_ask(&question, c->expression, NULL), SALVO_OK);
    assert_int_equal(salvo_odds_solve(&odds, &question, NULL, NULL), SALVO_OK);
    for (int i = 0; i < VALUES; i++) {
        const double p = (double)ways[i] / (double)all,
                     found = ways[i] ? salvo_odds_probability(&odds, name_of(c, i - VALUES / 2, text)) : 0;

        possible += ways[i] != 0;
        mean += p * (i - VALUES / 2);
        if (fabs(found - p) > 1e-15)
            fail_msg("%s: P(%d) is %.17g, not %.17g", c->expression, i - VALUES / 2, found, p);
    }
    assert_int_equal(odds.n_outcomes, possible);
    assert_int_equal(odds.n_means, !c->is_test);
    if (!c->is_test && fabs(odds.means[0].mean.value - mean) > 1e-12)
        fail_msg("%s: the mean is %.17g, not %.17g", c->expression, odds.means[0].mean.value, mean);
    salvo_odds_free(&odds);
    salvo_question_free(&question);
}

static void every_throw_is_counted(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_CASES; i++)
        check_case(&CASES[i]);
}

/* Without its own way to an answer the expression is a chain whose states are faces, by other code. */
static void throws_agree_with_convolution(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_CASES; i++) {
        salvo_question question;
        salvo_procedure by_throws;
        salvo_odds odds, thrown;

        assert_int_equal(salvo_dice_ask(&question, CASES[i].expression, NULL), SALVO_OK);
        assert_int_equal(salvo_odds_solve(&odds, &question, NULL, NULL), SALVO_OK);
        by_throws = *question.procedure;
        by_throws.solve = NULL;
        question.procedure = &by_throws;
        assert_int_equal(salvo_odds_solve(&thrown, &question, NULL, NULL), SALVO_OK);
        assert_int_equal(odds.n_outcomes, thrown.n_outcomes);
        for (size_t k = 0; k < odds.n_outcomes; k++) {
            assert_string_equal(odds.outcomes[k].label, thrown.outcomes[k].label);
            assert_string_equal(odds.outcomes[k].probability.exact, thrown.outcomes[k].probability.exact);
        }
        for (size_t k = 0; k < odds.n_means; k++)
            assert_string_equal(odds.means[k].mean.exact, thrown.means[k].mean.exact);
        salvo_odds_free(&thrown);
        salvo_odds_free(&odds);
        salvo_question_free(&question);
    }
}

/* Binomial coefficients over 2^60, by addition alone. */
static void sixty_dice_are_exact(void **state)
{
    uint64_t row[61] = {1};
    salvo_question question;
    salvo_odds odds;

    (void)state;
    for (int n = 1; n <= 60; n++)
        for (int k = n; k > 0; k--)
            row[k] += row[k - 1];
    assert_int_equal(salvo_dice_ask(&question, "count(60d6 >= 4)", NULL), SALVO_OK);
    assert_int_equal(salvo_odds_solve(&odds, &question, NULL, NULL), SALVO_OK);
    assert_int_equal(odds.n_outcomes, 61);
    for (int k = 0; k <= 60; k++) {
        unsigned long long over = 0, under = 0;

        assert_int_equal(sscanf(odds.outcomes[k].probability.exact, "%llu/%llu", &over, &under), 2);
        assert_true(((UINT64_C(1) << 60) / under) * over == row[k]); /* both are powers of two */
    }
    salvo_odds_free(&odds);
    salvo_question_free(&question);
}

static void many_dice_are_simulated_the_same(void **state)
{
    static const char *const EXPRESSIONS[] = {"20d6 >= 70", "count(30d10 explode max 2 >= 8)", "12d6 drop lowest 3",
                                              "repeat(9, 2d6 vs 7)", "10d6 reroll <= 2 > 10d8 keep 8"};
    const salvo_approach both = {.method = SALVO_BOTH, .plan = {.seed = 1, .trials = 20000}};

    (void)state;
    for (size_t i = 0; i < sizeof EXPRESSIONS / sizeof *EXPRESSIONS; i++) {
        salvo_question question;
        salvo_answer answer;

        assert_int_equal(salvo_dice_ask(&question, EXPRESSIONS[i], NULL), SALVO_OK);
        assert_int_equal(salvo_answer_find(&answer, &question, &both, NULL), SALVO_OK);
        if (answer.agreement.p < 1e-4)
            fail_msg("%s: chi-square %g, p = %g", EXPRESSIONS[i], answer.agreement.chi2, answer.agreement.p);
        salvo_answer_free(&answer);
        salvo_question_free(&question);
    }
}

/* 3d6 by hand: 1, 3, 6, 10, 15, 21, 25, 27 of 216, and back. */
static void tails_add_up(void **state)
{
    static const int WAYS[] = {1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1};
    salvo_arena *memory = salvo_arena_new();
    salvo_question question;
    salvo_answer answer;
    salvo_tail *tails;
    size_t n;
    int at_most = 0;

    (void)state;
    assert_int_equal(salvo_dice_ask(&question, "3d6", NULL), SALVO_OK);
    assert_int_equal(salvo_answer_find(&answer, &question, NULL, NULL), SALVO_OK);
    assert_int_equal(salvo_answer_tails(&answer, memory, &tails, &n, NULL), SALVO_OK);
    assert_int_equal(n, 16);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(tails[i].value, 3 + (int)i);
        assert_true(fabs(tails[i].at_least.exact.value - (216 - at_most) / 216.0) < 1e-15);
        at_most += WAYS[i];
        assert_true(fabs(tails[i].at_most.exact.value - at_most / 216.0) < 1e-15);
    }
    assert_string_equal(tails[0].at_least.exact.exact, "1");
    assert_string_equal(tails[15].at_most.exact.exact, "1");
    salvo_answer_free(&answer);
    salvo_question_free(&question);
    salvo_arena_free(memory);
}

static const struct fault_case {
    const char *expression;
    int column;
    const char *says;
} FAULTS[] = {
    {"2d6 >> 7", 6, "was expected"},
    {"2d6 >= 7 >= 1", 10, "cannot be compared again"},
    {"2d6!", 4, "explode max 3"},
    {"4d6 drop 4", 5, "no die is left"},
    {"2d6 keep 3", 10, "from 1 to 2"},
    {"601d6", 1, "from 1 to 600"},
    {"d256", 2, "from 1 to 255"},
    {"d6 / (d6 - 3)", 4, "divisor can be 0"},
    {"count(3)", 7, "count(5d10 >= 7)"},
    {"count(3d6)", 10, "comparison"},
    {"((d6)", 6, "close the bracket"},
    {"1.5 * d6", 1, "whole"},
    {"3d6 explode", 12, "a limit"},
    {"≥ 3", 1, "was expected"},
    {"2d6 ≥ x", 7, "not 'x'"},
    {"repeat(300, 3d6)", 1, "the maximum is 600"},
    {"1000000 * d6", 9, "too many different values"},
    {"1000000 * 1000000", 9, "values are from"},
    {"3d6 reroll 1 reroll 2", 14, "already"},
    {"3 4", 3, "the end was expected"},
    {"d6 and 2", 4, "not 'and'"},
};

static void faults_say_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++) {
        salvo_question question;
        salvo_error err;

        if (salvo_dice_ask(&question, FAULTS[i].expression, &err) != SALVO_BAD_INPUT)
            fail_msg("%s is not refused", FAULTS[i].expression);
        assert_null(question.memory);
        if (err.column != FAULTS[i].column || !strstr(err.text, FAULTS[i].says))
            fail_msg("%s: column %d, %s", FAULTS[i].expression, err.column, err.text);
    }
}

/* Brackets and signs without end, and more parts than there is room for. */
static void long_expressions_are_refused(void **state)
{
    static const char *const PARTS[] = {"(", "-", "d6+", "max(", "1,", "d6 vs "};
    char text[4000];

    (void)state;
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        salvo_question question;
        size_t length = 0;

        while (length + strlen(PARTS[i]) + 1 < sizeof text)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s", PARTS[i]);
        assert_int_equal(salvo_dice_ask(&question, text, NULL), SALVO_BAD_INPUT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_throw_is_counted),
        cmocka_unit_test(throws_agree_with_convolution),
        cmocka_unit_test(sixty_dice_are_exact),
        cmocka_unit_test(many_dice_are_simulated_the_same),
        cmocka_unit_test(tails_add_up),
        cmocka_unit_test(faults_say_where),
        cmocka_unit_test(long_expressions_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
