/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributes trials to threads, and to the processes with which the plan shares them, and decides when a run ends.
 * Trials are taken in order and completed. So wherever a run ends, it has made the trials 0 .. done - 1, and a run of
 * exactly that number has the same tallies. (A part of a run makes other trials.) */
#ifndef SALVO_SIMULATE_SCHEDULE_H
#define SALVO_SIMULATE_SCHEDULE_H

#include <salvo/simulate.h>

#include "base/hash.h"
#include "share/share.h"

/* The purpose of the trials, as callbacks. Each thread has a tally; at the end all of them are in the sum. */
typedef struct trial_job {
    void *context;
    void *sum;                         /* a tally */
    void *(*tally_new)(void *context); /* NULL: memory is out */
    salvo_status (*run)(void *context, void *tally, uint64_t first, uint64_t count, salvo_error *err);
    /* Writes the tally's numbers, or adds those that it reads to the tally; one thread at a time. Tallies add up in
     * this way on one machine, on many, and with a store. */
    void (*pack)(void *context, void *tally, packed *p);
    void (*tally_free)(void *context, void *tally);
    /* Returns the widest interval so far in units of the precision: 1 or less is precise. */
    double (*width)(void *context);
    /* A hash that distinguishes these trials' numbers from others of the same question, if they may be stored and
     * shared. 0: they stay in this process. */
    uint64_t kind;
    bool in_pieces; /* each trial is a piece of work with its own result (work.h) */
    /* Returns the work of the trials in the sum, in the unit of the plan's work_max; NULL: no limit. */
    uint64_t (*work)(void *context);
} trial_job;

/* Returns the kind of a job by its name. */
static inline uint64_t job_kind(const char *name)
{
    return salvo_hash(SALVO_HASH, name, strlen(name));
}

typedef struct schedule {
    const salvo_plan *plan;
    uint64_t block_max; /* maximum number of trials that a thread takes at a time */
    uint64_t block_far; /* the same if it takes them from another machine; 0: block_max */
    uint64_t done;      /* trials in the sum */
    salvo_stop stopped_by;
    double seconds; /* duration of the run */
} schedule;

/* Checks that the plan can be followed; otherwise returns SALVO_BAD_INPUT with the reason. */
salvo_status schedule_check(const salvo_plan *plan, salvo_error *err);

/* Runs the plan until it is fulfilled, its time is up or its progress callback stops it. At least one trial runs. */
salvo_status schedule_run(schedule *s, const trial_job *job, salvo_error *err);

/* Whether the number of trials was fixed before the first one. If not, only intervals that are valid at any time may
 * be reported. */
bool schedule_is_fixed(const schedule *s);

#endif
