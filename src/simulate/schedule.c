/* Trials are handed out under one lock, in order, as blocks of adapted length. The lock is taken once a block, every
 * two milliseconds or so, and is no bottleneck. Whatever ends the run, blocks that were handed out are finished: `done`
 * is always the length of a prefix, which makes runs reproducible and extensible. */
#include "simulate/schedule.h"

#include <math.h>
#include <omp.h>

#include "rng/pcg32.h"

enum {
    FIRST_LOOK = 1 << 16, /* trials before a run asks whether it is precise enough; then at each doubling */
    FIRST_BLOCK = 1 << 8, /* trials: short, because the first trials tell how long a block should be */
};

/* A block should be long enough to be worth handing out, and short enough to be waited for: a signal, or the end of the
 * time, is noticed between blocks. */
static const double BLOCK_MIN_S = 0.002, BLOCK_MAX_S = 0.05;

/* What the threads share. All of it is read and written in the critical section salvo_schedule, unless only one thread
 * runs; `schedule->plan`, `block_max` and `job` do not change. */
typedef struct run_state {
    schedule *schedule;
    const job *job;
    double began;      /* omp_get_wtime, in s */
    uint64_t goal;     /* trials are handed out up to here */
    uint64_t foreseen; /* what the whole run is expected to take; 0: not known */
    uint64_t block;    /* trials of the next block */
    bool broken_off;   /* no block is handed out any more */
    salvo_status status;
    uint64_t failed_at; /* the first trial of the first block that failed */
} run_state;

/* The next block, if there is one and nobody stopped the run; what is handed out will be done. Handed out in order and
 * always completed: the trials that were made are 0 to done - 1, whatever the number of threads. */
static bool take_block(run_state *s, uint64_t *first, uint64_t *count)
{
    bool taken;

#pragma omp critical(salvo_schedule)
    {
        uint64_t *done = &s->schedule->done;

        taken = !s->broken_off && s->status == SALVO_OK && *done < s->goal;
        if (taken) {
            *first = *done;
            *count = s->goal - *done < s->block ? s->goal - *done : s->block;
            *done += *count;
        }
    }
    return taken;
}

/* Blocks grow and shrink until one takes its time. A block of another length (the last one, or one that was handed out
 * before the last change) says nothing about the present length. Factors of two: the length need not be right, only
 * within a factor of a few. */
static void adapt_block(run_state *s, uint64_t count, double seconds)
{
#pragma omp critical(salvo_schedule)
    if (count == s->block) {
        if (seconds < BLOCK_MIN_S && s->block < s->schedule->block_max)
            s->block *= 2;
        else if (seconds > BLOCK_MAX_S && s->block > 1)
            s->block /= 2;
    }
}

/* Keeps the failure of the earliest block. Blocks are handed out in order and those handed out are finished, so it is
 * the same for any number of threads. */
static void give_up(run_state *s, uint64_t at, salvo_status status, const salvo_error *why, salvo_error *err)
{
#pragma omp critical(salvo_schedule)
    if (s->status == SALVO_OK || at < s->failed_at) {
        s->status = status;
        s->failed_at = at;
        if (err)
            *err = *why;
    }
}

/* Blocks that are under way are finished. */
static void break_off(run_state *s, salvo_stop by)
{
#pragma omp critical(salvo_schedule)
    {
        s->broken_off = true;
        s->schedule->stopped_by = by;
    }
}

/* 0 to 1; of several limits the one that is nearest counts. */
static double part_done(const run_state *s, uint64_t done, double elapsed)
{
    const salvo_plan *plan = s->schedule->plan;
    double part = s->foreseen ? (double)done / (double)s->foreseen : 0;

    if (plan->time_s > 0)
        part = fmax(part, elapsed / plan->time_s);
    return fmin(part, 1);
}

/* Called by the first thread only, between its blocks: a progress callback need not be safe for threads. Elapsed time
 * is read outside of the critical section, since a call of the clock may cost as much as a short block. */
static void look(run_state *s)
{
    const salvo_plan *plan = s->schedule->plan;
    double elapsed = omp_get_wtime() - s->began;
    salvo_progress progress;

#pragma omp critical(salvo_schedule)
    progress.trials = s->schedule->done;
    progress.part = part_done(s, progress.trials, elapsed);
    if (progress.trials == 0) /* a stop before the first block would leave an answer without a trial */
        return;
    if (plan->watch && !plan->watch->look(plan->watch->context, &progress))
        break_off(s, SALVO_INTERRUPTED);
    else if (plan->time_s > 0 && elapsed >= plan->time_s)
        break_off(s, SALVO_STOPPED_BY_TIME);
}

/* Works until no block is left. Alone, only until blocks take their time: a run of microseconds is over before threads
 * have started. Each thread tallies for itself and adds to the sum once, under the lock salvo_tally. */
