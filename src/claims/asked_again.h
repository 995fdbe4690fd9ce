/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question asked again with one thing changed, for comparison with its answer: in little time, as an answer may ask some
 * dozens of them. */
#ifndef SALVO_CLAIMS_ASKED_AGAIN_H
#define SALVO_CLAIMS_ASKED_AGAIN_H

#include <salvo/simulate.h>

/* How a battle is fought again; a question is solved with its options. */
extern const salvo_approach ASKED_AGAIN;

/* A chance above is a certainty with the errors of doubles. */
extern const double SURELY;

/* Solves the question with the parameter at `at` changed to `value`, or to its default (NULL). False, and nothing to free,
 * where there is no answer. */
bool ask_again(salvo_odds *odds, const salvo_question *q, int at, const char *value, salvo_arena *memory);

/* How likely the outcome is then; NAN where there is no answer. */
double chance_again(const salvo_question *q, int at, const char *value, const char *outcome, salvo_arena *memory);

/* The exact value of a figure where there is one. */
double value_again(const salvo_answer *answer, const salvo_figure *figure);

#endif
