/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trials from plan to report, with any engine. The schedule's threads collect counts. All floating point follows the
 * last trial, and outcomes are reported in ascending order, so the report depends only on the counts. */
#include <salvo/arena.h>
#include <salvo/simulate.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "rules/fault.h"
#include "simulate/trial_run.h"

/* In C, a constant cannot be made from another one. */
#define PLAN                          \
    {                                 \
        .seed = 1, .precision = 0.001 \
    }

const salvo_plan SALVO_PLAN = PLAN;
const salvo_approach SALVO_APPROACH = {.method = SALVO_EXACT, .plan = PLAN};

const char *const SALVO_PRECISION_OF[SALVO_N_PRECISION_OF] = {"win", "turns", "losses", "survivors", "all"};

const char *const SALVO_STOPPED_BY[] = {
    [SALVO_STOPPED_BY_TRIALS] = "trials", [SALVO_STOPPED_BY_PRECISION] = "precision", [SALVO_STOPPED_BY_CAP] = "cap",
    [SALVO_STOPPED_BY_TIME] = "time",     [SALVO_INTERRUPTED] = "interrupt",
};

/* The schedule's callbacks, which all threads call, go to the engine. */

static void *new_tally(void *context)
{
    const trial_run *r = context;

    return r->engine.kind->tally_new(&r->engine);
}

static void free_tally(void *context, void *t)
{
    const trial_run *r = context;

    r->engine.kind->tally_free(t);
}

static salvo_status run_with_engine(void *context, void *t, uint64_t first, uint64_t count, salvo_error *err)
{
    const trial_run *r = context;
    const trial_range trials = {r->plan->seed, first, count};

    return r->engine.kind->run(&r->engine, &trials, t, err);
}

static void pack_tally(void *context, void *t, packed *p)
{
    const trial_run *r = context;

    r->engine.kind->pack(t, p);
}

static uint64_t work_so_far(void *context)
{
    const trial_run *r = context;

    return r->engine.kind->work(&r->engine, r->sum);
}

static double widest_so_far(void *context)
{
    const trial_run *r = context;

    return r->set->widest(r);
}

/* What must hold in every run: no trial is missing. Without it, an engine that lost one would produce chances that add
 * up to less than 1. */
static salvo_status check_sum(const trial_run *r, salvo_error *err)
{
    uint64_t ended = 0;

    for (size_t i = 0; i < engine_endings(r->sum); i++)
        ended += engine_ending(&r->engine, r->sum, i).count;
    return ended == r->sum->trials
               ? SALVO_OK
               : salvo_fail(err, SALVO_TOO_LARGE, "an internal check failed: trials were begun that never ended");
}

salvo_status trial_run_prepare(trial_run *r, const engine_set *set, const salvo_question *question,
                               const salvo_plan *plan, salvo_error *err)
{
    *r = (trial_run){.set = set, .plan = plan};
    TRY(schedule_check(plan, err));
    return engine_choose(&r->engine, set->kinds, question, plan, err);
}

static void free_sum(trial_run *r)
{
    if (r->sum)
        r->engine.kind->tally_free(r->sum);
    r->sum = NULL;
}

void trial_run_free(trial_run *r)
{
    free_sum(r);
    engine_free(&r->engine);
}

salvo_status trial_run_all(trial_run *r, salvo_error *err)
{
    const engine_kind *kind = r->engine.kind;
    trial_job job = {.context = r,
                     .tally_new = new_tally,
                     .run = run_with_engine,
                     .pack = pack_tally,
                     .tally_free = free_tally,
                     .width = widest_so_far,
                     .work = r->engine.limited ? work_so_far : NULL,
                     .kind = job_kind(kind->job)};

    free_sum(r); /* from an earlier run */
    job.sum = r->sum = kind->tally_new(&r->engine);
    if (!r->sum)
        return salvo_fail_memory(err);
    r->schedule = (schedule){.plan = r->plan, .block_max = kind->block_max, .block_far = kind->block_max << 6};
    TRY(schedule_run(&r->schedule, &job, err));
    return check_sum(r, err);
}

static double half_width(salvo_interval i)
{
    return (i.high - i.low) / 2;
}

/* The widest interval of a mean, relative to the greater of 1 and the mean. Means with an unbounded interval do not
 * count, otherwise no run would ever end. Relative above 1, because half a turn in a hundred is as precise as half a
 * percent of a chance. */
static double widest_mean(const trial_run *r)
{
    const engine *e = &r->engine;
    double widest = 0;

    for (size_t k = 0; k < e->question->procedure->n_expectations; k++) {
        salvo_moments moments;
        double width;

        if (!e->kind->has_mean(e, r->sum, k))
            continue;
        moments = e->kind->moments(e, r->sum, k);
        width = half_width(salvo_mean_sequence(&moments, e->kind->range(e, r->sum, k)));
        if (isfinite(width))
            widest = fmax(widest, width / fmax(1, fabs(salvo_moments_mean(&moments))));
    }
    return widest;
}

