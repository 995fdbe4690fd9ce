/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of rules that a game with lost charts needs (tests/lua/charts), with answers worked out by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <salvo/fight.h>

#include "support.h"

static salvo_rulebook charts;

static int open_charts(void **state)
{
    char path[512];
    salvo_error err = {.text = ""};

    (void)state;
    snprintf(path, sizeof path, "%s/lua/charts", getenv("SALVO_TESTS"));
    if (salvo_rulebook_open(&charts, NULL, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s:%d:%d: %s", err.path, err.line, err.column, err.text);
    return 0;
}

static int close_charts(void **state)
{
    (void)state;
    salvo_rulebook_close(&charts);
    return 0;
}

/* A name before a number is one outcome for each number; whole names come before it. What `prepare` has made can be
 * gains. */
static void marks_have_numbers(void **state)
{
    answer is;

    (void)state;
    ask(&is, &charts, "charts.marks", "");
    assert_answer(&is, "miss=1/3 d0=1/6 d1=1/6 p12=1/6 d-none=1/6", "kills=1/2");
    answer_free(&is);
}

/* A user's own file of records. */

static char own[] = "/tmp/salvo-records-XXXXXX";

static const char *own_words(const char *text, const char *more)
{
    static char words[128];
    FILE *file = fopen(own, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(words, sizeof words, "data=%s %s", own, more);
    return words;
}

static void assert_fault_at(const char *words, int line, int column, const char *message)
{
    const salvo_procedure *p;
    salvo_question q;
    salvo_error err = {.text = ""};
    char copy[128], *second;
    const char *list[2] = {copy, NULL};

    assert_int_equal(salvo_procedure_find(charts.ruleset, "charts.chart", &p, NULL), SALVO_OK);
    snprintf(copy, sizeof copy, "%s", words);
    second = strchr(copy, ' ');
    *second = '\0';
    list[1] = second + 1;
    assert_int_not_equal(salvo_question_ask(&q, &charts, p, list, 2, &err), SALVO_OK);
    assert_string_equal(err.text, message);
    assert_int_equal(err.line, line);
    assert_int_equal(err.column, column);
}

/* The records are those of the book, or of a file that the question names. A file that has changed is another one. */
static void records_are_of_a_file(void **state)
{
    const int file = mkstemp(own);
    answer is;

    (void)state;
    assert_true(file >= 0);
    close(file);
    ask(&is, &charts, "charts.chart", "place=far");
    assert_answer(&is, "0=2/3 1=1/3", "");
    answer_free(&is);
    assert_refused(&charts, "charts.chart", "place=near", "the cell 2 is lost");
    ask(&is, &charts, "charts.chart", "data=guessed cover=WOODS");
    assert_answer(&is, "0=2/3 1=1/3", "");
    answer_free(&is);
    ask(&is, &charts, "charts.chart", own_words("chart near 2 2 0\ncover open 0\n", "place=near"));
    assert_answer(&is, "0=1/3 2=2/3", "");
    assert_string_equal(salvo_question_remark(&is.question), "your own chart");
    answer_free(&is);
    ask(&is, &charts, "charts.chart", own_words("chart near 1 1 1\ncover open 0\n", "place=near"));
    assert_answer(&is, "1=1", "");
    answer_free(&is);
    assert_fault_at(own_words("# mine\nchart near 1 x 1\ncover open 0\n", "place=near"), 2, 14, "no number 2 of chart");
    assert_fault_at(own_words("chart near 1 1\n", "place=near"), 1, 14, "no number 3 of chart");
    assert_fault_at(own_words("cover open 0\ncover open 1\n", "place=near"), 2, 1,
                    "the record 'cover open' is already in line 1; records must be unique");
    assert_fault_at("data=/nowhere place=near", 0, 0,
                    "cannot be opened: No such file or directory; data must be printed, guessed or the path of a file");
    assert_int_equal(salvo_rulebook_fault(&charts, NULL), SALVO_OK);
    unlink(own);
}

/* Its unit has a name of its own, and its field has brackets and a remark. */
static void battles_have_words_of_their_own(void **state)
{
    static const char *const WORDS[] = {"data=guessed", "step=3"};
    const salvo_battle_adapter *adapter = charts.ruleset->battle;
    static const char *const RIFLES[] = {"squad=rifles"};
    salvo_question field, rifles;
    double upto[SALVO_BRACKETS_MAX];

    (void)state;
    assert_string_equal(adapter->element->parameters[0].key, "squad");
    assert_null(adapter->price);
    assert_int_equal(salvo_schema_ask(&field, &charts, adapter->field, WORDS, 2, NULL), SALVO_OK);
    assert_int_equal(salvo_schema_ask(&rifles, &charts, adapter->element, RIFLES, 1, NULL), SALVO_OK);
    assert_string_equal(adapter->remark(field.situation, rifles.situation, 2, 3), "a guess of 2");
    assert_int_equal(adapter->brackets(field.situation, rifles.situation, upto), 2);
    assert_true(upto[0] == 3 && upto[1] == 6);
    salvo_question_free(&rifles);
    salvo_question_free(&field);
}

/* The parameter that it leaves out keeps its default. */
static void duels_have_words_of_their_own(void **state)
{
    const salvo_duel_adapter *duel = charts.ruleset->duel;
    const salvo_procedure *p;
    answer is;

    (void)state;
    assert_int_equal(salvo_procedure_find(charts.ruleset, "charts.duel", &p, NULL), SALVO_OK);
    assert_string_equal(p->outcomes[2], "nobody-wins");
    assert_string_equal(duel->turns, "rounds");
    assert_string_equal(duel->counts, "rounds");
    assert_string_equal(duel->mutual, "");
    ask(&is, &charts, "charts.duel", "");
    assert_answer(&is, "a-wins=2169122569/8206551288 b-wins=6037428719/8206551288", "rounds=2223881291/759865860");
    answer_free(&is);
    ask(&is, &charts, "charts.duel", "rounds=3 data=guessed");
    assert_string_equal(salvo_question_remark(&is.question), "a guess of 1");
    answer_free(&is);
    ask(&is, &charts, "charts.duel", "rounds=3");
    assert_null(salvo_question_remark(&is.question));
    assert_answer(&is, "a-wins=1743575/12754584 b-wins=65621581/114791256 undecided=8369375/28697814", "");
    answer_free(&is);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_have_numbers),
        cmocka_unit_test(records_are_of_a_file),
        cmocka_unit_test(battles_have_words_of_their_own),
        cmocka_unit_test(duels_have_words_of_their_own),
    };

    return cmocka_run_group_tests(tests, open_charts, close_charts);
}
