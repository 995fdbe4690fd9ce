/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributes trials in order, under one lock, as blocks of adapted length. The lock is taken once per block, every
 * two milliseconds or so, and is no bottleneck. Whatever ends the run, distributed blocks are finished. So `done` is
 * always the length of a prefix, which makes runs reproducible and extensible. */
#include "simulate/schedule.h"

#include <math.h>
#include <omp.h>

#include "base/try.h"
#include "rng/pcg32.h"

enum {
    FIRST_LOOK = 1 << 16,        /* trials before a run checks its precision; then at each doubling */
    FIRST_LOOK_AT_WORK = 1 << 8, /* the same before it checks its work */
    FIRST_BLOCK = 1 << 8,        /* trials: a short block, whose time determines the length of later ones */
};

/* A block should be long enough to be worth distributing. It should be short, because a signal or the end of the time
 * is noticed between blocks. */
static const double BLOCK_MIN_S = 0.002, BLOCK_MAX_S = 0.05;
static const double RANKS_AT_EASE = 500; /* with this many ranks, blocks are twice as long */
static const double AHEAD = 1.1;         /* factor by which parts widen intervals when they predict */

/* What the threads share. All of it is read and written in the critical section salvo_schedule, unless only one thread
 * runs. `schedule->plan`, `block_max`, `job`, `share`, `into`, `from` and `goal` do not change within a trial range. */
typedef struct run_state {
    schedule *schedule;
    const trial_job *job;
    salvo_share *share; /* NULL: no other process works on it, and nothing is kept */
    share_job shared;
    void *into;        /* the tally that receives those of threads: the sum, or that of this rank's share */
    double began;      /* omp_get_wtime, in s */
    uint64_t at;       /* the next trial that is not done */
    uint64_t from;     /* the current trial range begins here ... */
    uint64_t goal;     /* ... and ends here */
    uint64_t handed;   /* its trials that threads of this process have taken */
    uint64_t reached;  /* trials taken by all processes, for the progress */
    uint64_t foreseen; /* expected trials of the whole run; 0: unknown */
    uint64_t block;    /* trials of the next block */
    uint64_t block_max;
    double block_min_s;
    bool warm;          /* block lengths have adapted */
    bool broken_off;    /* no more blocks are distributed */
    bool exhausted;     /* none is left in the trial range */
    bool stopped_ranks; /* in the trial range */
    bool skipped;       /* some trials belong to other parts */
    salvo_status status;
    uint64_t failed_at; /* the first trial of the first block that failed */
} run_state;

static bool has_ranks(const run_state *s)
{
    return s->share && share_has_ranks(s->share);
}

/* Takes the next block, if there is one and nothing stopped the run. Blocks are taken in order and always completed,
 * so the trials made are 0 to done - 1 for any number of threads. Ranks share one counter, which runs past the goal,
 * and far past it when one of them stops. */
static bool take_block(run_state *s, uint64_t *first, uint64_t *count)
{
    bool taken; /* another thread may find that nothing is left as soon as this one leaves the critical section */

#pragma omp critical(salvo_schedule)
    {
        const uint64_t length = s->goal - s->from;
        uint64_t at = s->handed;

        s->exhausted = s->exhausted || s->broken_off || s->status != SALVO_OK;
        if (!s->exhausted && has_ranks(s))
            at = share_take(s->share, s->block);
        s->exhausted = s->exhausted || at >= length;
        taken = !s->exhausted;
        if (taken) {
            *first = s->from + at;
            *count = length - at < s->block ? length - at : s->block;
            s->handed += *count;
            s->reached = *first + *count;
        }
    }
    return taken;
}

/* Adapts the block length until a block takes its time. A block of another length (the last one, or one taken before
 * the last change) has no information about the present length. Factors of two are enough, because the length need
 * only be right within a factor of a few. */
static void adapt_block(run_state *s, uint64_t count, double seconds)
{
#pragma omp critical(salvo_schedule)
    if (count == s->block) {
        if (seconds < s->block_min_s && s->block < s->block_max)
            s->block *= 2;
        else if (seconds > BLOCK_MAX_S && s->block > 1)
            s->block /= 2;
    }
}

/* No rank starts another block. */
static void stop_ranks(run_state *s)
{
    if (has_ranks(s) && !s->stopped_ranks)
        share_take(s->share, RANKS_STOP);
    s->stopped_ranks = true;
}

