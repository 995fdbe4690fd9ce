/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trials from plan to report, with any engine. */
#ifndef SALVO_SIMULATE_TRIAL_RUN_H
#define SALVO_SIMULATE_TRIAL_RUN_H

#include "simulate/engine.h"
#include "simulate/schedule.h"

typedef struct trial_run trial_run;

/* The engines that answer a kind of question, and what is special about their results. */
typedef struct engine_set {
    /* The exact engine, which works like salvo_odds_solve, and the effort of a default answer. */
    salvo_status (*solve)(salvo_odds *odds, const salvo_question *question, const salvo_odds_options *options,
                          salvo_error *err);
    uint64_t (*effort)(const salvo_question *question);
    const engine_kind *const *kinds; /* for engine_choose */
    /* Returns half of the widest interval so far among the figures that the precision covers, in units of it. INFINITY
     * if memory is out: then the run continues, and the report after it fails with a message. */
    double (*widest)(const trial_run *r);
    /* There are too many possible outcomes to list them: only those that occurred are listed, and hashed with their
     * numbers. */
    bool lists_occurred;
    const char *fast;     /* in remarks: the engines that the reference engine replaces */
    bool remarks_in_full; /* a remark on an answer that is not exact also says why the reference engine ran */
} engine_set;

/* Of every question without engines of its own. */
extern const engine_set QUESTION_ENGINES;

struct trial_run {
    const engine_set *set;
    const salvo_plan *plan;            /* borrowed */
    const salvo_odds_options *options; /* borrowed: how many turns the report will list; NULL: none */
    engine engine;
    tally *sum;        /* all trials that have ended */
    schedule schedule; /* what ended the run, and when */
};

/* Checks the plan and prepares the engine. Call trial_run_free in any case. */
salvo_status trial_run_prepare(trial_run *r, const engine_set *set, const salvo_question *question,
                               const salvo_plan *plan, salvo_error *err);
void trial_run_free(trial_run *r); /* accepts a zeroed one */

/* Runs the plan, from an empty sum. */
salvo_status trial_run_all(trial_run *r, salvo_error *err);

/* Makes the simulation, with its own memory, also after a failure. */
salvo_status trial_run_report(salvo_simulation *s, const trial_run *r, salvo_error *err);

/* The estimate of a mean from the moments of a simulation's trials, which count parts of a unit. Like every interval
 * of a simulation, it is one for a fixed number of trials only if no results decided that number. */
salvo_estimate simulation_mean(const salvo_simulation *s, const salvo_moments *moments, salvo_interval range,
                               double parts);

#endif
