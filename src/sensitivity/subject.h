/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figure of a sensitivity: computed exactly, or simulated trial by trial. */
#ifndef SALVO_SENSITIVITY_SUBJECT_H
#define SALVO_SENSITIVITY_SUBJECT_H

#include <salvo/sensitivity.h>

#include "fight/battle_ready.h"
#include "sensitivity/question.h"
#include "simulate/closed_classes.h"

/* Returns whether a trial can have any value. Else it is from 0 to 1. */
static inline bool metric_is_mean(salvo_answer_metric metric)
{
    return metric == SALVO_TURNS_TAKEN || metric == SALVO_MEAN_OF_EXPECTATION;
}

/* Returns whether a trial has the value 0 or 1, so that trials are counted. */
static inline bool metric_is_chance(salvo_answer_metric metric)
{
    return metric < SALVO_SCORE_OF_A || metric == SALVO_CHANCE_OF_OUTCOMES;
}

/* Exact answers. */

typedef struct measurement {
    double value; /* NAN: undefined */
    char *exact;  /* its fraction, on the heap; or NULL */
    salvo_arithmetic arithmetic;
} measurement;

/* Solves the subject's number exactly in that book. After a failure *r owns nothing. */
salvo_status subject_count(const salvo_subject *subject, const salvo_rulebook *book, const salvo_odds_options *options,
                           measurement *r, salvo_error *err);

/* Finds the fingerprint of a battle; equal battles have equal ones. It is 0 if it is unknown, as for other subjects.
 * Fails if the battle cannot be fought. */
salvo_status subject_print(const salvo_subject *subject, const salvo_rulebook *book, const salvo_plan *plan,
                           uint64_t *print, salvo_error *err);

/* Simulation. */

/* A subject in one book, ready to be simulated. Threads may share it. */
typedef struct sampler {
    const salvo_subject *subject;
    bool in_battle;
    subject_question *asked; /* on the heap, because it must not move; NULL in battle */
    battle_ready battle;
} sampler;

/* `book` must outlive it. After a failure *s is zeroed. */
salvo_status sampler_make(sampler *s, const salvo_subject *subject, const salvo_rulebook *book, const salvo_plan *plan,
                          salvo_error *err);
void sampler_free(sampler *s);

/* Computes the subject's number in each trial of the range, in parts. For the metric SALVO_N_ANSWER_METRICS it is a
 * number that contains the end and the length, or the outcome and all gains. SALVO_TOO_LARGE if a trial used up its
 * draws, or if the metric is a mean and a trial never ends. A zeroed watch is initialised for the sampler. */
salvo_status sampler_throw(const sampler *s, closed_classes *watch, const trial_range *trials, int64_t *values,
                           salvo_error *err);

/* Computes everything that happens in each of the first n trials, as one number. */
salvo_status subject_ends(const salvo_subject *subject, const salvo_rulebook *book, const salvo_plan *plan, size_t n,
                          int64_t *values, salvo_error *err);

/* Returns how many parts make 1 of the metric: 1, 2 for a score, the procedure's own for a mean. */
int64_t sampler_parts(const sampler *s);

/* Returns the mean of the values with its interval, for a fixed number of trials or valid at any time. */
salvo_estimate sampler_estimate(const sampler *s, const salvo_moments *values, bool fixed);

/* Returns "by-the-book", or the battle kernel's name. */
const char *sampler_engine(const sampler *s);

#endif
