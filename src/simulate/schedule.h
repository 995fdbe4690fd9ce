/* Hands trials out to threads and decides when a run ends. Trials are handed out in order, and what was handed out is
 * done: wherever a run ends, it has made the trials 0 .. done - 1, and a run of exactly so many gives the same
 * tallies. */
#ifndef SALVO_SIMULATE_SCHEDULE_H
#define SALVO_SIMULATE_SCHEDULE_H

#include <salvo/simulate.h>

/* What the trials are for, as callbacks. Each thread has a tally; tally_add adds it to the context's sum. */
typedef struct job {
    void *context;
    void *(*tally_new)(void *context); /* NULL: memory is out */
    salvo_status (*run)(void *context, void *tally, uint64_t first, uint64_t count, salvo_error *err);
    salvo_status (*tally_add)(void *context, void *tally, salvo_error *err); /* to the sum; one thread at a time */
    void (*tally_free)(void *context, void *tally);
    /* The widest interval so far in units of the precision: 1 or less is precise. */
    double (*width)(void *context);
} job;

typedef struct schedule {
    const salvo_plan *plan;
    uint64_t block_max; /* trials that a thread takes at a time, at most */
    uint64_t done;
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
