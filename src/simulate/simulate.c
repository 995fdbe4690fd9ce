#include <salvo/simulate.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "simulate/by_the_book.h"
#include "simulate/program.h"
#include "simulate/schedule.h"
#include "simulate/statistics.h"
#include "simulate/turns.h"

enum { BLOCK_TRIALS = 1 << 18 }; /* what a thread takes at a time: a few tenths of a millisecond for the kernels */

const salvo_plan SALVO_PLAN = {.seed = 1, .precision = 0.001};

const char *const SALVO_STOPPED_BY[] = {
    [SALVO_STOPPED_BY_TRIALS] = "trials", [SALVO_STOPPED_BY_PRECISION] = "precision", [SALVO_STOPPED_BY_CAP] = "cap",
    [SALVO_STOPPED_BY_TIME] = "time",     [SALVO_INTERRUPTED] = "interrupt",
};

/* ---- the tally of a run, outcome by outcome --------------------------------------------------------------------------- */

/* A run: what is simulated, how, and what has come of it so far. */
typedef struct run {
    const salvo_question *question;
    const salvo_plan *plan;
    const kernel *kernel;
    program program;
    turns turns;
    tally tally;
    schedule schedule;
    int *outcomes; /* that can come, ascending, each once */
    size_t n_outcomes;
} run;

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

static salvo_status list_outcomes(run *r, salvo_error *err)
{
    size_t n = r->program.n_results;

    r->outcomes = calloc(n + 1, sizeof *r->outcomes);
    if (!r->outcomes)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n; i++)
        r->outcomes[i] = program_outcome(&r->program, i);
    qsort(r->outcomes, n, sizeof *r->outcomes, by_value);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || r->outcomes[i] != r->outcomes[r->n_outcomes - 1])
            r->outcomes[r->n_outcomes++] = r->outcomes[i];
    return SALVO_OK;
}

static uint64_t count_of(const run *r, int outcome)
{
    uint64_t count = 0;

    for (size_t i = 0; i < r->program.n_results; i++)
        if (program_outcome(&r->program, i) == outcome)
            count += r->tally.results[i];
    return count;
}

/* Where a trial may never end, there is no mean. */
static bool has_means(const run *r)
{
    for (size_t i = 0; i < r->program.n_results; i++)
        if (program_endless(&r->program, i))
            return false;
    return true;
}

/* ---- trials --------------------------------------------------------------------------------------------------------------- */

/* The first result of that outcome, in that turn where turns are told apart; the last result is left for what a limit
 * stopped. */
static size_t result_of(const run *r, int outcome, uint64_t turn)
{
    const turns *t = &r->turns;
    uint64_t layer = !t->told_apart ? 0 : turn <= t->told_apart ? turn - 1 : t->told_apart;
    size_t n = t->told_apart ? t->endings : r->program.n_results, result = 0;

    while (result < n && program_outcome(&r->program, result) != outcome)
        result++;
    return result < n ? layer * n + result : r->program.n_results - 1;
}

/* By the book there are no classes: a trial counts for the first result of its outcome, and its gains are added up. */
static salvo_status throw_by_the_book(const run *r, const stretch *s, tally *t, salvo_error *err)
{
    draws d = draws_of(s->seed, s->first);

    if (program_is_settled(&r->program))
        return program_run(&r->program, r->kernel, s, t, err);
    t->trials += s->count;
    for (uint64_t i = 0; i < s->count; i++, draws_next_trial(&d)) {
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        uint64_t turn;
        int outcome = by_the_book_trial(r->question, &d, gain, &turn);

        if (outcome == SALVO_GOES_ON)
            return salvo_fail(err, SALVO_TOO_LARGE, "a trial of %s took more dice than it owns; it hardly ever ends",
                              r->question->procedure->name);
        t->results[result_of(r, outcome, turn)]++;
        for (size_t k = 0; k < r->program.n_gains; k++)
            salvo_moments_add(&t->gain[k], gain[k], 1);
    }
    return SALVO_OK;
}

static void *new_tally(void *context)
{
    const run *r = context;
    tally *t = malloc(sizeof *t);

    if (t && tally_init(t, &r->program))
        return t;
    free(t);
    return NULL;
}

static salvo_status run_block(void *context, void *t, uint64_t first, uint64_t count, salvo_error *err)
{
    const run *r = context;
    stretch s = {r->plan->seed, first, count};

    return r->plan->by_the_book ? throw_by_the_book(r, &s, t, err) : program_run(&r->program, r->kernel, &s, t, err);
}

static salvo_status add_tally(void *context, void *t, salvo_error *err)
{
    run *r = context;

    (void)err;
    tally_add(&r->tally, t, &r->program);
    return SALVO_OK;
}