/* Covers every outcome, and every mean if the precision is not that of a win. It sorts and merges at every look, but
 * looks occur only at doublings. */
static double widest_of_question(const trial_run *r)
{
    double widest = 0;
    outcome_counts counted;

    if (engine_outcomes(&counted, &r->engine, r->sum, false, NULL) != SALVO_OK)
        return INFINITY;
    for (size_t i = 0; i < counted.n; i++)
        widest = fmax(widest, half_width(salvo_sequence(counted.counts[i], r->sum->trials)));
    outcome_counts_free(&counted);
    if (r->plan->precision_of != SALVO_OF_WIN)
        widest = fmax(widest, widest_mean(r));
    return widest / r->plan->precision;
}

/* Otherwise the caller asked for exact numbers and waits for them. */
static uint64_t effort_for_question(const salvo_question *question)
{
    (void)question;
    return SALVO_EFFORT;
}

static const engine_kind *const OF_QUESTIONS[] = {&WALK_ENGINE, &REFERENCE_ENGINE, NULL};
const engine_set QUESTION_ENGINES = {
    .solve = salvo_odds_solve,
    .effort = effort_for_question,
    .kinds = OF_QUESTIONS,
    .widest = widest_of_question,
    .fast = "the kernels",
};

/* Whether the number of trials was fixed before the first one (schedule_is_fixed), when the schedule no longer
 * exists. */
static bool is_fixed(const salvo_simulation *s)
{
    return s->stopped_by == SALVO_STOPPED_BY_TRIALS;
}

static salvo_estimate estimate(double value, salvo_interval interval)
{
    return (salvo_estimate){value, interval.low, interval.high};
}

/* There is at least one trial. */
salvo_estimate salvo_simulation_estimate(const salvo_simulation *simulation, uint64_t count)
{
    const uint64_t trials = simulation->trials;

    return estimate((double)count / (double)trials,
                    is_fixed(simulation) ? salvo_wilson(count, trials) : salvo_sequence(count, trials));
}

salvo_estimate simulation_mean(const salvo_simulation *s, const salvo_moments *moments, salvo_interval range,
                               double parts)
{
    const salvo_interval i = is_fixed(s) ? salvo_mean_student(moments, range) : salvo_mean_sequence(moments, range);

    return estimate(salvo_moments_mean(moments) / parts, (salvo_interval){i.low / parts, i.high / parts});
}

/* Where all possible outcomes are listed, their counts are what identifies a run. */
static salvo_status hash_outcomes(salvo_simulation *s, const outcome_counts *counted, bool with_numbers,
                                  salvo_error *err)
{
    uint64_t *pairs;

    if (!with_numbers) {
        s->hash = salvo_counts_hash(counted->counts, counted->n);
        return SALVO_OK;
    }
    pairs = salvo_arena_array(s->memory, 2 * counted->n, sizeof *pairs);
    if (!pairs)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < counted->n; i++) {
        pairs[2 * i] = (uint64_t)counted->outcomes[i];
        pairs[2 * i + 1] = counted->counts[i];
    }
    s->hash = salvo_counts_hash(pairs, 2 * counted->n);
    return SALVO_OK;
}

/* The arena owns labels. An outcome that can occur is reported even if it never did, because a count of 0 has an
 * interval, too. */
static salvo_status report_counts(salvo_simulation *s, const trial_run *r, const outcome_counts *counted,
                                  salvo_error *err)
{
    s->counts = salvo_arena_array(s->memory, counted->n, sizeof *s->counts);
    if (!s->counts)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < counted->n; i++) {
        salvo_count *c = &s->counts[s->n_counts++];
        char label[SALVO_LABEL_MAX]; /* on the stack; copied into the arena below */

        salvo_outcome_label(r->engine.question, counted->outcomes[i], label);
        *c = (salvo_count){.outcome = counted->outcomes[i],
                           .label = salvo_arena_text(s->memory, label),
                           .count = counted->counts[i],
                           .probability = salvo_simulation_estimate(s, counted->counts[i])};
        if (!c->label)
            return salvo_fail_memory(err);
    }
    return hash_outcomes(s, counted, r->set->lists_occurred, err);
}

