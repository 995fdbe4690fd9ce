/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of random words at growing lengths. Each number that comes out is, of perfectly random words, a draw from a
 * distribution that is known, so that p is uniform between 0 and 1; both ends of that distribution count. */
#ifndef SALVO_TESTS_WORD_TESTS_H
#define SALVO_TESTS_WORD_TESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "word_streams.h"

typedef struct word_tests word_tests;

/* NULL when memory is out. Only of one sequence of words: begin anew for the next. */
word_tests *word_tests_new(void);
void word_tests_free(word_tests *t);

/* The next WORD_ROOM words. */
void word_tests_add(word_tests *t, const uint32_t words[WORD_ROOM]);

/* Hands over each test's number for all words so far. `of` is a lag, a size or another parameter that the test has; p is
 * of both sides, twice the smaller tail; `below` tells which. A test that has not seen enough is left out. */
typedef void word_verdict(void *context, const char *test, unsigned of, double p, bool below);
void word_tests_report(const word_tests *t, word_verdict *verdict, void *context);

#endif
