/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers that rules in Lua share because they have read the same, against every answer evaluated by itself
 * (SALVO_RULES_MEMO=off). The rulebook tricks looks at its arguments in every way that Lua allows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <salvo/odds.h>

#include "support.h"

/* The rulebook with the memo, and without. */
static salvo_rulebook with, without;

static void open_tricks(salvo_rulebook *book)
{
    char path[512];
    salvo_error err = {.text = ""};

    snprintf(path, sizeof path, "%s/lua/tricks", getenv("SALVO_TESTS"));
    if (salvo_rulebook_open(book, NULL, path, NULL, 0, &err) != SALVO_OK)
        fail_msg("%s:%d: %s", err.path, err.line, err.text);
}

static int open_both(void **state)
{
    (void)state;
    open_tricks(&with);
    setenv("SALVO_RULES_MEMO", "off", 1);
    open_tricks(&without);
    unsetenv("SALVO_RULES_MEMO");
    return 0;
}

static int close_both(void **state)
{
    (void)state;
    salvo_rulebook_close(&with);
    salvo_rulebook_close(&without);
    return 0;
}

static const char *const UNITS[] = {"alpha", "beta", "gamma", "delta", "epsilon"};
enum { N_UNITS = COUNT_OF(UNITS) };

/* Options of an element, which are also those of a procedure. */
static const char *const OPTIONS[][2] = {
    {"load=1"},          {"load=3"},           {"stance=high"}, {"stance=high", "load=4"},
    {"crew=beta, beta"}, {"crew=gamma, beta"}, {"rank=2"},      {"rank=0", "load=2"},
    {"mate=beta"},       {"mate=gamma"}};
enum { N_OPTIONS = COUNT_OF(OPTIONS) };

/* Of the pairs of elements and of the questions about rolls. It shares no factor with their number. */
enum { STEP = IS_SANITISED ? 13 : 3 };

/* The tricks, as the rulebook lists them. */
static const char *const *tricks(void)
{
    const salvo_schema *field = with.ruleset->battle->field;

    return field->parameters[salvo_parameter_find(field, "trick")].choices;
}

static bool is_forgetful(const char *trick)
{
    return strcmp(trick, "forgetful") == 0;
}

/* Fire. */

typedef struct shots {
    salvo_question field, elements[N_UNITS * N_OPTIONS];
} shots;

static void ask_schema(salvo_question *q, const salvo_rulebook *book, const salvo_schema *schema,
                       const char *const *words, size_t n)
{
    salvo_error err = {.text = ""};

    if (salvo_schema_ask(q, book, schema, words, n, &err) != SALVO_OK)
        fail_msg("%s", err.text);
}

static void enlist(shots *s, const salvo_rulebook *book, const char *trick)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;
    char word[64];

    snprintf(word, sizeof word, "trick=%s", trick);
    ask_schema(&s->field, book, adapter->field, (const char *const[]){word}, 1);
    for (size_t i = 0; i < N_UNITS * N_OPTIONS; i++) {
        const char *const *options = OPTIONS[i % N_OPTIONS];
        const char *words[3] = {word, options[0], options[1]};

        snprintf(word, sizeof word, "unit=%s", UNITS[i / N_OPTIONS]);
        ask_schema(&s->elements[i], book, adapter->element, words, options[1] ? 3 : 2);
    }
}

static void dismiss(shots *s)
{
    salvo_question_free(&s->field);
    for (size_t i = 0; i < N_UNITS * N_OPTIONS; i++)
        salvo_question_free(&s->elements[i]);
}

/* The number of throws is what the trick has found. */
static int throws_of(const salvo_rulebook *book, const shots *s, size_t by, size_t at, const salvo_circumstances *now)
{
    const salvo_battle_adapter *adapter = book->ruleset->battle;
    _Alignas(16) char fire[256] = {0};

    assert_true(adapter->fire_size <= sizeof fire);
    adapter->aim(s->field.situation, s->elements[by].situation, s->elements[at].situation, now, fire);
    return adapter->throws(fire);
}

/* All pairs of elements, at two ranges and in motion, two rounds: the second one finds what the first one kept. */
static void aims_are_equal(const char *trick)
{
    static const salvo_circumstances CONDITIONS[] = {
        {.range = 100}, {.range = 400, .side = 1}, {.range = 100, .moving = true}};
    shots kept, asked;

    enlist(&kept, &with, trick);
    enlist(&asked, &without, trick);
    for (size_t i = 0; i < 2 * N_UNITS * N_OPTIONS * N_UNITS * N_OPTIONS; i += STEP) {
        const size_t by = i / (N_UNITS * N_OPTIONS) % (N_UNITS * N_OPTIONS), at = i % (N_UNITS * N_OPTIONS);
        const salvo_circumstances *now = &CONDITIONS[i / 7 % COUNT_OF(CONDITIONS)];
        const int expected = throws_of(&without, &asked, by, at, now);

        if (throws_of(&with, &kept, by, at, now) != expected)
            fail_msg("%s: element %zu at element %zu is %d, not %d", trick, by, at,
                     throws_of(&with, &kept, by, at, now), expected);
    }
    dismiss(&kept);
    dismiss(&asked);
}