/* Keeps the failure of the earliest block. Blocks are taken in order and completed, so it is the same for any number
 * of threads. */
static void give_up(run_state *s, uint64_t at, salvo_status status, const salvo_error *why, salvo_error *err)
{
#pragma omp critical(salvo_schedule)
    if (s->status == SALVO_OK || at < s->failed_at) {
        s->status = status;
        s->failed_at = at;
        if (err)
            *err = *why;
        stop_ranks(s);
    }
}

/* Stops the run; blocks in progress are finished. */
static void break_off(run_state *s, salvo_stop by)
{
#pragma omp critical(salvo_schedule)
    {
        s->broken_off = true;
        s->schedule->stopped_by = by;
        stop_ranks(s);
    }
}

/* 0 to 1; among several limits the nearest counts. */
static double part_done(const run_state *s, uint64_t done, double elapsed)
{
    const salvo_plan *plan = s->schedule->plan;
    double part = s->foreseen ? (double)done / (double)s->foreseen : 0;

    if (plan->time_s > 0)
        part = fmax(part, elapsed / plan->time_s);
    return fmin(part, 1);
}

/* Only the first thread calls it, between its blocks, because a progress callback need not be safe for threads. It
 * reads the clock outside of the critical section, because that may cost as much as a short block. */
static void look_at_limits(run_state *s)
{
    const salvo_plan *plan = s->schedule->plan;
    double elapsed = omp_get_wtime() - s->began;
    salvo_progress progress = {.trials = 0};

#pragma omp critical(salvo_schedule)
    progress.trials = s->reached;
    progress.part = part_done(s, progress.trials, elapsed);
    if (progress.trials == 0) /* a stop before the first block would leave an answer without a trial */
        return;
    if (plan->progress && !plan->progress->report(plan->progress->context, &progress))
        break_off(s, SALVO_INTERRUPTED);
    else if (plan->time_s > 0 && elapsed >= plan->time_s)
        break_off(s, SALVO_STOPPED_BY_TIME);
}

/* Adds a thread's tally to the others'. */
static salvo_status add_tally(run_state *s, void *tally, salvo_error *err)
{
    const trial_job *job = s->job;
    packed numbers = {.n = 0};
    salvo_status status;

    job->pack(job->context, tally, &numbers);
    packed_rewind(&numbers);
    job->pack(job->context, s->into, &numbers);
    status = packed_status(&numbers, err);
    packed_free(&numbers);
    return status;
}

/* Stores pieces one by one, so that a killed run loses only those in progress. */
static salvo_status keep_pieces(run_state *s, void *tally, uint64_t first, uint64_t count, salvo_error *err)
{
    packed numbers = {.n = 0};
    salvo_status status = SALVO_OK;

    if (!s->share || !s->job->in_pieces || has_ranks(s))
        return SALVO_OK;
    s->job->pack(s->job->context, tally, &numbers);
#pragma omp critical(salvo_share)
    if (numbers.n > 1) /* more than the number of no bytes */
        status = share_keep(s->share, &s->shared, first, count, &numbers, err);
    packed_free(&numbers);
    return status;
}

/* Runs the trials of one block, and stores what the store needs. */
static salvo_status throw_block(run_state *s, void *tally, uint64_t first, uint64_t count, salvo_error *err)
{
    TRY(s->job->run(s->job->context, tally, first, count, err));
    return keep_pieces(s, tally, first, count, err);
}

/* Works until no block is left. Alone, only until block lengths have adapted, because a run of microseconds is over
 * before threads have started. Each thread has its own tally and adds it once, under the lock salvo_tally. */
static void work_on_blocks(run_state *s, bool alone, salvo_error *err)
{
    const trial_job *job = s->job;
    salvo_error own = {0};
    void *tally = job->tally_new(job->context);
    salvo_status status = tally ? SALVO_OK : salvo_fail_memory(&own);
    bool shared = false;
    uint64_t first = s->from, count = 0;

    while (status == SALVO_OK && !shared && take_block(s, &first, &count)) {
        double began = omp_get_wtime(), seconds;

        status = throw_block(s, tally, first, count, &own);
        seconds = omp_get_wtime() - began;
        adapt_block(s, count, seconds);
        shared = alone && (seconds >= s->block_min_s || count == s->block_max);
        if (omp_get_thread_num() == 0)
            look_at_limits(s);
    }
#pragma omp critical(salvo_tally)
    if (status == SALVO_OK)
        status = add_tally(s, tally, &own);
    if (tally)
        job->tally_free(job->context, tally);
    if (status != SALVO_OK)
        give_up(s, first, status, &own, err);
    if (alone)
        s->warm = shared;
}

