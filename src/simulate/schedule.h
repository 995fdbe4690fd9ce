/* Who throws which trial when, and when it is enough. Trials are handed out in order, and what was handed out is done:
 * wherever a run ends, it has made the trials 0 .. done - 1, and a run of exactly so many gives the same tallies. */
#ifndef SALVO_SIMULATE_SCHEDULE_H
#define SALVO_SIMULATE_SCHEDULE_H

#include <salvo/simulate.h>

/* What the trials are for. Threads tally for themselves; the sum is the context's. */
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
    double seconds; /* that it took */
} schedule;

/* Whether the plan can be followed; SALVO_BAD_INPUT says why not. */
salvo_status schedule_check(const salvo_plan *plan, salvo_error *err);

/* Runs the plan to its end, or to where its time is up or its watch says stop; at least one trial. */
salvo_status schedule_run(schedule *s, const job *l, salvo_error *err);

/* Whether the number of trials was decided before the first one; else only what holds at any time may be said. */
bool schedule_is_fixed(const schedule *s);

#endif