static void drop_tally(void *context, void *t)
{
    (void)context;
    tally_free(t);
    free(t);
}

/* ---- when to stop ----------------------------------------------------------------------------------------------------------- */

static salvo_interval probability_interval(const run *r, uint64_t count)
{
    return schedule_is_fixed(&r->schedule) ? salvo_wilson(count, r->tally.trials)
                                           : salvo_sequence(count, r->tally.trials);
}

static salvo_moments moments_of(const run *r, size_t k)
{
    return r->plan->by_the_book ? r->tally.gain[k] : program_moments(&r->program, &r->tally, k);
}

static salvo_interval mean_interval(const run *r, size_t k, const salvo_moments *moments)
{
    salvo_interval range = program_range(&r->program, k);

    return schedule_is_fixed(&r->schedule) ? salvo_mean_student(moments, range) : salvo_mean_sequence(moments, range);
}

static double half_width(salvo_interval i)
{
    return (i.high - i.low) / 2;
}

/* Looked at while the run goes on. */
static double widest(void *context)
{
    const run *r = context;
    double widest = 0;

    for (size_t i = 0; i < r->n_outcomes; i++)
        widest = fmax(widest, half_width(salvo_sequence(count_of(r, r->outcomes[i]), r->tally.trials)));
    for (size_t k = 0; k < r->program.n_gains && has_means(r); k++) {
        salvo_moments moments = moments_of(r, k);
        double width = half_width(salvo_mean_sequence(&moments, program_range(&r->program, k)));

        if (isfinite(width))
            widest = fmax(widest, width / fmax(1, fabs(salvo_moments_mean(&moments))));
    }
    return widest / r->plan->precision;
}

static salvo_status run_trials(run *r, salvo_error *err)
{
    const labour l = {.context = r,
                      .tally_new = new_tally,
                      .run = run_block,
                      .tally_add = add_tally,
                      .tally_free = drop_tally,
                      .width = widest};

    r->schedule = (schedule){.plan = r->plan, .block_max = BLOCK_TRIALS};
    return schedule_run(&r->schedule, &l, err);
}

/* ---- the answer ------------------------------------------------------------------------------------------------------------------ */

static salvo_estimate estimate(double value, salvo_interval interval)
{
    return (salvo_estimate){value, interval.low, interval.high};
}

static salvo_status report_counts(salvo_simulation *s, const run *r, salvo_error *err)
{
    uint64_t *counts = salvo_arena_array(s->memory, r->n_outcomes, sizeof *counts);

    s->counts = salvo_arena_array(s->memory, r->n_outcomes, sizeof *s->counts);
    if (!counts || !s->counts)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < r->n_outcomes; i++) {
        salvo_count *c = &s->counts[s->n_counts++];
        char label[SALVO_LABEL_MAX];

        salvo_outcome_label(r->question, r->outcomes[i], label);
        c->outcome = r->outcomes[i];
        c->count = counts[i] = count_of(r, r->outcomes[i]);
        c->probability = estimate((double)c->count / (double)s->trials, probability_interval(r, c->count));
        if (!(c->label = salvo_arena_text(s->memory, label)))
            return salvo_fail_memory(err);
    }
    s->hash = salvo_counts_hash(counts, r->n_outcomes);
    return SALVO_OK;
}

static salvo_status report_means(salvo_simulation *s, const run *r, salvo_error *err)
{
    const salvo_procedure *p = r->question->procedure;

    s->means = salvo_arena_array(s->memory, p->n_expectations, sizeof *s->means);
    if (!s->means)
        return salvo_fail_memory(err);
    for (size_t k = 0; k < p->n_expectations && has_means(r); k++) {
        double parts = p->expectations[k].parts > 1 ? (double)p->expectations[k].parts : 1;
        salvo_moments moments = moments_of(r, k);
        salvo_interval interval = mean_interval(r, k, &moments);

        if (p->expects && !p->expects(r->question->situation, k))
            continue;
        interval = (salvo_interval){interval.low / parts, interval.high / parts};
        s->means[s->n_means++] =
            (salvo_sampled_mean){k, p->expectations[k].name, estimate(salvo_moments_mean(&moments) / parts, interval)};
    }
    return SALVO_OK;
}

/* The turns up to the last one in which a trial ended. */
static size_t last_turn(const run *r)
{
    size_t last = 0;

    for (size_t i = 0; i < r->program.n_results; i++)
        if (r->tally.results[i] && turns_of(&r->turns, i) > last)
            last = turns_of(&r->turns, i);
    return last;
}

static size_t place_of(const run *r, int outcome)
{
    const int *found = bsearch(&outcome, r->outcomes, r->n_outcomes, sizeof outcome, by_value);

    return (size_t)(found - r->outcomes);
}