/* Runs a trial range. Block lengths carry over from one range to the next; tallies are added at the end of each. One
 * thread starts alone, because most small questions are answered before a second thread wakes up. */
static void run_trial_range(run_state *s, void *into, uint64_t goal, salvo_error *err)
{
    s->into = into;
    s->from = s->at;
    s->goal = goal;
    s->handed = 0;
    s->exhausted = s->stopped_ranks = false;
    if (!s->warm && (s->block_max > 1 || goal - s->from == 1)) /* 1: pieces, which are worth sharing from the first
                                                                  on */
        work_on_blocks(s, true, err);
    if (!s->exhausted && s->handed < goal - s->from && !s->broken_off && s->status == SALVO_OK) {
#pragma omp parallel num_threads(s->schedule->plan->threads > 0 ? s->schedule->plan->threads : omp_get_max_threads())
        work_on_blocks(s, false, err);
    }
}

/* Adds the results of a trial range to the sum. */
static salvo_status note_trial_range(run_state *s, uint64_t count, packed *words, salvo_error *err)
{
    s->job->pack(s->job->context, s->job->sum, words);
    s->at += count;
    s->reached = s->at;
    s->schedule->done += count;
    return packed_status(words, err);
}

/* Calls the callback for a stop that reached another rank: every callback on the way must notice it, too. */
static void pass_on(run_state *s, int stopped_by)
{
    const salvo_progress_callback *watch = s->schedule->plan->progress;

    s->broken_off = s->broken_off || stopped_by;
    if (stopped_by)
        s->schedule->stopped_by = (salvo_stop)stopped_by;
    if (stopped_by != SALVO_INTERRUPTED || !has_ranks(s))
        return;
    s->share->interrupted = true;
    if (watch)
        watch->report(watch->context, &(salvo_progress){.trials = s->reached});
}

/* For share_settle. */
typedef struct rank_tally {
    const trial_job *job;
    void *tally;
} rank_tally;

static void pack_rank(void *context, packed *p)
{
    const rank_tally *of = context;

    if (of->tally)
        of->job->pack(of->job->context, of->tally, p);
}

/* Computes a trial range with all ranks: joins the results of this rank and of the others. */
static salvo_status settle_trial_range(run_state *s, void *tally, uint64_t goal, packed *words, salvo_error *err)
{
    settlement all = {.status = SALVO_OK};
    rank_tally own = {s->job, tally};
    salvo_status status;

    if (tally)
        run_trial_range(s, tally, goal, &all.error);
    else
        s->status = salvo_fail_memory(&all.error); /* the other ranks must be told */
    all.count = s->handed;
    all.status = s->status;
    all.failed_at = s->failed_at;
    all.stopped_by = s->broken_off ? (int)s->schedule->stopped_by : 0;
    status = share_settle(s->share, &s->shared, s->from, &all, pack_rank, &own, words, err);
    if (status == SALVO_OK && all.count != goal - s->from && !all.stopped_by)
        status = salvo_fail(err, SALVO_IO, "an internal check failed: of %llu trials or pieces, the ranks made %llu",
                            (unsigned long long)(goal - s->from), (unsigned long long)all.count);
    s->status = status;
    if (status != SALVO_OK)
        return status;
    pass_on(s, all.stopped_by);
    return note_trial_range(s, all.count, words, err);
}

static salvo_status work_together(run_state *s, uint64_t goal, packed *words, salvo_error *err)
{
    void *tally = s->job->tally_new(s->job->context);
    salvo_status status = settle_trial_range(s, tally, goal, words, err);

    if (tally)
        s->job->tally_free(s->job->context, tally);
    return status;
}

/* One step towards the goal: a trial range that is stored, is computed, or belongs to others. */
static salvo_status advance_shared(run_state *s, uint64_t goal, packed *words, salvo_error *err)
{
    share_step step;
    uint64_t until;
    salvo_status status = share_next(s->share, &s->shared, s->at, goal, &step, &until, words, err);

    if (status != SALVO_OK)
        return s->status = status;
    if (step == SHARE_FOUND)
        return s->status = note_trial_range(s, until - s->at, words, err);
    if (step == SHARE_WORK)
        return s->status = work_together(s, until, words, err);
    s->skipped = true;
    s->at = until;
    return SALVO_OK;
}

