/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 32, TEXT_MAX = 2048 };

static salvo_rulebook the_book;

const salvo_rulebook *mad(void)
{
    return &the_book;
}

/* Cuts `text` at blanks; the words point into `buffer`. */
static size_t cut(const char *text, char buffer[TEXT_MAX], const char *words[WORDS_MAX])
{
    size_t n = 0;

    assert_true(strlen(text) < TEXT_MAX);
    snprintf(buffer, TEXT_MAX, "%s", text);
    for (char *word = strtok(buffer, " "); word; word = strtok(NULL, " ")) {
        assert_true(n < WORDS_MAX);
        words[n++] = word;
    }
    return n;
}

void book_open(salvo_rulebook *book, const char *ruleset, const char *settings)
{
    const char *data = getenv("SALVO_DATA"), *words[WORDS_MAX];
    char directory[TEXT_MAX], buffer[TEXT_MAX];
    size_t n = cut(settings, buffer, words);
    salvo_error err = {0};

    if (!data)
        fail_msg("SALVO_DATA must name the folder that holds the rulesets' folders");
    snprintf(directory, sizeof directory, "%s/%s", data, ruleset);
    if (salvo_rulebook_open(book, NULL, directory, words, n, &err) != SALVO_OK)
        fail_msg("%s: %s", directory, err.text);
}

void book_of_procedure(salvo_rulebook *book, const char *procedure)
{
    char ruleset[64];

    assert_true(strcspn(procedure, ".") < sizeof ruleset);
    snprintf(ruleset, strcspn(procedure, ".") + 1, "%s", procedure);
    book_open(book, ruleset, "");
}

int mad_open(void **state)
{
    (void)state;
    book_open(&the_book, "mad", "");
    return 0;
}

/* The other rulesets' books, by place in SALVO_BOOKS; opened when they are first asked for. */
enum { BOOKS_MAX = 16 };
static salvo_rulebook books[BOOKS_MAX];

int mad_close(void **state)
{
    (void)state;
    salvo_rulebook_close(&the_book);
    for (size_t i = 0; i < BOOKS_MAX; i++)
        salvo_rulebook_close(&books[i]);
    return 0;
}

const salvo_rulebook *book_of(const char *procedure)
{
    for (size_t i = 0; i < SALVO_N_BOOKS && i < BOOKS_MAX; i++) {
        const char *id = SALVO_BOOKS[i];

        if (strncmp(procedure, id, strlen(id)) != 0 || procedure[strlen(id)] != '.')
            continue;
        if (!books[i].ruleset)
            book_open(&books[i], id, "");
        return &books[i];
    }
    fail_msg("no ruleset has '%s'", procedure);
    return NULL;
}

size_t part_of_tests(struct CMUnitTest *tests, size_t n)
{
    const char *part = getenv("SALVO_PART");
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (!part || (i % 2 == 0) == (strcmp(part, "1") == 0))
            tests[kept++] = tests[i];
    return kept;
}

struct CMUnitTest row_test(const char *name, CMUnitTestFunction function, const void *row)
{
    return (struct CMUnitTest){.name = name, .test_func = function, .initial_state = (void *)row};
}

static salvo_status put_question(salvo_question *question, const salvo_rulebook *book, const char *procedure,
                                 const char *text, salvo_error *err)
{
    const salvo_procedure *found;
    const char *words[WORDS_MAX];
    char buffer[TEXT_MAX];
    size_t n = cut(text, buffer, words);
    salvo_status status = salvo_procedure_find(book->ruleset, procedure, &found, err);

    return status == SALVO_OK ? salvo_question_ask(question, book, found, words, n, err) : status;
}

