/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question compiled for simulation: a roll's odds or a chain's walk. Its results are numbered, one for each
 * different way in which a trial can end. Results with the same outcome may have different gains. */
#ifndef SALVO_SIMULATE_PROGRAM_H
#define SALVO_SIMULATE_PROGRAM_H

#include "odds/outcome_table.h"
#include "simulate/kernel.h"
#include "simulate/tally.h"

typedef struct program {
    const salvo_question *question;
    outcome_table table; /* rolls */
    roll_odds odds;      /* of its cells; n = 0 if there are too many for the kernel */
    walk w;              /* chains */
    size_t n_results;    /* cells, or classes that end a walk */
    bool one_step;       /* gains follow from the results alone: a roll, a walk of one step */
    size_t n_gains;
} program;

salvo_status program_compile(program *p, const salvo_question *question, salvo_error *err);
void program_free(program *p);

/* Runs the trials with the kernel, and adds to *t, a tally of n_results and n_gains. Returns SALVO_TOO_LARGE if a trial used up its draws. */
salvo_status program_run(const program *p, const kernel *k, const trial_range *s, tally *t, salvo_error *err);

/* Returns the outcome of a result. */
int program_outcome(const program *p, size_t result);
bool program_endless(const program *p, size_t result);

/* Returns the range of gain k of a trial if gains follow from the results; otherwise an unbounded range. */
salvo_interval program_range(const program *p, size_t k);

/* Returns the moments of gain k over all trials. */
salvo_moments program_moments(const program *p, const tally *t, size_t k);

#endif
