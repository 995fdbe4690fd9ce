/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the trials of a question and keeps their score.
 * There are two engines. The kernels walk the tables of a program, which is compiled from all that can come. The
 * reference engine simulates every die and knows only what it has seen; it runs when the plan asks for it, and when the
 * program would be too large. Both draw from addresses (seed, trial, draw), and their scores are whole numbers that add
 * up in any order. */
#ifndef SALVO_SIMULATE_ENGINE_H
#define SALVO_SIMULATE_ENGINE_H

#include <salvo/simulate.h>

#include "simulate/closed_classes.h"
#include "simulate/program.h"
#include "simulate/turns.h"

typedef struct engine {
    const salvo_question *question;
    const kernel *kernel;
    bool reference_engine;
    program program;                /* unless the reference engine runs */
    turns turns;                    /* the program's */
    size_t turns_told;              /* what ends in turns up to this one is told apart; 0: no turns are */
    char why[SALVO_ERROR_TEXT / 2]; /* why the program was too large; "" when the engine is the requested one */
} engine;

/* One way in which trials ended. */
typedef struct ending {
    int outcome;
    uint32_t turn; /* 0: one that is not told apart */
    uint64_t count;
} ending;

/* The trials that were run. Each thread has its own; a sum is made with score_pack. */
typedef struct score {
    tally tally;       /* how many, what they gained; of a program, how often each of its results came */
    intern_table seen; /* reference engine: outcome and turn of the endings that came, in no certain order ... */
    uint64_t *counts;  /* ... and how often */
    size_t counts_capacity;
    uint64_t endless; /* reference engine: trials that would have gone on for ever */
    uint64_t thrown;  /* reference engine: as draws */
    closed_classes watch;
} score;

/* On failure *e is zeroed. */
salvo_status engine_prepare(engine *e, const salvo_question *question, const salvo_plan *plan, salvo_error *err);
void engine_free(engine *e);

/* "by-the-book", or the kernel's name. */
const char *engine_name(const engine *e);

bool score_init(score *s, const engine *e); /* false when memory is out; score_free takes it all the same */
void score_free(score *s);
void score_pack(score *s, const engine *e, packed *p); /* writes it, or adds what it reads */

/* Runs the trials. SALVO_TOO_LARGE when one used up its draws. */
salvo_status engine_run(const engine *e, const trial_range *trials, score *to, salvo_error *err);

/* The endings that can come or, with the reference engine, that came; several may have the same outcome and turn. */
size_t score_endings(const score *s, const engine *e);
ending score_ending(const score *s, const engine *e, size_t i);

/* Their outcomes with their counts: ascending, each once. */
typedef struct outcome_counts {
    int *outcomes;
    uint64_t *counts;
    size_t n;
} outcome_counts;

salvo_status score_outcomes(outcome_counts *to, const score *s, const engine *e, salvo_error *err);
void outcome_counts_free(outcome_counts *from);

/* Whether trials have means: not where one may never end or, with the reference engine, where one never did. */
bool score_has_means(const score *s, const engine *e);
salvo_moments score_moments(const score *s, const engine *e, size_t k);

/* The range of gain k of a trial, as far as the engine knows it. */
salvo_interval engine_range(const engine *e, size_t k);

#endif
