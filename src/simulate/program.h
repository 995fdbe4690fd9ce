/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question compiled for simulation: a roll's odds or a chain's walk. Its results are numbered, one for each
 * different way in which a trial can end. Results with the same outcome may have different gains. */
#ifndef SALVO_SIMULATE_PROGRAM_H
#define SALVO_SIMULATE_PROGRAM_H

#include "odds/outcome_table.h"
#include "simulate/kernel.h"
#include "simulate/statistics.h"

typedef struct program {
    const salvo_question *question;
    outcome_table table; /* rolls */
    roll_odds odds;      /* of its cells; n = 0 if there are too many for the kernel */
    walk w;              /* chains */
    size_t n_results;    /* cells, or classes that end a walk */
    bool one_step;       /* gains follow from the results alone: a roll, a walk of one step */
    size_t n_gains;
} program;

/* The tally of a trial range. Tallies add up in any order. */
typedef struct tally {
    uint64_t trials;
    uint64_t *results;
    salvo_moments gain[SALVO_EXPECTATIONS_MAX]; /* only if gains do not follow from the results */
} tally;

salvo_status program_compile(program *p, const salvo_question *question, salvo_error *err);
void program_free(program *p);

bool tally_init(tally *t, const program *p);
void tally_free(tally *t);
void tally_add(tally *t, const tally *more, const program *p);
void tally_pack(tally *t, const program *of, packed *p); /* writes it, or adds what it reads */

/* Runs the trials with the kernel, and adds to *t. Returns SALVO_TOO_LARGE if a trial used up its draws. */
salvo_status program_run(const program *p, const kernel *k, const trial_range *s, tally *t, salvo_error *err);

/* Returns the outcome of a result. */
int program_outcome(const program *p, size_t result);
bool program_endless(const program *p, size_t result);

/* Returns the range of gain k of a trial if gains follow from the results; otherwise an unbounded range. */
salvo_interval program_range(const program *p, size_t k);

/* Returns the moments of gain k over all trials. */
salvo_moments program_moments(const program *p, const tally *t, size_t k);

#endif
