/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rulebook's own tests: a line for each number that its author knows. */
#ifndef SALVO_CHECKS_TESTS_H
#define SALVO_CHECKS_TESTS_H

#include <salvo/rules.h>

/* Asks every question of the file. It has three columns: "question" (words as after salvo odds, or duel A B ...),
 * "what" (an outcome or an expectation) and "expected". The last is a fraction, a rounded decimal number, or either
 * with a tolerance: 0.25±0.01. *n is the number of questions. Fails with the first test that does not hold, and the
 * number of the others. */
salvo_status tests_run(const salvo_rulebook *book, const char *path, size_t *n, salvo_error *err);

#endif
