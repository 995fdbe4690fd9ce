/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question compiled for simulation: a roll's odds or a chain's walk. It has a number of results, one for everything
 * that a trial can come to. Results of equal outcome may differ in their gains. */
#ifndef SALVO_SIMULATE_PROGRAM_H
#define SALVO_SIMULATE_PROGRAM_H

#include "odds/outcome_table.h"
#include "simulate/kernel.h"
#include "simulate/statistics.h"

typedef struct program {
    const salvo_question *question;
    outcome_table table; /* rolls */
    roll_odds odds;      /* of its cells; n = 0 when there are too many of them for the kernel */
    walk w;              /* chains */
    size_t n_results;    /* cells, or classes that end a walk */
    bool one_step;       /* gains follow from the results alone: a roll, a walk of one step */
    size_t n_gains;
} program;

/* Tallies of a trial range; shards add up in any order. */
typedef struct tally {
    uint64_t trials;
    uint64_t *results;
    salvo_moments gain[SALVO_EXPECTATIONS_MAX]; /* only where gains do not follow from the results */
} tally;

salvo_status program_compile(program *p, const salvo_question *question, salvo_error *err);
void program_free(program *p);

bool tally_init(tally *t, const program *p);
void tally_free(tally *t);
void tally_add(tally *t, const tally *more, const program *p);
void tally_pack(tally *t, const program *of, packed *p); /* writes it, or adds what it reads */

/* Runs the trials with the kernel, adding to *t. SALVO_TOO_LARGE when a trial used up its draws. */
salvo_status program_run(const program *p, const kernel *k, const trial_range *s, tally *t, salvo_error *err);

/* What result `i` means. */
int program_outcome(const program *p, size_t result);
bool program_endless(const program *p, size_t result);

/* The range of gain k of a trial where gains follow from the results; otherwise without bounds. */
salvo_interval program_range(const program *p, size_t k);

/* The moments of gain k over all trials. */
salvo_moments program_moments(const program *p, const tally *t, size_t k);

#endif