static void work(run_state *s, bool alone, salvo_error *err)
{
    const job *l = s->job;
    salvo_error own = {0};
    void *tally = l->tally_new(l->context);
    salvo_status status = tally ? SALVO_OK : salvo_fail_memory(&own);
    bool shared = false;
    uint64_t first = 0, count;

    while (status == SALVO_OK && !shared && take_block(s, &first, &count)) {
        double began = omp_get_wtime(), seconds;

        status = l->run(l->context, tally, first, count, &own);
        seconds = omp_get_wtime() - began;
        adapt_block(s, count, seconds);
        shared = alone && (seconds >= BLOCK_MIN_S || count == s->schedule->block_max);
        if (omp_get_thread_num() == 0)
            look(s);
    }
#pragma omp critical(salvo_tally)
    if (status == SALVO_OK)
        status = l->tally_add(l->context, tally, &own);
    if (tally)
        l->tally_free(l->context, tally);
    if (status != SALVO_OK)
        give_up(s, first, status, &own, err);
}

/* A goal may come back several times: blocks keep their length, tallies are added up at the end of each. One thread
 * begins alone, because most answers of small questions are complete before a second thread has woken up. */
static salvo_status run_up_to(run_state *s, uint64_t goal, salvo_error *err)
{
    const salvo_plan *plan = s->schedule->plan;

    s->goal = goal;
    if (s->schedule->block_max > 1 || goal == 1) /* block_max 1: pieces of work, worth sharing from the first one on */
        work(s, true, err);
    if (s->schedule->done < goal && !s->broken_off && s->status == SALVO_OK) {
#pragma omp parallel num_threads(plan->threads > 0 ? plan->threads : omp_get_max_threads())
        work(s, false, err);
    }
    return s->status;
}

/* Negated comparisons, so that NaN is refused. A plan with a time alone needs no precision; otherwise one of trials and
 * precision must say when to stop. */
salvo_status schedule_check(const salvo_plan *plan, salvo_error *err)
{
    if (plan->trials > PCG32_TRIALS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT, "%llu trials are more than a seed has room for; %llu at most",
                          (unsigned long long)plan->trials, (unsigned long long)PCG32_TRIALS_MAX);
    if (!(plan->time_s >= 0) || !isfinite(plan->time_s))
        return salvo_fail(err, SALVO_BAD_INPUT, "the time is a number of seconds, as in 10");
    if (!plan->trials && plan->time_s > 0 && plan->precision == 0)
        return SALVO_OK;
    if (!plan->trials && !(plan->precision > 0 && plan->precision < 1))
        return salvo_fail(err, SALVO_BAD_INPUT, "the precision is a half-width between 0 and 1, as in 0.001");
    return SALVO_OK;
}

/* The look at which the run will be precise, if intervals shrink with the root of the trials: half as wide needs four
 * times as many, and looks come at each doubling. Only for the progress bar. */
static uint64_t foresee(uint64_t done, double width)
{
    double needed = (double)done * width * width;
    uint64_t looks = FIRST_LOOK;

    while (looks < SALVO_TRIALS_CAP && (double)looks < needed)
        looks *= 2;
    return looks;
}

/* Looks at doubling numbers of trials: few enough to cost nothing, and a run makes at most twice the trials it needs.
 * The intervals are confidence sequences, so stopping by what they show is allowed (statistics.h). */
static salvo_status run_until_precise(run_state *s, salvo_error *err)
{
    for (uint64_t goal = FIRST_LOOK;; goal *= 2) {
        salvo_status status = run_up_to(s, goal, err);
        double width;

        if (status != SALVO_OK || s->broken_off)
            return status;
        width = s->job->width(s->job->context);
        s->schedule->stopped_by = width <= 1 ? SALVO_STOPPED_BY_PRECISION : SALVO_STOPPED_BY_CAP;
        if (width <= 1 || goal >= SALVO_TRIALS_CAP) /* the cap is itself a look: FIRST_LOOK times a power of two */
            return SALVO_OK;
        s->foreseen = foresee(goal, width);
    }
}

/* The three ways to end, in the order of precedence: a number of trials, a precision, and the time (which look()
 * watches in all of them). */
salvo_status schedule_run(schedule *s, const job *l, salvo_error *err)
{
    run_state now = {.schedule = s, .job = l, .began = omp_get_wtime(), .status = SALVO_OK};
    salvo_status status;

    s->done = 0;
    now.block = FIRST_BLOCK < s->block_max ? FIRST_BLOCK : s->block_max;
    s->stopped_by = s->plan->trials ? SALVO_STOPPED_BY_TRIALS : SALVO_STOPPED_BY_CAP;
    now.foreseen = s->plan->trials;
    if (s->plan->trials)
        status = run_up_to(&now, s->plan->trials, err);
    else if (s->plan->precision > 0)
        status = run_until_precise(&now, err);
    else
        status = run_up_to(&now, PCG32_TRIALS_MAX, err);
    s->seconds = omp_get_wtime() - now.began;
    return status;
}

/* An interval for a fixed number of trials may be used only if nothing that was seen decided on that number; a run that
 * was stopped by a signal or by time counts as not fixed. */
bool schedule_is_fixed(const schedule *s)
{
    return s->stopped_by == SALVO_STOPPED_BY_TRIALS;
}
