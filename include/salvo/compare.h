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

/* One of several variants of a question. */
typedef struct salvo_compared_variant {
    const char *name;               /* borrowed */
    const salvo_question *question; /* borrowed; NULL: the variant refuses the question ... */
    const char *refused;            /* ... for this reason, which is borrowed */
    salvo_comparison comparison;    /* with the question itself; zeroed if it is refused */
    size_t outcome;                 /* place of the outcome whose chance differs most */
    size_t mean;                    /* place of the mean that differs most, relative to the greater of 1 and its size */
} salvo_compared_variant;

typedef struct salvo_compared_variants {
    const salvo_question *first;
    salvo_compared_variant *variants; /* the caller's: that with the largest difference first, refused ones last */
    size_t n;
} salvo_compared_variants;

/* Compares the question with every variant. name, question and refused of the n variants are set. They are ranked by the
 * largest difference of a chance, then of a mean. All have one method: without one in the approach, exact if all are
 * quick, else simulated. Call salvo_compared_variants_free also after a failure. */
salvo_status salvo_compare_variants(salvo_compared_variants *c, const salvo_question *first,
                                    salvo_compared_variant *variants, size_t n, const salvo_approach *approach,
                                    salvo_error *err);
void salvo_compared_variants_free(salvo_compared_variants *c);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
