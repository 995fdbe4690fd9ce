/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run's tally says, as a simulation. All floating point follows the last trial, and outcomes are reported in
 * ascending order, so the report depends only on the counts. */
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

const char *const SALVO_PRECISION_OF[SALVO_N_PRECISION_OF + 1] = {"win", "turns", "losses", "survivors", "all"};

const char *const SALVO_STOPPED_BY[] = {
    [SALVO_STOPPED_BY_TRIALS] = "trials", [SALVO_STOPPED_BY_PRECISION] = "precision", [SALVO_STOPPED_BY_CAP] = "cap",
    [SALVO_STOPPED_BY_TIME] = "time",     [SALVO_INTERRUPTED] = "interrupt",
};

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
    size_t n;
    ending *counted = engine_outcomes(&r->engine, r->sum, false, &n);

    if (!counted)
        return INFINITY;
    for (size_t i = 0; i < n; i++)
        widest = fmax(widest, half_width(salvo_sequence(counted[i].count, r->sum->trials)));
    free(counted);
    if (r->plan->precision_of != SALVO_OF_WIN)
        widest = fmax(widest, widest_mean(r));
    return widest / r->plan->precision;
}

/* A default answer must take at most two seconds. */
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
static salvo_status hash_outcomes(salvo_simulation *s, bool with_numbers, salvo_error *err)
{
    uint64_t *hashed = salvo_arena_array(s->memory, 2 * s->n_counts, sizeof *hashed);
    size_t n = 0;

    if (!hashed)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < s->n_counts; i++) {
        if (with_numbers)
            hashed[n++] = (uint64_t)s->counts[i].outcome;
        hashed[n++] = s->counts[i].count;
    }
    s->hash = salvo_counts_hash(hashed, n);
    return SALVO_OK;
}

/* The arena owns labels. An outcome that can occur is reported even if it never did, because a count of 0 has an
 * interval, too. */
static salvo_status report_counts(salvo_simulation *s, const trial_run *r, const ending *counted, size_t n,
                                  salvo_error *err)
{
    s->counts = salvo_arena_array(s->memory, n, sizeof *s->counts);
    if (!s->counts)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++) {
        salvo_count *c = &s->counts[s->n_counts++];
        char label[SALVO_LABEL_MAX]; /* on the stack; copied into the arena below */

        salvo_outcome_label(r->engine.question, counted[i].outcome, label);
        *c = (salvo_count){.outcome = counted[i].outcome,
                           .label = salvo_arena_text(s->memory, label),
                           .count = counted[i].count,
                           .probability = salvo_simulation_estimate(s, counted[i].count)};
        if (!c->label)
            return salvo_fail_memory(err);
    }
    return hash_outcomes(s, r->set->lists_occurred, err);
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

static int by_outcome(const void *a, const void *b)
{
    int x = ((const salvo_count *)a)->outcome, y = ((const salvo_count *)b)->outcome;

    return (x > y) - (x < y);
}

/* An ending's outcome is always counted, because the counts were made from the same endings. */
static size_t place_of_outcome(const salvo_simulation *s, int outcome)
{
    const salvo_count wanted = {.outcome = outcome};
    const salvo_count *found = bsearch(&wanted, s->counts, s->n_counts, sizeof wanted, by_outcome);

    return (size_t)(found - s->counts);
}

/* One array holds all counts, turn by turn. */
static salvo_status report_turns(salvo_simulation *s, const trial_run *r, salvo_error *err)
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
            counts[(one.turn - 1) * s->n_counts + place_of_outcome(s, one.outcome)] += one.count;
    }
    return SALVO_OK;
}

/* All numbers come from the sum of the tallies, after all threads have ended. */
salvo_status trial_run_report(salvo_simulation *s, const trial_run *r, salvo_error *err)
{
    salvo_status status;
    ending *counted;
    size_t n;

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
    if (r->engine.kind == &REFERENCE_ENGINE)
        /* For outcomes that only the exact engine lists, and that never occurred. */
        s->unseen = salvo_simulation_estimate(s, 0);
    if (r->engine.why[0] && !(s->why = salvo_arena_text(s->memory, r->engine.why)))
        return salvo_fail_memory(err);
    counted = engine_outcomes(&r->engine, r->sum, r->set->lists_occurred, &n);
    status = counted ? report_counts(s, r, counted, n, err) : salvo_fail_memory(err);
    free(counted);
    if (status != SALVO_OK)
        return status;
    TRY(report_means(s, r, err));
    return r->set->lists_occurred ? SALVO_OK : report_turns(s, r, err);
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
