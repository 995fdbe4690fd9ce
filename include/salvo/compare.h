/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of a change: two variants of one procedure, solved exactly, and simulated with the same dice. Trial i of
 * both variants draws the same words for the same stream of the same turn, so luck is common to both and cancels in
 * the difference. The reference engine runs the trials, die by die; the counts of either variant are those of a
 * simulation by that engine with the same seed and trials. */
#ifndef SALVO_COMPARE_H
#define SALVO_COMPARE_H

#include <salvo/simulate.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* One number of both variants, and the second minus the first. */
typedef struct salvo_contrast {
    int number; /* the outcome, or the expectation's place */
    const char *name;
    salvo_figure first, second, difference; /* counts: trials with the outcome; none for `difference` */
    uint64_t only_first, only_second;       /* trials with the outcome in only one variant */
    /* How many times more trials two independent runs would need for the same interval; INFINITY if pairs never
     * differed, NAN if nothing ever varied. */
    double variance_reduction;
} salvo_contrast;

typedef struct salvo_comparison {
    const salvo_question *first, *second; /* borrowed */
    bool identical;                       /* the same parameters and equal tables: the difference is certainly 0 */
    bool exact, simulated;                /* at least one of them */
    salvo_odds odds[2];                   /* exact answers of the variants */
    salvo_simulation simulation;          /* seed, trials, stopped_by, precision, seconds, hash; nothing else */
    salvo_contrast *outcomes;             /* possible in either variant, in the order of the procedure's list */
    size_t n_outcomes;
    salvo_contrast *means; /* that exist in both */
    size_t n_means;
    salvo_arena *memory;
} salvo_comparison;

/* Compares two questions of one procedure. Intervals are of 95 %, for a fixed number of trials or valid at any time,
 * as in a simulation. The plan's precision is that of the differences; for means, in units of the greatest of 1 and
 * either mean. SALVO_BAD_INPUT if the procedures differ. On failure, *comparison is zeroed. */
salvo_status salvo_compare(salvo_comparison *comparison, const salvo_question *first, const salvo_question *second,
                           const salvo_approach *approach, salvo_error *err);
void salvo_comparison_free(salvo_comparison *comparison);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
