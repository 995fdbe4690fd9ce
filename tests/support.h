/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests of rules share: the M.A.D. book, a question asked in words, and an answer compared as fractions.
 *
 * A custom assert takes the file and line of whoever uses it and prints the question, so that a failure points at the
 * case. Every compared fraction also has its double checked: it must be the nearest there is. */
#ifndef SALVO_TESTS_SUPPORT_H
#define SALVO_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gmp.h>

#include <salvo/fight.h>
#include <salvo/odds.h>
#include <salvo/rules.h>

#include "sanitised.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* A word of a question. */
static inline const char *yes(bool flag)
{
    return flag ? "yes" : "no";
}

/* The book. */

/* Fixtures of a group: M.A.D. is opened once, with the data of the checkout. */
int mad_open(void **state);
int mad_close(void **state);
const salvo_rulebook *mad(void);

/* The book that the procedure is in; mad_close closes it. */
const salvo_rulebook *book_of(const char *procedure);

/* Any ruleset's book, after settings separated by blanks ("weapons.cannon-b.damage=36"). The caller closes it. */
/* Whoever has no policy fires, and acts, in the order of the list; not for books in which a card says who acts. */
static inline void plan_in_order(salvo_battle_plan *plan)
{
    for (int side = 0; side < 2; side++) {
        if (plan->army[side].targets == SALVO_USUAL)
            plan->army[side].targets = SALVO_IN_ORDER;
        if (plan->army[side].acts == SALVO_ACTS_USUAL)
            plan->army[side].acts = SALVO_ACTS_IN_ORDER;
    }
}

void book_open(salvo_rulebook *book, const char *ruleset, const char *settings);

/* The one book that a file is about, with the fixtures of its group: open_book and close_book. */
#define OWN_BOOK(book, ruleset)         \
    static salvo_rulebook book;         \
                                        \
    static int open_book(void **state)  \
    {                                   \
        (void)state;                    \
        book_open(&book, ruleset, "");  \
        return 0;                       \
    }                                   \
                                        \
    static int close_book(void **state) \
    {                                   \
        (void)state;                    \
        salvo_rulebook_close(&book);    \
        return 0;                       \
    }

/* The book that the procedure ("mad.direct-fire") is of. The caller closes it. */
void book_of_procedure(salvo_rulebook *book, const char *procedure);

/* A row of a table as a test of its own: `function` gets the row as its *state. */
struct CMUnitTest row_test(const char *name, CMUnitTestFunction function, const void *row);

/* Keeps every second of the tests, for ctest to run the two halves of a long one side by side: the odd ones if SALVO_PART is
 * "1", the even ones if it is "2", else all. How many are kept. */
size_t part_of_tests(struct CMUnitTest *tests, size_t n);

/* Questions. */

typedef struct answer {
    salvo_question question;
    salvo_odds odds;
    char words[512]; /* what was asked, for messages */
} answer;

/* Asks the procedure with `words`, separated by blanks, and solves; the test fails when either does. */
#define ask(answer, book, procedure, words) ask_at(answer, book, procedure, words, __FILE__, __LINE__)
void ask_at(answer *to, const salvo_rulebook *book, const char *procedure, const char *words, const char *file,
            int line);
void answer_free(answer *from);

/* Asks the question, and returns whether its exact answer takes no more than this effort; otherwise there are no odds. */
bool ask_within(answer *to, const salvo_rulebook *book, const char *procedure, const char *words, uint64_t effort);

/* Solves a question that the test has made itself. */
#define solve(answer, question) solve_at(answer, question, __FILE__, __LINE__)
void solve_at(answer *to, const salvo_question *question, const char *file, int line);

/* The question is bad input, and the message has `reason` in it. */
#define assert_refused(book, procedure, words, reason) \
    assert_refused_at(book, procedure, words, reason, __FILE__, __LINE__)
void assert_refused_at(const salvo_rulebook *book, const char *procedure, const char *words, const char *reason,
                       const char *file, int line);

/* Exact answers. */

/* The outcome's probability; 0 when the answer has no such outcome. NULL when the mean is left out. */
const salvo_number *probability_of(const answer *from, const char *label);
const salvo_number *mean_of(const answer *from, const char *name);

/* `outcomes` lists every outcome that can come ("miss=3/4 single=1/4"), `means` every mean ("damage=77/25", "" for
 * none); NULL: not compared. Impossible outcomes may be listed with 0. */
#define assert_answer(answer, outcomes, means) assert_answer_at(answer, outcomes, means, __FILE__, __LINE__)
void assert_answer_at(const answer *from, const char *outcomes, const char *means, const char *file, int line);

/* The number is exactly the fraction. A fraction too long to be printed is compared by its nearest double. */
#define assert_probability(answer, label, fraction) \
    assert_number_at(answer, label, probability_of(answer, label), fraction, __FILE__, __LINE__)
#define assert_mean(answer, name, fraction) \
    assert_number_at(answer, name, mean_of(answer, name), fraction, __FILE__, __LINE__)
void assert_number_at(const answer *from, const char *what, const salvo_number *number, mpq_srcptr expected,
                      const char *file, int line);

/* The fraction that the number is; the test fails when it has none. */
#define take_fraction(to, answer, number) take_fraction_at(to, answer, number, __FILE__, __LINE__)
void take_fraction_at(mpq_ptr to, const answer *from, const salvo_number *number, const char *file, int line);

/* a - b, its sign. */
int compare_numbers(const answer *of_a, const salvo_number *a, const answer *of_b, const salvo_number *b);

/* to = over / under. GMP's own mpq_set_si takes a long, which has 32 bits on some machines. */
void set_fraction(mpq_ptr to, int64_t over, int64_t under);

/* `value` is the double nearest to the fraction, the even one of two equally near. */
bool is_nearest(mpq_srcptr fraction, double value);

#endif
