/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run from plan to report. The schedule's threads collect counts. All floating point follows the last trial, and
 * outcomes are reported in ascending order, so the report depends only on the counts. */
#include <salvo/arena.h>
#include <salvo/simulate.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "rules/fault.h"
#include "simulate/engine.h"
#include "simulate/reference_engine.h"
#include "simulate/schedule.h"

enum { BLOCK_TRIALS = 1 << 18 }; /* a thread's portion: a few tenths of a millisecond for the kernels */

/* In C, a constant cannot be made from another one. */
#define PLAN                          \
    {                                 \
        .seed = 1, .precision = 0.001 \
    }

const salvo_plan SALVO_PLAN = PLAN;
const salvo_approach SALVO_APPROACH = {.method = SALVO_EXACT, .plan = PLAN};

const char *const SALVO_PRECISION_OF[SALVO_N_PRECISION_OF + 1] = {"win", "turns", "losses", "survivors", "all"};

const char *const SALVO_STOPPED_BY[] = {
    [SALVO_STOPPED_BY_TRIALS] = "trials", [SALVO_STOPPED_BY_PRECISION] = "precision", [SALVO_STOPPED_BY_CAP] = "cap",
    [SALVO_STOPPED_BY_TIME] = "time",     [SALVO_INTERRUPTED] = "interrupt",
};

/* A run: its question, its method, and its results so far. */
typedef struct run {
    const salvo_question *question; /* borrowed, like the plan */
    const salvo_plan *plan;
    engine engine;
    score score;
    schedule schedule;
    outcome_counts counted; /* after all trials */
} run;

/* A thread's own score; NULL if memory is out. */
static void *new_tally(void *context)
{
    const run *r = context;
    score *own = malloc(sizeof *own);

    if (own && score_init(own, &r->engine))
        return own;
    if (own)
        score_free(own); /* A failed score_init may own part of it. */
    free(own);
    return NULL;
}

static salvo_status run_block(void *context, void *t, uint64_t first, uint64_t count, salvo_error *err)
{
    const run *r = context;
    trial_range s = {r->plan->seed, first, count};

    return engine_run(&r->engine, &s, t, err);
}

static void pack_tally(void *context, void *t, packed *p)
{
    const run *r = context;

    score_pack(t, &r->engine, p);
}

static void drop_tally(void *context, void *t)
{
    (void)context;
    score_free(t);
    free(t);
}

/* Intervals for a fixed size are valid only if no results ended the run. */
static salvo_interval probability_interval(const run *r, uint64_t count)
{
    return schedule_is_fixed(&r->schedule) ? salvo_wilson(count, r->score.tally.trials)
                                           : salvo_sequence(count, r->score.tally.trials);
}

/* The same distinction as for probabilities. */
static salvo_interval mean_interval(const run *r, size_t k, const salvo_moments *moments)
{
    salvo_interval range = engine_range(&r->engine, k);

    return schedule_is_fixed(&r->schedule) ? salvo_mean_student(moments, range) : salvo_mean_sequence(moments, range);
}

static double half_width(salvo_interval i)
{
    return (i.high - i.low) / 2;
}

/* The widest interval of a mean, relative to the greater of 1 and the mean. Means with an unbounded interval do not
 * count, otherwise no run would ever end. Relative above 1, because half a turn in a hundred is as precise as half a
 * percent of a chance. */
static double widest_mean(const run *r)
{
    double widest = 0;

    for (size_t k = 0; k < r->question->procedure->n_expectations && score_has_means(&r->score, &r->engine); k++) {
        salvo_moments moments = score_moments(&r->score, &r->engine, k);
        double width = half_width(salvo_mean_sequence(&moments, engine_range(&r->engine, k)));

        if (isfinite(width))
            widest = fmax(widest, width / fmax(1, fabs(salvo_moments_mean(&moments))));
    }
    return widest;
}

/* The widest interval during the run, in units of the precision: of every outcome, and of all else that the precision
 * covers. It sorts and merges at every look, but looks occur only at doublings. */
static double widest(void *context)
{
    const run *r = context;
    double widest = 0;
    outcome_counts counted;

    if (score_outcomes(&counted, &r->score, &r->engine, NULL) != SALVO_OK)
        return INFINITY; /* not precise, so the run continues; the report will say that memory is out */
    for (size_t i = 0; i < counted.n; i++)
        widest = fmax(widest, half_width(salvo_sequence(counted.counts[i], r->score.tally.trials)));
    outcome_counts_free(&counted);
    if (r->plan->precision_of != SALVO_OF_WIN)
        widest = fmax(widest, widest_mean(r));
    return widest / r->plan->precision;
}

