/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trials are handed out under one lock, in order, as blocks of adapted length. The lock is taken once a block, every
 * two milliseconds or so, and is no bottleneck. Whatever ends the run, blocks that were handed out are finished: `done`
 * is always the length of a prefix, which makes runs reproducible and extensible. */
#include "simulate/schedule.h"

#include <math.h>
#include <omp.h>

#include "rng/pcg32.h"

enum {
    FIRST_LOOK = 1 << 16,        /* trials before a run asks whether it is precise enough; then at each doubling */
    FIRST_LOOK_AT_WORK = 1 << 8, /* the same before it asks whether they are too much work */
    FIRST_BLOCK = 1 << 8,        /* trials: short, because the first trials tell how long a block should be */
};

/* A block should be long enough to be worth handing out, and short enough to be waited for: a signal, or the end of the
 * time, is noticed between blocks. */
static const double BLOCK_MIN_S = 0.002, BLOCK_MAX_S = 0.05;
static const double RANKS_AT_EASE = 500; /* with so many ranks, blocks are twice as long */
static const double AHEAD = 1.1;         /* what intervals are taken to be wider than they are, where parts foresee */

/* What the threads share. All of it is read and written in the critical section salvo_schedule, unless only one thread
 * runs; `schedule->plan`, `block_max`, `job`, `share`, `into`, `from` and `goal` do not change within a stretch. */
typedef struct run_state {
    schedule *schedule;
    const job *job;
    salvo_share *share; /* NULL: no other process works on it, and nothing is kept */
    share_job shared;
    void *into;        /* the tally to which those of threads are added: the sum, or that of this rank's share */
    double began;      /* omp_get_wtime, in s */
    uint64_t at;       /* the next trial that is not done */
    uint64_t from;     /* the stretch under way begins here ... */
    uint64_t goal;     /* ... and ends here */
    uint64_t handed;   /* trials of it that were handed out to threads of this process */
    uint64_t reached;  /* by all processes: for the progress */
    uint64_t foreseen; /* what the whole run is expected to take; 0: not known */
    uint64_t block;    /* trials of the next block */
    uint64_t block_max;
    double block_min_s;
    bool warm;          /* blocks take their time */
    bool broken_off;    /* no block is handed out any more */
    bool exhausted;     /* none is left in the stretch */
    bool stopped_ranks; /* of the stretch */
    bool skipped;       /* some trials belong to other parts */
    salvo_status status;
    uint64_t failed_at; /* the first trial of the first block that failed */
} run_state;

static bool has_ranks(const run_state *s)
{
    return s->share && share_has_ranks(s->share);
}

/* The next block, if there is one and nobody stopped the run; what is handed out will be done. Handed out in order and
 * always completed: the trials that were made are 0 to done - 1, whatever the number of threads. Ranks take
 * from one counter, which runs past the goal, and far past it when one of them stops. */
static bool take_block(run_state *s, uint64_t *first, uint64_t *count)
{
    bool taken; /* another thread may find that nothing is left as soon as this one is out of the critical section */

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

/* Blocks grow and shrink until one takes its time. A block of another length (the last one, or one that was handed out
 * before the last change) says nothing about the present length. Factors of two: the length need not be right, only
 * within a factor of a few. */
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

/* No rank begins another block. */
static void stop_ranks(run_state *s)
{
    if (has_ranks(s) && !s->stopped_ranks)
        share_take(s->share, RANKS_STOP);
    s->stopped_ranks = true;
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
        stop_ranks(s);
    }
}