static void advance_towards(run_state *s, uint64_t goal, salvo_error *err)
{
    packed words = {.n = 0};

    if (s->share) {
        advance_shared(s, goal, &words, err);
        packed_free(&words);
        return;
    }
    run_trial_range(s, s->job->sum, goal, err);
    s->at = s->from + s->handed;
    s->schedule->done = s->at;
}

static salvo_status run_up_to(run_state *s, uint64_t goal, salvo_error *err)
{
    while (s->at < goal && !s->broken_off && s->status == SALVO_OK)
        advance_towards(s, goal, err);
    return s->status;
}

/* Negated comparisons, so that NaN is refused. A plan with only a time needs no precision. Any other plan needs trials
 * or a precision to end. */
salvo_status schedule_check(const salvo_plan *plan, salvo_error *err)
{
    if (plan->trials > PCG32_TRIALS_MAX)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "%llu trials are more than a seed has random numbers for; the "
                          "maximum is %llu",
                          (unsigned long long)plan->trials, (unsigned long long)PCG32_TRIALS_MAX);
    if (!(plan->time_s >= 0) || !isfinite(plan->time_s))
        return salvo_fail(err, SALVO_BAD_INPUT, "the time is not a number of seconds, as in 10");
    if (!plan->trials && plan->time_s > 0 && plan->precision == 0)
        return SALVO_OK;
    if (!plan->trials && !(plan->precision > 0 && plan->precision < 1))
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "the precision is not a half-width; give a number between 0 and 1, "
                          "as in 0.001");
    return SALVO_OK;
}

/* Whether the plan limits the work of the trials. */
static bool is_limited(const run_state *s)
{
    return s->schedule->plan->work_max && s->job->work;
}

/* The last look that the plan allows after those trials: the cap, which is itself a look; FIRST_LOOK times a power of
 * two; or as many as their work permits. Work counts dice, not time, so that a run ends alike on every machine. */
static uint64_t looks_within(const run_state *s, uint64_t done)
{
    const uint64_t most = s->schedule->plan->work_max;
    uint64_t work = is_limited(s) ? s->job->work(s->job->context) : 0, looks = done;

    while (looks < SALVO_TRIALS_CAP && 2 * work <= (most ? most : UINT64_MAX)) {
        looks *= 2;
        work *= 2;
    }
    return looks;
}

/* The look at which the run will be precise, if intervals shrink with the root of the trials: half the width needs
 * four times as many. Looks occur at each doubling. For the progress bar, and for parts. */
static uint64_t foresee(const run_state *s, uint64_t done, double width)
{
    const double needed = (double)done * width * width;
    const uint64_t most = looks_within(s, done);
    uint64_t looks = FIRST_LOOK;

    while (looks < most && (double)looks < needed)
        looks *= 2;
    return looks;
}

/* Assigns this part its share of the trials that follow a look that was not precise enough. A part cannot know when
 * all parts together are precise. So it divides the trials that the last such look predicts. Between those looks it
 * does not predict again, whatever its store contains, otherwise parts would divide different trials. A confidence
 * sequence is slightly wider than the law of the root says: up to 1.036 times between 2^16 and 2^32 trials. So the
 * prediction has a margin, because a second round of parts costs more than some extra trials. */
static void share_out_ahead(run_state *s, uint64_t look, double width)
{
    if (s->share && look == s->shared.until)
        share_out(&s->shared, look, foresee(s, look, width * AHEAD));
}

/* Looks occur at doubling numbers of trials: they are few enough to cost nothing, and a run makes at most twice the
 * trials it needs. The intervals are confidence sequences, so results may stop a run (statistics.h). A part looks as
 * long as it has all trials of the prefix, and ends with its share of the predicted ones. */
static salvo_status run_until_precise(run_state *s, salvo_error *err)
{
    for (uint64_t goal = is_limited(s) ? FIRST_LOOK_AT_WORK : FIRST_LOOK;; goal *= 2) {
        bool tired;
        salvo_status status = run_up_to(s, goal, err);
        double width;

        if (status != SALVO_OK || s->broken_off)
            return status;
        if (s->skipped)
            return run_up_to(s, s->shared.until, err);
        tired = looks_within(s, goal) < 2 * goal;
        if (goal < FIRST_LOOK && !tired)
            continue;
        width = s->job->width(s->job->context);
        s->schedule->stopped_by = width <= 1 ? SALVO_STOPPED_BY_PRECISION : SALVO_STOPPED_BY_CAP;
        if (width <= 1 || tired)
            return SALVO_OK;
        s->foreseen = foresee(s, goal, width);
        share_out_ahead(s, goal, width);
    }
}