static salvo_status report_means(salvo_simulation *s, const trial_run *r, salvo_error *err)
{
    const engine *e = &r->engine;
    const salvo_procedure *p = e->question->procedure;

    s->means = salvo_arena_array(s->memory, p->n_expectations, sizeof *s->means);
    if (!s->means)
        return salvo_fail_memory(err);
    for (size_t k = 0; k < p->n_expectations; k++) {
        /* An expectation may be in parts of its unit, because gains are whole numbers. */
        const double parts = p->expectations[k].parts > 1 ? (double)p->expectations[k].parts : 1;
        salvo_moments moments;

        if (!e->kind->has_mean(e, r->sum, k))
            continue;
        if (p->expects && !p->expects(e->question->situation, k)) /* it has no meaning with these parameters */
            continue;
        moments = e->kind->moments(e, r->sum, k);
        s->means[s->n_means++] = (salvo_sampled_mean){
            k, p->expectations[k].name, simulation_mean(s, &moments, e->kind->range(e, r->sum, k), parts)};
    }
    return SALVO_OK;
}

/* The turns up to the last one in which a trial ended. Later turns would be rows of zeros. */
static size_t last_turn(const trial_run *r)
{
    size_t last = 0;

    for (size_t i = 0; i < engine_endings(r->sum); i++) {
        const ending one = engine_ending(&r->engine, r->sum, i);

        if (one.count && one.turn > last)
            last = one.turn;
    }
    return last;
}

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* An ending's outcome is always counted, because the counts were made from the same endings. */
static size_t place_of_outcome(const outcome_counts *counted, int outcome)
{
    const int *found = bsearch(&outcome, counted->outcomes, counted->n, sizeof outcome, by_number);

    return (size_t)(found - counted->outcomes);
}

/* One array holds all counts, turn by turn. */
static salvo_status report_turns(salvo_simulation *s, const trial_run *r, const outcome_counts *counted,
                                 salvo_error *err)
{
    const size_t n = last_turn(r);
    uint64_t *counts = salvo_arena_array(s->memory, n * s->n_counts, sizeof *counts);

    s->turns_known = r->engine.turns_told;
    s->turns = salvo_arena_array(s->memory, n, sizeof *s->turns);
    if (!s->turns || !counts)
        return salvo_fail_memory(err); /* NULL only if memory is out: an empty array is not NULL */
    for (; s->n_turns < n; s->n_turns++)
        s->turns[s->n_turns] = (salvo_sampled_turn){(int64_t)s->n_turns + 1, counts + s->n_turns * s->n_counts};
    for (size_t i = 0; i < engine_endings(r->sum); i++) {
        const ending one = engine_ending(&r->engine, r->sum, i);

        if (one.turn && one.count)
            counts[(one.turn - 1) * s->n_counts + place_of_outcome(counted, one.outcome)] += one.count;
    }
    return SALVO_OK;
}

static salvo_status report_results(salvo_simulation *s, const trial_run *r, const outcome_counts *counted,
                                   salvo_error *err)
{
    if (r->engine.kind == &REFERENCE_ENGINE)
        /* For outcomes that only the exact engine lists, and that never occurred. */
        s->unseen = salvo_simulation_estimate(s, 0);
    if (r->engine.why[0] && !(s->why = salvo_arena_text(s->memory, r->engine.why)))
        return salvo_fail_memory(err);
    TRY(report_counts(s, r, counted, err));
    TRY(report_means(s, r, err));
    return r->set->lists_occurred ? SALVO_OK : report_turns(s, r, counted, err);
}

/* All numbers come from the sum of the tallies, after all threads have ended. */
salvo_status trial_run_report(salvo_simulation *s, const trial_run *r, salvo_error *err)
{
    outcome_counts counted;
    salvo_status status;

    *s = (salvo_simulation){.seed = r->plan->seed,
                            .trials = r->sum->trials,
                            .stopped_by = r->schedule.stopped_by,
                            .precision = r->plan->trials ? 0 : r->plan->precision,
                            .precision_of = r->plan->precision_of,
                            .seconds = r->schedule.seconds,
                            .isa = r->engine.name,
                            .memory = salvo_arena_new()};
    if (!s->memory)
        return salvo_fail_memory(err);
    TRY(engine_outcomes(&counted, &r->engine, r->sum, r->set->lists_occurred, err));
    status = report_results(s, r, &counted, err);
    outcome_counts_free(&counted);
    return status;
}

salvo_status salvo_simulate(salvo_simulation *simulation, const salvo_question *question, const salvo_plan *plan,
                            salvo_error *err)
{
    trial_run r;
    salvo_status status = trial_run_prepare(&r, &QUESTION_ENGINES, question, plan ? plan : &SALVO_PLAN, err);

    *simulation = (salvo_simulation){.memory = NULL};
    if (status == SALVO_OK)
        status = trial_run_all(&r, err);
    if (status == SALVO_OK)
        status = trial_run_report(simulation, &r, err);
    status = salvo_fault_or(status, question->book, err);
    trial_run_free(&r);
    if (status != SALVO_OK)
        salvo_simulation_free(simulation);
    return status;
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