/* Blocks that are under way are finished. */
static void break_off(run_state *s, salvo_stop by)
{
#pragma omp critical(salvo_schedule)
    {
        s->broken_off = true;
        s->schedule->stopped_by = by;
        stop_ranks(s);
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
    salvo_progress progress = {.trials = 0};

#pragma omp critical(salvo_schedule)
    progress.trials = s->reached;
    progress.part = part_done(s, progress.trials, elapsed);
    if (progress.trials == 0) /* a stop before the first block would leave an answer without a trial */
        return;
    if (plan->watch && !plan->watch->look(plan->watch->context, &progress))
        break_off(s, SALVO_INTERRUPTED);
    else if (plan->time_s > 0 && elapsed >= plan->time_s)
        break_off(s, SALVO_STOPPED_BY_TIME);
}

/* Adds a thread's tally to the others'. */
static salvo_status fold(run_state *s, void *tally, salvo_error *err)
{
    const job *l = s->job;
    packed numbers = {.n = 0};
    salvo_status status;

    l->pack(l->context, tally, &numbers);
    packed_rewind(&numbers);
    l->pack(l->context, s->into, &numbers);
    status = packed_status(&numbers, err);
    packed_free(&numbers);
    return status;
}

/* Pieces are kept one by one, so that a run that is killed loses only those under way. */
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

/* Throws the trials of one block, and keeps what a store wants of them. */
static salvo_status throw_block(run_state *s, void *tally, uint64_t first, uint64_t count, salvo_error *err)
{
    salvo_status status = s->job->run(s->job->context, tally, first, count, err);

    if (status != SALVO_OK)
        return status;
    return keep_pieces(s, tally, first, count, err);
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
    uint64_t first = s->from, count = 0;

    while (status == SALVO_OK && !shared && take_block(s, &first, &count)) {
        double began = omp_get_wtime(), seconds;

        status = throw_block(s, tally, first, count, &own);
        seconds = omp_get_wtime() - began;
        adapt_block(s, count, seconds);
        shared = alone && (seconds >= s->block_min_s || count == s->block_max);
        if (omp_get_thread_num() == 0)
            look(s);
    }
#pragma omp critical(salvo_tally)
    if (status == SALVO_OK)
        status = fold(s, tally, &own);
    if (tally)
        l->tally_free(l->context, tally);
    if (status != SALVO_OK)
        give_up(s, first, status, &own, err);
    if (alone)
        s->warm = shared;
}

/* A goal may come back several times: blocks keep their length, tallies are added up at the end of each. One thread
 * begins alone, because most answers of small questions are complete before a second thread has woken up. */
static void run_stretch(run_state *s, void *into, uint64_t goal, salvo_error *err)
{
    s->into = into;
    s->from = s->at;
    s->goal = goal;
    s->handed = 0;
    s->exhausted = s->stopped_ranks = false;
    if (!s->warm && (s->block_max > 1 || goal - s->from == 1)) /* 1: pieces, worth sharing from the first on */
        work(s, true, err);
    if (!s->exhausted && s->handed < goal - s->from && !s->broken_off && s->status == SALVO_OK) {
#pragma omp parallel num_threads(s->schedule->plan->threads > 0 ? s->schedule->plan->threads : omp_get_max_threads())
        work(s, false, err);
    }
}

/* What a stretch has come to joins the sum. */
static salvo_status note_stretch(run_state *s, uint64_t count, packed *words, salvo_error *err)
{
    s->job->pack(s->job->context, s->job->sum, words);
    s->at += count;
    s->reached = s->at;
    s->schedule->done += count;
    return packed_status(words, err);
}

/* The callback of a stop that came to another rank: whoever stands between it and the schedule must hear of it, too. */
static void pass_on(run_state *s, int stopped_by)
{
    const salvo_progress_callback *watch = s->schedule->plan->watch;

    s->broken_off = s->broken_off || stopped_by;
    if (stopped_by)
        s->schedule->stopped_by = (salvo_stop)stopped_by;
    if (stopped_by != SALVO_INTERRUPTED || !has_ranks(s))
        return;
    s->share->interrupted = true;
    if (watch)
        watch->look(watch->context, &(salvo_progress){.trials = s->reached});
}

/* For share_settle. */
typedef struct rank_tally {
    const job *job;
    void *tally;
} rank_tally;

static void pack_rank(void *context, packed *p)
{
    const rank_tally *of = context;

    if (of->tally)
        of->job->pack(of->job->context, of->tally, p);
}

/* Works out a stretch with all ranks: what this one did is settled with what the others did. */
static salvo_status settle_stretch(run_state *s, void *tally, uint64_t goal, packed *words, salvo_error *err)
{
    settlement all = {.status = SALVO_OK};
    rank_tally own = {s->job, tally};
    salvo_status status;

    if (tally)
        run_stretch(s, tally, goal, &all.error);
    else
        s->status = salvo_fail_memory(&all.error); /* the other ranks must hear of it */
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
    return note_stretch(s, all.count, words, err);
}

static salvo_status work_together(run_state *s, uint64_t goal, packed *words, salvo_error *err)
{
    void *tally = s->job->tally_new(s->job->context);
    salvo_status status = settle_stretch(s, tally, goal, words, err);

    if (tally)
        s->job->tally_free(s->job->context, tally);
    return status;
}

/* One step towards the goal: a stretch that is stored, one that is worked out, or one that is none of ours. */
static salvo_status advance_shared(run_state *s, uint64_t goal, packed *words, salvo_error *err)
{
    share_step step;
    uint64_t until;
    salvo_status status = share_next(s->share, &s->shared, s->at, goal, &step, &until, words, err);

    if (status != SALVO_OK)
        return s->status = status;
    if (step == SHARE_FOUND)
        return s->status = note_stretch(s, until - s->at, words, err);
    if (step == SHARE_WORK)
        return s->status = work_together(s, until, words, err);
    s->skipped = true;
    s->at = until;
    return SALVO_OK;
}

static void advance(run_state *s, uint64_t goal, salvo_error *err)
{
    packed words = {.n = 0};

    if (s->share) {
        advance_shared(s, goal, &words, err);
        packed_free(&words);
        return;
    }
    run_stretch(s, s->job->sum, goal, err);
    s->at = s->from + s->handed;
    s->schedule->done = s->at;
}

static salvo_status run_up_to(run_state *s, uint64_t goal, salvo_error *err)
{
    while (s->at < goal && !s->broken_off && s->status == SALVO_OK)
        advance(s, goal, err);
    return s->status;
}

/* Negated comparisons, so that NaN is refused. A plan with a time alone needs no precision; otherwise one of trials and
 * precision must say when to stop. */
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

/* Whether trials are work that the plan limits. */
static bool is_limited(const run_state *s)
{
    return s->schedule->plan->work_max && s->job->work;
}

/* The last look that the plan allows after those trials: the cap, which is itself a look, FIRST_LOOK times a power of two, or
 * as many as their work leaves room for. Counted in dice and never by a clock, so that a run ends alike on every machine. */
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

/* The look at which the run will be precise, if intervals shrink with the root of the trials: half as wide needs four
 * times as many, and looks come at each doubling. For the progress bar, and for parts. */
static uint64_t foresee(const run_state *s, uint64_t done, double width)
{
    const double needed = (double)done * width * width;
    const uint64_t most = looks_within(s, done);
    uint64_t looks = FIRST_LOOK;

    while (looks < most && (double)looks < needed)
        looks *= 2;
    return looks;
}

/* Trials that follow a look which was not precise enough, and which one part of the run has been given a share of. Nobody
 * can tell a part when all parts together are precise: it shares out what the last such look foresees. Between those looks it
 * does not foresee anew, whatever it has in its store, or parts would not divide the same trials. A sequence pays for being
 * valid at any time: between 2^16 and 2^32 trials it is up to 1.036 times as wide as the law of the root says. So a little
 * more is foreseen; a second round of parts costs more than some trials too many. */
static void share_out_ahead(run_state *s, uint64_t look, double width)
{
    if (s->share && look == s->shared.until)
        share_out(&s->shared, look, foresee(s, look, width * AHEAD));
}

/* Looks at doubling numbers of trials: few enough to cost nothing, and a run makes at most twice the trials it needs.
 * The intervals are confidence sequences, so stopping by what they show is allowed (statistics.h). A part looks as long as
 * it has all trials of the prefix, and ends with its share of what is foreseen. */
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

/* As many trials as the plan says, or as many as their work allows. */
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

static salvo_status check_parts(const salvo_plan *plan, salvo_error *err)
{
    if (plan->time_s > 0)
        return salvo_fail(err, SALVO_BAD_INPUT,
                          "--shard and --time exclude each other, because parts end at a number of trials; give "
                          "one of them");
    return SALVO_OK;
}

/* What is left of a job when other parts have the rest of it. Results of pieces are needed to go on; of trials a tally of
 * any is enough, because nobody sees the answer. */
static salvo_status end_part(run_state *s, salvo_error *err)
{
    s->share->incomplete = true;
    if (s->job->in_pieces)
        return salvo_fail(err, SALVO_STOPPED, "the run needs the other parts to continue");
    s->share = NULL;
    s->at = 0;
    return s->schedule->done ? SALVO_OK : run_up_to(s, 1, err);
}

/* One counter serves about a million requests a second, whatever the number of ranks: the more there are, the less often
 * each may ask. (scripts/scaling shows the curve.) */
static void lengthen_blocks(run_state *s)
{
    const double wanted = BLOCK_MIN_S * (1 + s->share->ranks->n / RANKS_AT_EASE);

    s->block_min_s = fmin(wanted, BLOCK_MAX_S / 2); /* or blocks would grow and shrink in turn */
    s->block_max = s->schedule->block_far ? s->schedule->block_far : s->block_max;
}

/* Shared with whom the plan says, unless this is a part of a job that is shared itself. */
static salvo_status run_shared(run_state *s, salvo_share *share, salvo_error *err)
{
    const salvo_plan *plan = s->schedule->plan;
    salvo_status status = share->parts ? check_parts(plan, err) : SALVO_OK;

    if (status != SALVO_OK)
        return status;
    share_begin(share, &s->shared, s->job->kind, plan->trials, s->job->in_pieces);
    if (!plan->trials) /* the first look is cheap: every part makes it, and knows what it is in for */
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

/* The three ways to end, in the order of precedence: a number of trials, a precision, and the time (which look()
 * watches in all of them). */
salvo_status schedule_run(schedule *s, const job *l, salvo_error *err)
{
    run_state now = {.schedule = s, .job = l, .began = omp_get_wtime(), .status = SALVO_OK};
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

/* An interval for a fixed number of trials may be used only if nothing that was seen decided on that number; a run that
 * was stopped by a signal or by time counts as not fixed. */
bool schedule_is_fixed(const schedule *s)
{
    return s->stopped_by == SALVO_STOPPED_BY_TRIALS;
}