/* Runs as many trials as the plan says, or as their work allows. */
static salvo_status run_trials(run_state *s, uint64_t trials, salvo_error *err)
{
    for (uint64_t look = FIRST_LOOK_AT_WORK; is_limited(s) && look < trials && !s->broken_off; look *= 2) {
        const salvo_status status = run_up_to(s, look, err);

        if (status != SALVO_OK)
            return status;
        if (looks_within(s, look) < 2 * look) {
            s->schedule->stopped_by = SALVO_STOPPED_BY_CAP;
            return SALVO_OK;
        }
    }
    return run_up_to(s, trials, err);
}

static salvo_status run_plan(run_state *s, salvo_error *err)
{
    const salvo_plan *plan = s->schedule->plan;

    if (plan->trials)
        return run_trials(s, plan->trials, err);
    if (plan->precision > 0)
        return run_until_precise(s, err);
    return run_up_to(s, PCG32_TRIALS_MAX, err);
}

/* Ends a job of which other parts have the rest. A run needs the results of pieces to continue. For trials any tally
 * is enough, because nobody sees the answer. */
static salvo_status end_part(run_state *s, salvo_error *err)
{
    s->share->incomplete = true;
    if (s->job->in_pieces)
        return salvo_fail(err, SALVO_STOPPED, "the run needs the other parts to continue");
    s->share = NULL;
    s->at = 0;
    return s->schedule->done ? SALVO_OK : run_up_to(s, 1, err);
}

/* One counter serves about a million requests a second, for any number of ranks. With more ranks, each must ask less
 * often. (scripts/scaling shows the curve.) */
static void lengthen_blocks(run_state *s)
{
    const double wanted = BLOCK_MIN_S * (1 + s->share->ranks->n / RANKS_AT_EASE);

    s->block_min_s = fmin(wanted, BLOCK_MAX_S / 2); /* otherwise blocks would grow and shrink in turn */
    s->block_max = s->schedule->block_far ? s->schedule->block_far : s->block_max;
}

/* Shared as the plan says, unless this job is part of a shared job. */
static salvo_status run_shared(run_state *s, salvo_share *share, salvo_error *err)
{
    const salvo_plan *plan = s->schedule->plan;
    salvo_status status;

    if (share->parts && plan->time_s > 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--shard and --time exclude each other, because parts end at a number of trials; give "
                          "one of them");
    share_begin(share, &s->shared, s->job->kind, plan->trials, s->job->in_pieces);
    if (!plan->trials) /* every part makes the first look, which is cheap, and predicts from it */
        share_out(&s->shared, FIRST_LOOK, FIRST_LOOK);
    s->share = s->job->kind ? share : NULL;
    if (has_ranks(s))
        lengthen_blocks(s);
    status = run_plan(s, err);
    if (status == SALVO_OK && s->skipped)
        status = end_part(s, err);
    share_end(share);
    return status;
}

/* The three ways to end, in the order of precedence: a number of trials, a precision, and the time (which
 * look_at_limits() checks in all of them). */
salvo_status schedule_run(schedule *s, const trial_job *job, salvo_error *err)
{
    run_state now = {.schedule = s, .job = job, .began = omp_get_wtime(), .status = SALVO_OK};
    salvo_share *share = s->plan->share;
    salvo_status status;

    s->done = 0;
    now.block_max = s->block_max;
    now.block_min_s = BLOCK_MIN_S;
    now.block = FIRST_BLOCK < s->block_max ? FIRST_BLOCK : s->block_max;
    s->stopped_by = s->plan->trials ? SALVO_STOPPED_BY_TRIALS : SALVO_STOPPED_BY_CAP;
    now.foreseen = s->plan->trials;
    status = share && !share->busy ? run_shared(&now, share, err) : run_plan(&now, err);
    s->seconds = omp_get_wtime() - now.began;
    return status;
}

/* An interval for a fixed number of trials is valid only if no results decided that number. A run that a signal or the
 * time stopped counts as not fixed. */
bool schedule_is_fixed(const schedule *s)
{
    return s->stopped_by == SALVO_STOPPED_BY_TRIALS;
}
