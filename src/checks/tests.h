/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rulebook's own tests: a line for each number that its author knows. */
#ifndef SALVO_CHECKS_TESTS_H
#define SALVO_CHECKS_TESTS_H

#include <salvo/rules.h>

/* Asks every question of the file, which has the columns "question" (words as behind salvo odds, or duel A B ...), "what"
 * (an outcome or an expectation) and "expected" (a fraction, a decimal number as it is rounded, or either with a
 * tolerance: 0.25±0.01). *n is how many there are. Fails with the first that does not hold, and how many others do not. */
salvo_status tests_run(const salvo_rulebook *book, const char *path, size_t *n, salvo_error *err);

#endif