void ask_at(answer *to, const salvo_rulebook *book, const char *procedure, const char *words, const char *file,
            int line)
{
    salvo_error err = {0};
    salvo_status status;

    memset(to, 0, sizeof *to);
    snprintf(to->words, sizeof to->words, "%s %s", procedure, words);
    status = put_question(&to->question, book, procedure, words, &err);
    if (status == SALVO_OK)
        status = salvo_odds_solve(&to->odds, &to->question, NULL, &err);
    if (status == SALVO_OK)
        return;
    print_error("%s\n    failed with status %d: %s\n", to->words, status, err.text);
    _fail(file, line);
}

bool ask_within(answer *to, const salvo_rulebook *book, const char *procedure, const char *words, uint64_t effort)
{
    const salvo_odds_options options = {.effort = effort};
    salvo_error err = {0};
    salvo_status status;

    memset(to, 0, sizeof *to);
    snprintf(to->words, sizeof to->words, "%s %s", procedure, words);
    status = put_question(&to->question, book, procedure, words, &err);
    assert_int_equal(status, SALVO_OK);
    status = salvo_odds_solve(&to->odds, &to->question, &options, &err);
    if (status != SALVO_OK && status != SALVO_TOO_LARGE)
        fail_msg("%s: %s", to->words, err.text);
    return status == SALVO_OK;
}

void solve_at(answer *to, const salvo_question *question, const char *file, int line)
{
    salvo_error err = {0};

    memset(to, 0, sizeof *to);
    snprintf(to->words, sizeof to->words, "%s", question->procedure->schema.name);
    if (salvo_odds_solve(&to->odds, question, NULL, &err) == SALVO_OK)
        return;
    print_error("%s\n    failed: %s\n", to->words, err.text);
    _fail(file, line);
}

void answer_free(answer *from)
{
    salvo_odds_free(&from->odds);
    salvo_question_free(&from->question);
}

void assert_refused_at(const salvo_rulebook *book, const char *procedure, const char *words, const char *reason,
                       const char *file, int line)
{
    salvo_error err = {0};
    salvo_question question;
    salvo_status status = put_question(&question, book, procedure, words, &err);

    if (status == SALVO_OK)
        salvo_question_free(&question);
    if (status == SALVO_BAD_INPUT && strstr(err.text, reason))
        return;
    print_error("%s %s\n    should be refused because of '%s', but has status %d: %s\n", procedure, words, reason,
                status, err.text);
    _fail(file, line);
}

static const salvo_number NOUGHT = {.value = 0, .exact = "0"};

const salvo_number *probability_of(const answer *from, const char *label)
{
    for (size_t i = 0; i < from->odds.n_outcomes; i++)
        if (strcmp(from->odds.outcomes[i].label, label) == 0)
            return &from->odds.outcomes[i].probability;
    return &NOUGHT;
}

const salvo_number *mean_of(const answer *from, const char *name)
{
    for (size_t i = 0; i < from->odds.n_means; i++)
        if (strcmp(from->odds.means[i].name, name) == 0)
            return &from->odds.means[i].mean;
    return NULL;
}

static bool is_even(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits % 2 == 0;
}

/* |fraction - value| */
static void distance(mpq_ptr to, mpq_srcptr fraction, double value)
{
    mpq_set_d(to, value);
    mpq_sub(to, to, fraction);
    mpq_abs(to, to);
}

bool is_nearest(mpq_srcptr fraction, double value)
{
    const double neighbours[] = {nextafter(value, -INFINITY), nextafter(value, INFINITY)};
    mpq_t off, other;
    bool nearest = isfinite(value);

    mpq_inits(off, other, NULL);
    for (size_t i = 0; i < COUNT_OF(neighbours) && nearest; i++) {
        distance(off, fraction, value);
        distance(other, fraction, neighbours[i]);
        nearest = mpq_cmp(off, other) < 0 || (mpq_equal(off, other) && is_even(value));
    }
    mpq_clears(off, other, NULL);
    return nearest;
}

static bool is_fraction(const salvo_number *number, mpq_srcptr expected)
{
    mpq_t given;
    bool same = true;

    if (number->exact) {
        mpq_init(given);
        same = mpq_set_str(given, number->exact, 10) == 0 && mpq_equal(given, expected);
        mpq_clear(given);
    }
    return same && is_nearest(expected, number->value);
}