static salvo_status report_turns(salvo_simulation *s, const run *r, salvo_error *err)
{
    size_t n = r->turns.told_apart ? last_turn(r) : 0;
    uint64_t *counts = salvo_arena_array(s->memory, n * s->n_counts, sizeof *counts);

    s->turns_told = r->turns.told_apart;
    s->turns = salvo_arena_array(s->memory, n, sizeof *s->turns);
    if (!s->turns || !counts)
        return salvo_fail_memory(err);
    for (; s->n_turns < n; s->n_turns++)
        s->turns[s->n_turns] = (salvo_sampled_turn){(int64_t)s->n_turns + 1, counts + s->n_turns * s->n_counts};
    for (size_t i = 0; i < r->program.n_results && n; i++)
        if (turns_of(&r->turns, i) && r->tally.results[i])
            counts[(turns_of(&r->turns, i) - 1) * s->n_counts + place_of(r, program_outcome(&r->program, i))] +=
                r->tally.results[i];
    return SALVO_OK;
}

static salvo_status report(salvo_simulation *s, const run *r, salvo_error *err)
{
    salvo_status status;

    s->seed = r->plan->seed;
    s->trials = r->tally.trials;
    s->stopped_by = r->schedule.stopped_by;
    s->seconds = r->schedule.seconds;
    s->precision = r->plan->trials ? 0 : r->plan->precision;
    s->isa = r->plan->by_the_book ? "by-the-book" : r->kernel->name;
    status = report_counts(s, r, err);
    if (status == SALVO_OK)
        status = report_means(s, r, err);
    return status == SALVO_OK ? report_turns(s, r, err) : status;
}

static salvo_status simulate(salvo_simulation *s, run *r, salvo_error *err)
{
    salvo_status status = schedule_check(r->plan, err);

    if (status == SALVO_OK)
        status = kernel_find(r->plan->isa, &r->kernel, err);
    if (status == SALVO_OK)
        status = program_compile(&r->program, r->question, err);
    if (status == SALVO_OK && r->plan->turns && r->question->procedure->chain) {
        status = turns_unfold(&r->turns, &r->program.w, r->plan->turns, err);
        r->program.n_results = r->program.w.n_classes - r->program.w.n_live;
    }
    if (status == SALVO_OK && !tally_init(&r->tally, &r->program))
        status = salvo_fail_memory(err);
    if (status == SALVO_OK)
        status = list_outcomes(r, err);
    if (status == SALVO_OK)
        status = run_trials(r, err);
    return status == SALVO_OK ? report(s, r, err) : status;
}

salvo_status salvo_simulate(salvo_simulation *simulation, const salvo_question *question, const salvo_plan *plan,
                            salvo_error *err)
{
    run r = {.question = question, .plan = plan};
    salvo_status status;

    *simulation = (salvo_simulation){.memory = salvo_arena_new()};
    status = simulation->memory ? simulate(simulation, &r, err) : salvo_fail_memory(err);
    tally_free(&r.tally);
    program_free(&r.program);
    free(r.outcomes);
    if (status != SALVO_OK)
        salvo_simulation_free(simulation);
    return status;
}

salvo_estimate salvo_simulation_estimate(const salvo_simulation *simulation, uint64_t count)
{
    salvo_interval i = simulation->stopped_by == SALVO_STOPPED_BY_TRIALS ? salvo_wilson(count, simulation->trials)
                                                                         : salvo_sequence(count, simulation->trials);

    return estimate((double)count / (double)simulation->trials, i);
}

void salvo_simulation_free(salvo_simulation *simulation)
{
    salvo_arena_free(simulation->memory);
    memset(simulation, 0, sizeof *simulation);
}

/* ---- against the exact answer ------------------------------------------------------------------------------------------------------ */

static double exact_probability(const salvo_odds *odds, int outcome)
{
    for (size_t i = 0; i < odds->n_outcomes; i++)
        if (odds->outcomes[i].outcome == outcome)
            return odds->outcomes[i].probability.value;
    return 0;
}

salvo_chi_square salvo_simulation_agrees(const salvo_simulation *simulation, const salvo_odds *odds)
{
    double *exact = calloc(simulation->n_counts + 1, sizeof *exact);
    uint64_t *counts = calloc(simulation->n_counts + 1, sizeof *counts);
    salvo_agreement_test test = {.p = NAN};

    for (size_t i = 0; exact && counts && i < simulation->n_counts; i++) {
        exact[i] = exact_probability(odds, simulation->counts[i].outcome);
        counts[i] = simulation->counts[i].count;
    }
    if (exact && counts)
        test = salvo_agreement(exact, counts, simulation->n_counts, simulation->trials);
    free(exact);
    free(counts);
    return (salvo_chi_square){test.chi2, test.df, test.p};
}
