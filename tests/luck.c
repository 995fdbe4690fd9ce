/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Luck against binomials by hand and against every way in which the tries of a log can end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include <salvo/dice_expression.h>
#include <salvo/luck.h>

enum { LINES_MAX = 4 };

static const salvo_approach EXACTLY = {.method = SALVO_EXACT, .plan = {.seed = 1}};

/* A line of the tests' logs: an expression that says yes with a chance of over / under. */
typedef struct logged {
    const char *expression, *happened;
    double chance;
    int won, tries;
} logged;

static salvo_luck_entry entry_of(const salvo_question *question, const logged *line)
{
    return (salvo_luck_entry){.name = line->expression,
                              .words = line->expression,
                              .question = question,
                              .success = {.text = "yes", .origin = "log.csv", .line = 2, .column = 7},
                              .happened = {.text = line->happened, .origin = "log.csv", .line = 3, .column = 5}};
}

static salvo_status find(salvo_luck *luck, salvo_question *questions, salvo_luck_entry *entries, const logged *lines,
                         size_t n, const salvo_approach *how, salvo_error *err)
{
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(salvo_dice_ask(&questions[i], lines[i].expression, err), SALVO_OK);
        entries[i] = entry_of(&questions[i], &lines[i]);
    }
    return salvo_luck_find(luck, entries, n, how, err);
}

static void let_go(salvo_luck *luck, salvo_question *questions, size_t n)
{
    salvo_luck_free(luck);
    for (size_t i = 0; i < n; i++)
        salvo_question_free(&questions[i]);
}

/* Adds P of every sequence of the tries that are left to the number of its successes. */
static void add_sequences(const logged *lines, size_t n, int done, int successes, double p, double *probability)
{
    if (n == 0) {
        probability[successes] += p;
        return;
    }
    if (done == lines->tries) {
        add_sequences(lines + 1, n - 1, 0, successes, p, probability);
        return;
    }
    add_sequences(lines, n, done + 1, successes + 1, p * lines->chance, probability);
    add_sequences(lines, n, done + 1, successes, p * (1 - lines->chance), probability);
}

static const logged LOG[] = {
    {"2d6 >= 7", "1/4", 7 / 12.0, 1, 4},
    {"d6 >= 5", "3/5", 1 / 3.0, 3, 5},
    {"d20 = 20", "yes", 1 / 20.0, 1, 1},
    {"d10 <= 9", "5/6", 0.9, 5, 6},
};

static void assert_near(double found, double expected)
{
    if (fabs(found - expected) > 1e-13)
        fail_msg("%.17g, not %.17g", found, expected);
}

static void a_log_is_every_sequence(void **state)
{
    salvo_question questions[LINES_MAX];
    salvo_luck_entry entries[LINES_MAX];
    double probability[17] = {0}, fewer = 0, more = 0;
    salvo_luck luck;

    (void)state;
    assert_int_equal(find(&luck, questions, entries, LOG, LINES_MAX, &EXACTLY, NULL), SALVO_OK);
    add_sequences(LOG, LINES_MAX, 0, 0, 1, probability);
    assert_int_equal(luck.won, 10);
    assert_int_equal(luck.tries, 16);
    for (int k = 0; k <= 16; k++) {
        assert_near(luck.probability[k], probability[k]);
        fewer += k < 10 ? probability[k] : 0;
        more += k > 10 ? probability[k] : 0;
    }
    assert_near(luck.tails.at_most.value, fewer + probability[10]);
    assert_near(luck.tails.at_least.value, more + probability[10]);
    assert_near(luck.tails.percentile.value, fewer + probability[10] / 2);
    assert_true(luck.tails.at_most.low == luck.tails.at_most.value &&
                luck.tails.at_most.high == luck.tails.at_most.value);
    assert_near(luck.expected, 4 * 7 / 12.0 + 5 / 3.0 + 0.05 + 5.4);
    assert_false(luck.simulated);
    let_go(&luck, questions, LINES_MAX);
}

/* 1 of 4 at 7/12: at most 5^4 + 4 * 7 * 5^3 of 12^4. A 20 on a d20 is the rarest, at 1/20; of the others, how often is a
 * tail as small? 2d6: none of 4 (625/20736), not all of 4 (0.116); d6: 4 or 5 of 5 (11/243); d10: 0 to 4 of 6 (0.114, too
 * much) to 3 or fewer. */
