/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of the intervals that a user is shown: part of the program `coverage`. */
#ifndef SALVO_TESTS_COVERAGE_ANSWERS_H
#define SALVO_TESTS_COVERAGE_ANSWERS_H

/* So many runs of each line. */
void coverage_answers(int runs);

#endif
