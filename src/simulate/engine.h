/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the trials of a question and keeps their score. There are two engines. The kernels walk the tables of a
 * program, which is compiled from everything that can occur. The reference engine simulates every die and has only
 * what occurred. It runs if the plan asks for it, and if the program would be too large. Both draw from addresses
 * (seed, trial, draw). Their scores are whole numbers that add up in any order. */
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
    size_t turns_told;              /* turns up to this one are distinguished; 0: none */
    char why[SALVO_ERROR_TEXT / 2]; /* why the program was too large; "" if this is the requested engine */
} engine;

/* One way in which trials ended. */
typedef struct ending {
    int outcome;
    uint32_t turn; /* 0: not distinguished */
    uint64_t count;
} ending;

/* The completed trials. Each thread has its own score; score_pack adds them. */
typedef struct score {
    tally tally;       /* number and gains of the trials; for a program, how often each of its results occurred */
    intern_table seen; /* reference engine: outcome and turn of each ending that occurred, in no fixed order ... */
    uint64_t *counts;  /* ... and its count */
    size_t counts_capacity;
    uint64_t endless; /* reference engine: trials that would never have ended */
    uint64_t thrown;  /* reference engine: work, as in draws */
    closed_classes watch;
} score;

/* On failure *e is zeroed. */
salvo_status engine_prepare(engine *e, const salvo_question *question, const salvo_plan *plan, salvo_error *err);
void engine_free(engine *e);

/* Returns "by-the-book", or the kernel's name. */
const char *engine_name(const engine *e);

bool score_init(score *s, const engine *e); /* returns false if memory is out; call score_free in any case */
void score_free(score *s);
void score_pack(score *s, const engine *e, packed *p); /* writes it, or adds what it reads */

/* Runs the trials. Returns SALVO_TOO_LARGE if one used up its draws. */
salvo_status engine_run(const engine *e, const trial_range *trials, score *to, salvo_error *err);

/* Returns the number of endings that can occur or, with the reference engine, that did. Several may have the same
 * outcome and turn. */
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

/* Whether trials have means: not if one may never end or, with the reference engine, if one never did. */
bool score_has_means(const score *s, const engine *e);
salvo_moments score_moments(const score *s, const engine *e, size_t k);

/* Returns the range of gain k of a trial, as far as the engine can bound it. */
salvo_interval engine_range(const engine *e, size_t k);

#endif