static void many_lines_are_counted(void **state)
{
    salvo_question questions[LINES_MAX];
    salvo_luck_entry entries[LINES_MAX];
    salvo_luck luck;
    const double q = 0.1,
                 three_or_fewer = pow(q, 6) + 6 * pow(q, 5) * 0.9 + 15 * pow(q, 4) * 0.81 + 20 * pow(q, 3) * 0.729;

    (void)state;
    assert_int_equal(find(&luck, questions, entries, LOG, LINES_MAX, &EXACTLY, NULL), SALVO_OK);
    assert_near(luck.lines[0].tails.at_most.value, (625 + 4 * 7 * 125) / 20736.0);
    assert_int_equal(luck.extreme, 2);
    assert_near(luck.extreme_chance, 0.05);
    assert_near(luck.any_as_extreme, 1 - (1 - 625 / 20736.0) * (1 - 11 / 243.0) * (1 - 0.05) * (1 - three_or_fewer));
    let_go(&luck, questions, LINES_MAX);
}

/* Every simulated chance is a little off, and its interval says by how much. */
static void simulated_chances_have_intervals(void **state)
{
    const salvo_approach by_dice = {.method = SALVO_MONTE_CARLO, .plan = {.seed = 1, .trials = 50000}};
    salvo_question questions[LINES_MAX], again[LINES_MAX];
    salvo_luck_entry entries[LINES_MAX];
    salvo_luck exact, luck;

    (void)state;
    assert_int_equal(find(&exact, questions, entries, LOG, LINES_MAX, &EXACTLY, NULL), SALVO_OK);
    assert_int_equal(find(&luck, again, entries, LOG, LINES_MAX, &by_dice, NULL), SALVO_OK);
    assert_true(luck.simulated);
    assert_true(luck.tails.at_most.low < exact.tails.at_most.value &&
                exact.tails.at_most.value < luck.tails.at_most.high);
    assert_true(luck.tails.at_least.low < exact.tails.at_least.value &&
                exact.tails.at_least.value < luck.tails.at_least.high);
    assert_true(luck.tails.percentile.low < luck.tails.percentile.value &&
                luck.tails.percentile.value < luck.tails.percentile.high);
    let_go(&exact, questions, LINES_MAX);
    let_go(&luck, again, LINES_MAX);
}

static const struct refused_case {
    logged line;
    int at_line; /* 3: what happened; 2: success */
    const char *says;
} REFUSED[] = {
    {{"2d6 >= 7", "6/5", 0, 0, 0}, 3, "more successes than tries"},
    {{"2d6 >= 7", "0/0", 0, 0, 0}, 3, "is not a result"},
    {{"2d6 >= 7", "maybe", 0, 0, 0}, 3, "possible here are yes and no"},
    {{"2d6 >= 7", "1.5/2", 0, 0, 0}, 3, "is not a result"},
    {{"2d6 >= 13", "1/5", 0, 0, 0}, 3, "yes never occurs"},
    {{"2d6 >= 2", "4/5", 0, 0, 0}, 3, "yes always occurs"},
    {{"2d6 >= 2", "no", 0, 0, 0}, 3, "is not a result"},
    {{"2d6", "1/5", 0, 0, 0}, 0, NULL}, /* any procedure may name a word that cannot come: the chance is 0 */
    {{"2d6 >= 7", "1/20001", 0, 0, 0}, 3, "20000 tries"},
};

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        salvo_question question;
        salvo_luck_entry entry;
        salvo_luck luck;
        salvo_error err;

        assert_int_equal(find(&luck, &question, &entry, &REFUSED[i].line, 1, &EXACTLY, &err), SALVO_BAD_INPUT);
        assert_null(luck.memory);
        assert_string_equal(err.path, "log.csv");
        if (REFUSED[i].says && (err.line != REFUSED[i].at_line || !strstr(err.text, REFUSED[i].says)))
            fail_msg("%s: line %d, %s", REFUSED[i].line.happened, err.line, err.text);
        salvo_question_free(&question);
    }
}

static void unknown_successes_are_refused(void **state)
{
    const logged line = {"2d6 >= 7", "1/5", 0, 0, 0};
    salvo_question question;
    salvo_luck_entry entry;
    salvo_luck luck;
    salvo_error err;

    (void)state;
    assert_int_equal(salvo_dice_ask(&question, line.expression, NULL), SALVO_OK);
    entry = entry_of(&question, &line);
    entry.success.text = "yes|sometimes";
    assert_int_equal(salvo_luck_find(&luck, &entry, 1, &EXACTLY, &err), SALVO_BAD_INPUT);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 7);
    assert_non_null(strstr(err.text, "no outcome 'sometimes'"));
    salvo_question_free(&question);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_is_every_sequence),          cmocka_unit_test(many_lines_are_counted),
        cmocka_unit_test(simulated_chances_have_intervals), cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(unknown_successes_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