static void fail_at(const answer *from, const char *what, const salvo_number *number, const char *expected,
                    const char *file, int line)
{
    print_error("%s\n    %s is %s (%.17g)\n    and should be %s\n", from->words, what,
                number && number->exact ? number->exact : "not a fraction", number ? number->value : NAN, expected);
    _fail(file, line);
}

void assert_number_at(const answer *from, const char *what, const salvo_number *number, mpq_srcptr expected,
                      const char *file, int line)
{
    char *text;

    if (number && from->odds.arithmetic == SALVO_RATIONAL && is_fraction(number, expected))
        return;
    text = mpq_get_str(NULL, 10, expected);
    fail_at(from, what, number, text, file, line);
    free(text);
}

void take_fraction_at(mpq_ptr to, const answer *from, const salvo_number *number, const char *file, int line)
{
    if (!number || !number->exact || mpq_set_str(to, number->exact, 10) != 0)
        fail_at(from, "the number", number, "a fraction", file, line);
}

static void set_whole(mpz_ptr to, int64_t whole)
{
    const uint64_t size = whole < 0 ? -(uint64_t)whole : (uint64_t)whole;

    mpz_import(to, 1, 1, sizeof size, 0, 0, &size);
    if (whole < 0)
        mpz_neg(to, to);
}

int compare_numbers(const answer *of_a, const salvo_number *a, const answer *of_b, const salvo_number *b)
{
    mpq_t x, y;
    int sign;

    mpq_inits(x, y, NULL);
    take_fraction(x, of_a, a);
    take_fraction(y, of_b, b);
    sign = mpq_cmp(x, y);
    mpq_clears(x, y, NULL);
    return sign;
}

void set_fraction(mpq_ptr to, int64_t over, int64_t under)
{
    set_whole(mpq_numref(to), over);
    set_whole(mpq_denref(to), under);
    mpq_canonicalize(to);
}

/* One "name=fraction" of a list. */
static void assert_entry(const answer *from, char *entry, bool is_mean, const char *file, int line)
{
    char *fraction = strchr(entry, '=');
    const salvo_number *number;
    mpq_t expected;

    assert_non_null(fraction);
    *fraction++ = '\0';
    number = is_mean ? mean_of(from, entry) : probability_of(from, entry);
    mpq_init(expected);
    assert_int_equal(mpq_set_str(expected, fraction, 10), 0);
    mpq_canonicalize(expected);
    assert_number_at(from, entry, number, expected, file, line);
    mpq_clear(expected);
}

/* Whether `name` is one of the names of the list. */
static bool has_entry(const char *list, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = list; (at = strstr(at, name)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && at[length] == '=')
            return true;
    return false;
}

static void assert_list(const answer *from, const char *list, bool are_means, const char *file, int line)
{
    const char *entries[WORDS_MAX];
    char buffer[TEXT_MAX];
    size_t n = cut(list, buffer, entries);

    for (size_t i = 0; i < n; i++)
        assert_entry(from, buffer + (entries[i] - buffer), are_means, file, line);
}

void assert_answer_at(const answer *from, const char *outcomes, const char *means, const char *file, int line)
{
    for (size_t i = 0; i < from->odds.n_outcomes && outcomes; i++)
        if (!has_entry(outcomes, from->odds.outcomes[i].label))
            fail_at(from, from->odds.outcomes[i].label, &from->odds.outcomes[i].probability, "0", file, line);
    for (size_t i = 0; i < from->odds.n_means && means; i++)
        if (!has_entry(means, from->odds.means[i].name))
            fail_at(from, from->odds.means[i].name, &from->odds.means[i].mean, "left out", file, line);
    if (outcomes)
        assert_list(from, outcomes, false, file, line);
    if (means)
        assert_list(from, means, true, file, line);
}
