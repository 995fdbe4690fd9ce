/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands trials out to threads, and to whom the plan shares them with, and decides when a run ends. Trials are handed out
 * in order, and what was handed out is done: wherever a run ends, it has made the trials 0 .. done - 1, and a run of
 * exactly so many gives the same tallies. (One part of a run that is shared out in parts has made other ones.) */
#ifndef SALVO_SIMULATE_SCHEDULE_H
#define SALVO_SIMULATE_SCHEDULE_H

#include <salvo/simulate.h>

#include "base/hash.h"
#include "share/share.h"

/* What the trials are for, as callbacks. Each thread has a tally; in the end all of them are in the sum. */
typedef struct job {
    void *context;
    void *sum;                         /* a tally */
    void *(*tally_new)(void *context); /* NULL: memory is out */
    salvo_status (*run)(void *context, void *tally, uint64_t first, uint64_t count, salvo_error *err);
    /* Writes the tally's numbers, or adds those that it reads to the tally; one thread at a time. This is how tallies add
     * up: on one machine, on many, and with what a store holds. */
    void (*pack)(void *context, void *tally, packed *p);
    void (*tally_free)(void *context, void *tally);
    /* The widest interval so far in units of the precision: 1 or less is precise. */
    double (*width)(void *context);
    /* What tells these trials' numbers from others of the same question (a hash), where they may be stored and shared
     * out. 0: they stay here. */
    uint64_t kind;
    bool in_pieces; /* each trial is a piece of work with a result of its own; see work.h */
    /* How much work the trials of the sum were, as the plan's work_max counts it; NULL: nothing limits it. */
    uint64_t (*work)(void *context);
} job;

/* The kind of a job by its name. */
static inline uint64_t job_kind(const char *name)
{
    return salvo_hash(SALVO_HASH, name, strlen(name));
}

typedef struct schedule {
    const salvo_plan *plan;
    uint64_t block_max; /* trials that a thread takes at a time, at most */
    uint64_t block_far; /* the same where it takes them from another machine; 0: block_max */
    uint64_t done;      /* trials in the sum */
    salvo_stop stopped_by;
    double seconds; /* duration of the run */
} schedule;

/* Whether the plan can be followed; SALVO_BAD_INPUT says why not. */
salvo_status schedule_check(const salvo_plan *plan, salvo_error *err);

/* Runs the plan until it is fulfilled, its time is up or its progress callback says stop; at least one trial is run. */
salvo_status schedule_run(schedule *s, const job *l, salvo_error *err);

/* Whether the number of trials was fixed before the first one; if not, only intervals that are valid at any time may be
 * reported. */
bool schedule_is_fixed(const schedule *s);

#endif