static uint64_t work_so_far(void *context)
{
    const run *r = context;

    return reference_engine_work(r->question->book, r->score.thrown);
}

/* The schedule calls back from all threads. */
static salvo_status run_trials(run *r, salvo_error *err)
{
    const trial_job job = {.context = r,
                           .sum = &r->score,
                           .tally_new = new_tally,
                           .run = run_block,
                           .pack = pack_tally,
                           .tally_free = drop_tally,
                           .width = widest,
                           .work = r->engine.reference_engine ? work_so_far : NULL,
                           .kind = job_kind("trials of a question")};

    r->schedule = (schedule){.plan = r->plan, .block_max = BLOCK_TRIALS, .block_far = (uint64_t)BLOCK_TRIALS << 6};
    return schedule_run(&r->schedule, &job, err);
}

static salvo_estimate estimate(double value, salvo_interval interval)
{
    return (salvo_estimate){value, interval.low, interval.high};
}

/* The arena owns labels; score_outcomes has sorted counts. Every outcome of the engine is reported, even if it never
 * occurred, because a count of 0 has an interval, too. */
static salvo_status report_counts(salvo_simulation *s, const run *r, salvo_error *err)
{
    const outcome_counts *counted = &r->counted;

    s->counts = salvo_arena_array(s->memory, counted->n, sizeof *s->counts);
    if (!s->counts)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < counted->n; i++) {
        salvo_count *c = &s->counts[s->n_counts++];
        char label[SALVO_LABEL_MAX]; /* on the stack; copied into the arena below */

        salvo_outcome_label(r->question, counted->outcomes[i], label);
        c->outcome = counted->outcomes[i];
        c->count = counted->counts[i];
        /* There is at least one trial. */
        c->probability = estimate((double)c->count / (double)s->trials, probability_interval(r, c->count));
        if (!(c->label = salvo_arena_text(s->memory, label)))
            return salvo_fail_memory(err);
    }
    s->hash = salvo_counts_hash(counted->counts, counted->n);
    return SALVO_OK;
}

static salvo_status report_means(salvo_simulation *s, const run *r, salvo_error *err)
{
    const salvo_procedure *p = r->question->procedure;

    s->means = salvo_arena_array(s->memory, p->n_expectations, sizeof *s->means);
    if (!s->means)
        return salvo_fail_memory(err);
    for (size_t k = 0; k < p->n_expectations && score_has_means(&r->score, &r->engine); k++) {
        /* An expectation may be in parts of its unit, because gains are whole numbers. */
        double parts = p->expectations[k].parts > 1 ? (double)p->expectations[k].parts : 1;
        salvo_moments moments = score_moments(&r->score, &r->engine, k);
        salvo_interval interval = mean_interval(r, k, &moments);

        if (p->expects && !p->expects(r->question->situation, k)) /* it has no meaning with these parameters */
            continue;
        interval = (salvo_interval){interval.low / parts, interval.high / parts};
        s->means[s->n_means++] =
            (salvo_sampled_mean){k, p->expectations[k].name, estimate(salvo_moments_mean(&moments) / parts, interval)};
    }
    return SALVO_OK;
}

/* The turns up to the last one in which a trial ended. Later turns would be rows of zeros. */
static size_t last_turn(const run *r)
{
    size_t last = 0;

    for (size_t i = 0; i < score_endings(&r->score, &r->engine); i++) {
        ending one = score_ending(&r->score, &r->engine, i);

        if (one.count && one.turn > last)
            last = one.turn;
    }
    return last;
}

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* An ending's outcome is always counted, because the counts were made from the same endings. */
static size_t place_of(const run *r, int outcome)
{
    const int *found = bsearch(&outcome, r->counted.outcomes, r->counted.n, sizeof outcome, by_value);

    return (size_t)(found - r->counted.outcomes);
}

/* One array holds all counts, turn by turn. */
static salvo_status report_turns(salvo_simulation *s, const run *r, salvo_error *err)
{
    size_t n = last_turn(r);
    uint64_t *counts = salvo_arena_array(s->memory, n * s->n_counts, sizeof *counts);

    s->turns_known = r->engine.turns_told;
    s->turns = salvo_arena_array(s->memory, n, sizeof *s->turns);
    if (!s->turns || !counts)
        return salvo_fail_memory(err); /* NULL only if memory is out: an empty array is not NULL */
    for (; s->n_turns < n; s->n_turns++)
        s->turns[s->n_turns] = (salvo_sampled_turn){(int64_t)s->n_turns + 1, counts + s->n_turns * s->n_counts};
    for (size_t i = 0; i < score_endings(&r->score, &r->engine); i++) {
        ending one = score_ending(&r->score, &r->engine, i);

        if (one.turn && one.count)
            counts[(one.turn - 1) * s->n_counts + place_of(r, one.outcome)] += one.count;
    }
    return SALVO_OK;
}

