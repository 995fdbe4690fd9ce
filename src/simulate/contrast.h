/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants of a question on the dice of a base. Trial i of each draws from the same addresses (draws.h), so they share
 * luck. The difference of two similar variants is then far more precise than with two separate runs. All stored
 * numbers are whole, so the sums are the same for any order of trials and any number of threads. */
#ifndef SALVO_SIMULATE_CONTRAST_H
#define SALVO_SIMULATE_CONTRAST_H

#include "base/intern_table.h"
#include "simulate/closed_classes.h"
#include "simulate/kernel.h"
#include "simulate/schedule.h"
#include "simulate/statistics.h"

/* One value of a variant's trials, and its difference from the base's. */
typedef struct contrast {
    salvo_moments value, difference; /* the variant's value; the difference from the base's, trial by trial */
    uint64_t less, greater;          /* trials with a smaller value than the base's; with a greater one */
} contrast;

/* The mean with its interval, for values in parts of a unit. */
salvo_estimate contrast_estimate(const salvo_moments *m, salvo_interval interval, double parts);

/* The interval of a mean of values within the range. `fixed`: the number of trials was decided before the first one.
 * Otherwise the interval is valid at any time. */
salvo_interval contrast_mean(const salvo_moments *m, salvo_interval range, bool fixed);

/* The interval of a difference of two chances: among `trials`, `less` had only the first thing and `greater` only the
 * second. */
salvo_interval contrast_chances(uint64_t less, uint64_t greater, uint64_t trials, bool fixed);

/* How often an outcome occurred: in the base, in the variant, in both. */
typedef struct outcome_contrast {
    uint64_t base, variant, both;
} outcome_contrast;

/* Outcomes are numbered as they occur, which depends on the threads. */
typedef struct outcome_contrasts {
    intern_table outcomes;
    outcome_contrast *of; /* by number */
    size_t capacity;
} outcome_contrasts;

static inline int outcome_contrasts_at(const outcome_contrasts *c, size_t number)
{
    return *(const int *)intern_table_key(&c->outcomes, number);
}

/* A run. Number 0 is the base. */
typedef struct paired_trials {
    const salvo_plan *plan;
    size_t n, n_values;  /* the base with its variants; values of a trial */
    bool names_outcomes; /* the first value is an outcome; then there is one variant */
    void *context;
    /* Writes the n_values values of each trial, trial by trial. `watch` is zeroed before the variant's first block,
     * and the thread keeps it until the last. */
    salvo_status (*run)(void *context, size_t variant, closed_classes *watch, const trial_range *trials,
                        int64_t *values, salvo_error *err);
    double (*width)(void *context); /* the widest interval so far in units of the precision (schedule.h) */

    /* The results. */
    contrast *contrasts; /* n rows of n_values; that of an outcome is empty */
    outcome_contrasts outcomes;
    schedule schedule;
    salvo_arena *memory;
} paired_trials;

/* Runs the plan. Call paired_trials_free even after a failure. */
salvo_status paired_trials_run(paired_trials *p, salvo_error *err);
void paired_trials_free(paired_trials *p); /* accepts a zeroed one */

/* Returns all facts of the run but a hash and the subject of the precision. `isa` is borrowed. */
salvo_simulation paired_trials_simulation(const paired_trials *p, const char *isa);

#endif