static void fire_is_the_same(void **state)
{
    (void)state;
    for (const char *const *trick = tricks(); *trick; trick++)
        if (!is_forgetful(*trick))
            aims_are_equal(*trick);
    assert_int_equal(salvo_rulebook_fault(&with, NULL), SALVO_OK);
    assert_int_equal(salvo_rulebook_fault(&without, NULL), SALVO_OK);
}

/* Whole questions. */

static double found_of(const salvo_question *q)
{
    salvo_odds odds;
    salvo_error err = {.text = ""};
    double found;

    if (salvo_odds_solve(&odds, q, NULL, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    found = salvo_odds_mean(&odds, "found");
    salvo_odds_free(&odds);
    return found;
}

static double ask_alone(const salvo_rulebook *book, const salvo_procedure *p, const char *const *words, size_t n)
{
    salvo_question q;
    salvo_error err = {.text = ""};
    double found;

    if (salvo_question_ask(&q, book, p, words, n, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    found = found_of(&q);
    salvo_question_free(&q);
    return found;
}

/* Counts the questions whose answer was known. */
static double ask_shared(const salvo_procedure *p, const char *const *words, size_t n, size_t *n_known)
{
    salvo_question q;
    salvo_error err = {.text = ""};
    const void *known;
    double found;

    if (salvo_question_ask_shared(&q, &with, p, words, n, &known, &err) != SALVO_OK)
        fail_msg("%s", err.text);
    if (known) {
        memcpy(&found, known, sizeof found);
        ++*n_known;
    } else {
        found = found_of(&q);
        salvo_question_keep(&q, &found, sizeof found);
    }
    salvo_question_free(&q);
    return found;
}

/* The words of the i-th question of a trick. */
typedef struct question_words {
    char unit[32], target[32], trick[64];
    const char *words[5];
    size_t n;
} question_words;

static void list_words(question_words *q, size_t i, const char *trick)
{
    const char *const *options = OPTIONS[i % N_OPTIONS];

    snprintf(q->unit, sizeof q->unit, "unit=%s", UNITS[i / N_OPTIONS % N_UNITS]);
    snprintf(q->target, sizeof q->target, "target=%s", UNITS[i / (N_OPTIONS * N_UNITS) % N_UNITS]);
    snprintf(q->trick, sizeof q->trick, "trick=%s", trick);
    q->words[0] = q->unit;
    q->words[1] = q->target;
    q->words[2] = q->trick;
    q->words[3] = options[0];
    q->words[4] = options[1];
    q->n = options[1] ? 5 : 4;
}

static void questions_are_the_same(const char *name, const char *trick)
{
    const salvo_procedure *kept, *asked;
    size_t n_known = 0;

    assert_int_equal(salvo_procedure_find(with.ruleset, name, &kept, NULL), SALVO_OK);
    assert_int_equal(salvo_procedure_find(without.ruleset, name, &asked, NULL), SALVO_OK);
    for (size_t i = 0; i < 2 * N_UNITS * N_UNITS * N_OPTIONS; i++) {
        question_words q;
        double expected;

        list_words(&q, i, trick);
        expected = ask_alone(&without, asked, q.words, q.n);
        if (ask_shared(kept, q.words, q.n, &n_known) != expected)
            fail_msg("%s of %s, %s: not %g", trick, q.unit, q.target, expected);
    }
    if (n_known < N_UNITS * N_UNITS * N_OPTIONS / 2) /* the second round, but for what is evaluated again */
        fail_msg("%s: only %zu answers were known", trick, n_known);
}

static void whole_questions_are_the_same(void **state)
{
    const char *const *last = tricks();

    (void)state;
    while (strcmp(*last, "object") != 0) /* those that only fire can play follow */
        last++;
    for (const char *const *trick = tricks(); trick < last; trick++) {
        questions_are_the_same("tricks.prepared", *trick);
        questions_are_the_same("tricks.late", *trick);
    }
    assert_int_equal(salvo_rulebook_fault(&with, NULL), SALVO_OK);
}

/* The results of a roll, which questions share that are asked one by one. */
static void rolls_are_the_same(void **state)
{
    const salvo_procedure *kept, *asked;
    const char *const *last = tricks();

    (void)state;
    assert_int_equal(salvo_procedure_find(with.ruleset, "tricks.thrown", &kept, NULL), SALVO_OK);
    assert_int_equal(salvo_procedure_find(without.ruleset, "tricks.thrown", &asked, NULL), SALVO_OK);
    while (strcmp(*last, "object") != 0)
        last++;
    for (const char *const *trick = tricks(); trick < last; trick++)
        for (size_t i = 0; i < N_UNITS * N_UNITS * N_OPTIONS; i += STEP) {
            question_words q;

            list_words(&q, i, *trick);
            if (ask_alone(&with, kept, q.words, q.n) != ask_alone(&without, asked, q.words, q.n))
                fail_msg("%s of %s, %s: not %g", *trick, q.unit, q.target, ask_alone(&without, asked, q.words, q.n));
        }
    assert_int_equal(salvo_rulebook_fault(&with, NULL), SALVO_OK);
}

/* What a chain's functions answer by the values of a state that they read: every way to look at a state and to change it.
 * A question has up to 20,000 states, which are found twice. */
static void states_are_the_same(void **state)
{
    const salvo_procedure *kept, *asked;
    const salvo_parameter *way;

    (void)state;
    assert_int_equal(salvo_procedure_find(with.ruleset, "tricks.states", &kept, NULL), SALVO_OK);
    assert_int_equal(salvo_procedure_find(without.ruleset, "tricks.states", &asked, NULL), SALVO_OK);
    way = &kept->schema.parameters[salvo_parameter_find(&kept->schema, "way")];
    for (const char *const *name = way->choices; *name; name++)
        for (size_t i = 0; i < N_UNITS; i += IS_SANITISED ? 4 : 1) {
            char unit[32], word[32];
            const char *const words[] = {unit, word};
            double expected;

            snprintf(unit, sizeof unit, "unit=%s", UNITS[i]);
            snprintf(word, sizeof word, "way=%s", *name);
            expected = ask_alone(&without, asked, words, 2);
            for (int again = 0; again < 2; again++)
                if (ask_alone(&with, kept, words, 2) != expected)
                    fail_msg("%s of %s: not %g", *name, UNITS[i], expected);
        }
    assert_int_equal(salvo_rulebook_fault(&with, NULL), SALVO_OK);
    assert_int_equal(salvo_rulebook_fault(&without, NULL), SALVO_OK);
}

/* Only questions that share results are compared, so this shows that they do. */
static void a_roll_that_keeps_something_is_found(void **state)
{
    const char *const words[] = {"unit=alpha", "target=beta", "trick=forgetful"};
    const salvo_procedure *p;
    salvo_rulebook book;
    salvo_error err = {.text = ""};

    (void)state;
    open_tricks(&book);
    assert_int_equal(salvo_procedure_find(book.ruleset, "tricks.thrown", &p, NULL), SALVO_OK);
    for (int i = 0; i < 1000 && salvo_rulebook_fault(&book, &err) == SALVO_OK; i++) {
        char rank[16];
        const char *const all[] = {words[0], words[1], words[2], rank};
        salvo_question q;
        salvo_odds odds;

        snprintf(rank, sizeof rank, "rank=%d", i % 5);
        assert_int_equal(salvo_question_ask(&q, &book, p, all, 4, NULL), SALVO_OK);
        if (salvo_odds_solve(&odds, &q, NULL, NULL) == SALVO_OK)
            salvo_odds_free(&odds);
        salvo_question_free(&q);
    }
    assert_non_null(strstr(err.text, "resolve does not give equal answers to equal questions"));
    salvo_rulebook_close(&book);
}

/* A rule that keeps something between two calls is a fault of the rulebook, with its place. */
static void a_rule_that_keeps_something_is_found(void **state)
{
    static const salvo_circumstances NOW = {.range = 100};
    salvo_rulebook book;
    salvo_error err = {.text = ""};
    shots s;

    (void)state;
    open_tricks(&book);
    enlist(&s, &book, "forgetful");
    for (size_t by = 0; by < N_UNITS * N_OPTIONS; by += N_OPTIONS)
        for (size_t at = 0; at < N_UNITS * N_OPTIONS; at += N_OPTIONS)
            throws_of(&book, &s, by, at, &NOW);
    assert_int_equal(salvo_rulebook_fault(&book, &err), SALVO_BAD_INPUT);
    assert_non_null(strstr(err.text, "aim does not give equal answers to equal questions"));
    assert_true(err.line > 0);
    dismiss(&s);
    salvo_rulebook_close(&book);
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(fire_is_the_same),
        cmocka_unit_test(whole_questions_are_the_same),
        cmocka_unit_test(rolls_are_the_same),
        cmocka_unit_test(states_are_the_same),
        cmocka_unit_test(a_roll_that_keeps_something_is_found),
        cmocka_unit_test(a_rule_that_keeps_something_is_found),
    };

    return cmocka_run_group_tests(TESTS, open_both, close_both);
}