/* All numbers come from the sum of the scores, after all threads have ended. */
static salvo_status report(salvo_simulation *s, const run *r, salvo_error *err)
{
    s->seed = r->plan->seed;
    s->trials = r->score.tally.trials;
    s->stopped_by = r->schedule.stopped_by;
    s->seconds = r->schedule.seconds;
    s->precision = r->plan->trials ? 0 : r->plan->precision;
    s->precision_of = r->plan->precision_of;
    s->isa = engine_name(&r->engine);
    if (r->engine.reference_engine)
        /* For outcomes that only the exact engine lists, and that never occurred. */
        s->unseen = estimate(0, probability_interval(r, 0));
    if (r->engine.why[0] && !(s->why = salvo_arena_text(s->memory, r->engine.why)))
        return salvo_fail_memory(err);
    TRY(report_counts(s, r, err));
    TRY(report_means(s, r, err));
    return report_turns(s, r, err);
}

static salvo_status simulate(salvo_simulation *s, run *r, salvo_error *err)
{
    TRY(schedule_check(r->plan, err));
    TRY(engine_prepare(&r->engine, r->question, r->plan, err));
    if (!score_init(&r->score, &r->engine))
        return salvo_fail_memory(err);
    TRY(run_trials(r, err));
    TRY(score_outcomes(&r->counted, &r->score, &r->engine, err));
    return report(s, r, err);
}

salvo_status salvo_simulate(salvo_simulation *simulation, const salvo_question *question, const salvo_plan *plan,
                            salvo_error *err)
{
    run r = {.question = question, .plan = plan ? plan : &SALVO_PLAN};
    salvo_status status;

    *simulation = (salvo_simulation){.memory = salvo_arena_new()};
    status = simulation->memory ? simulate(simulation, &r, err) : salvo_fail_memory(err);
    status = salvo_fault_or(status, question->book, err);
    score_free(&r.score);
    engine_free(&r.engine);
    outcome_counts_free(&r.counted);
    if (status != SALVO_OK)
        salvo_simulation_free(simulation);
    return status;
}

salvo_estimate salvo_simulation_estimate(const salvo_simulation *simulation, uint64_t count)
{
    /* The rule of schedule_is_fixed, when the schedule no longer exists. */
    salvo_interval i = simulation->stopped_by == SALVO_STOPPED_BY_TRIALS ? salvo_wilson(count, simulation->trials)
                                                                         : salvo_sequence(count, simulation->trials);

    return estimate((double)count / (double)simulation->trials, i);
}

void salvo_simulation_free(salvo_simulation *simulation)
{
    salvo_arena_free(simulation->memory);
    memset(simulation, 0, sizeof *simulation);
}

static const salvo_count *find_count(const salvo_simulation *s, int outcome)
{
    for (size_t i = 0; i < s->n_counts; i++)
        if (s->counts[i].outcome == outcome)
            return &s->counts[i];
    return NULL;
}

/* Outcomes that the exact engine does not list have probability 0. Linear search: there are few outcomes, and this
 * runs once. */
static bool is_possible(const salvo_odds *odds, int outcome)
{
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (odds->outcomes[i].outcome == outcome)
            return true;
    return false;
}

/* Compares every possible outcome, and every other one that occurred: its probability is 0, and salvo_agreement
 * refuses it. NaN if memory is out. */
salvo_chi_square salvo_simulation_agrees(const salvo_simulation *simulation, const salvo_odds *odds)
{
    double *exact = calloc(simulation->n_counts + odds->n_outcomes + 1, sizeof *exact);
    uint64_t *counts = calloc(simulation->n_counts + odds->n_outcomes + 1, sizeof *counts);
    salvo_agreement_test test = {.p = NAN};
    size_t n = 0;

    for (size_t i = 0; exact && counts && i < odds->n_outcomes; i++) {
        const salvo_count *found = find_count(simulation, odds->outcomes[i].outcome);

        exact[n] = odds->outcomes[i].probability.value;
        counts[n++] = found ? found->count : 0;
    }
    for (size_t i = 0; exact && counts && i < simulation->n_counts; i++)
        if (!is_possible(odds, simulation->counts[i].outcome))
            counts[n++] = simulation->counts[i].count;
    if (exact && counts)
        test = salvo_agreement(exact, counts, n, simulation->trials);
    free(exact);
    free(counts);
    return (salvo_chi_square){test.chi2, test.df, test.p};
}
