/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks a question again with one thing changed, to compare the answers. It takes little time, because an answer may ask
 * some dozens of them. */
#ifndef SALVO_CLAIMS_ASKED_AGAIN_H
#define SALVO_CLAIMS_ASKED_AGAIN_H

#include <salvo/simulate.h>

/* How a battle is fought again; a question is solved with its options. */
extern const salvo_approach ASKED_AGAIN;

/* A chance above this is a certainty with the errors of doubles. */
extern const double SURELY;

/* Solves the question with the parameter at `at` changed to `value`, or to its default (NULL). Returns false, with
 * nothing to free, if there is no answer. */
bool ask_again(salvo_odds *odds, const salvo_question *q, int at, const char *value, salvo_arena *memory);

/* Returns the chance of the outcome then; NAN if there is no answer. */
double chance_again(const salvo_question *q, int at, const char *value, const char *outcome, salvo_arena *memory);

/* Returns the exact value of a figure if there is one, else the simulated one. */
double value_again(const salvo_answer *answer, const salvo_figure *figure);

#endif
