/* Two variants on common random numbers: both draw from the same addresses (draws.h), so that luck is shared and the
 * difference of two similar variants is far more precise than two separate runs would make it. Only the reference
 * engine can do that: in the kernels one word decides several throws. Programs are compiled only for what they know
 * beforehand. */
#include <salvo/arena.h>
#include <salvo/compare.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/intern_table.h"
#include "odds/number.h"
#include "rules/fault.h"
#include "simulate/program.h"
#include "simulate/reference_engine.h"
#include "simulate/schedule.h"
#include "simulate/statistics.h"

enum { BLOCK_PAIRS = 1 << 14 }; /* what a thread takes at a time, at most */

/* How many pairs had this outcome: in the first variant, in the second, in both. */
typedef struct pair_count {
    uint64_t first, second, both;
} pair_count;

typedef struct pair_moments {
    salvo_moments first, second, difference; /* `difference`: second less first, trial by trial */
} pair_moments;

typedef struct pair_tally {
    uint64_t trials;
    intern_table outcomes; /* numbered as they come, which depends on the threads: sorted in list_outcomes */
    pair_count *counts;    /* by number */
    size_t capacity;
    pair_moments gain[SALVO_EXPECTATIONS_MAX];
} pair_tally;

static void pair_tally_free(pair_tally *p)
{
    intern_table_free(&p->outcomes);
    free(p->counts);
}

/* The counts of an outcome, a new one's zeroed; NULL when memory is out. */
static pair_count *count_of(pair_tally *p, int outcome)
{
    uint32_t number;
    bool is_new;

    if (!intern_table_of(&p->outcomes, &outcome, &number, &is_new) ||
        !salvo_grow(&p->counts, &p->capacity, p->outcomes.count, sizeof *p->counts))
        return NULL;
    return &p->counts[number];
}

static int outcome_at(const pair_tally *p, size_t i)
{
    return *(const int *)intern_table_key(&p->outcomes, i);
}

/* One pair: two outcomes, which may be the same. */
static bool note_outcomes(pair_tally *p, int first, int second)
{
    pair_count *count = count_of(p, first);

    if (!count)
        return false;
    count->first++;
    if (first == second) {
        count->second++;
        count->both++;
        return true;
    }
    count = count_of(p, second); /* here `first` may have moved */
    if (count)
        count->second++;
    return count != NULL;
}

/* A variant, and what can be known of it before the first throw. */
typedef struct variant {
    const salvo_question *question;
    program program; /* where it can be compiled: what can come, whether it ends */
    bool compiled;
    bool endless; /* it may never end: there is no mean */
} variant;

/* A comparison under way. Threads have pair tallies of their own; this one is the sum. */
typedef struct run {
    salvo_comparison *comparison;
    const salvo_plan *plan;
    variant variants[2];
    pair_tally pair_tally;
    schedule schedule;
    size_t n_gains;
} run;

/* The kernels' "settled" comes first: such a trial may have no throw at all, and never end in the reference engine. */
static bool throw_one(const variant *v, draws *d, int64_t *gain, int *outcome, salvo_error *err)
{
    if (v->compiled && program_is_settled(&v->program)) {
        *outcome = program_outcome(&v->program, 0);
        return true;
    }
    *outcome = reference_engine_trial(v->question, d, gain, NULL);
    if (*outcome != SALVO_GOES_ON)
        return true;
    /* SALVO_GOES_ON: the trial used up its draws. */
    salvo_fail(err, SALVO_TOO_LARGE, "a trial of %s took more dice than it owns; it hardly ever ends",
               v->question->procedure->schema.name);
    return false;
}

/* The block's pairs, one after the other, from both variants' states of the same addresses. */
static salvo_status throw_block(const run *r, pair_tally *p, uint64_t first, uint64_t count, salvo_error *err)
{
    draws d = draws_of(r->plan->seed, first), again = d; /* one state each: what a variant draws moves only its own */

    p->trials += count;
    for (uint64_t i = 0; i < count; i++, draws_next_trial(&d), draws_next_trial(&again)) {
        int64_t gain[2][SALVO_EXPECTATIONS_MAX] = {{0}};
        int outcome[2];

        if (!throw_one(&r->variants[0], &d, gain[0], &outcome[0], err) ||
            !throw_one(&r->variants[1], &again, gain[1], &outcome[1], err))
            return SALVO_TOO_LARGE;
        if (!note_outcomes(p, outcome[0], outcome[1]))
            return salvo_fail_memory(err);
        for (size_t k = 0; k < r->n_gains; k++) {
            salvo_moments_add(&p->gain[k].first, gain[0][k], 1);
            salvo_moments_add(&p->gain[k].second, gain[1][k], 1);
            salvo_moments_add(&p->gain[k].difference, gain[1][k] - gain[0][k], 1); /* second less first */
        }
    }
    return SALVO_OK;
}

static salvo_status fault_or(salvo_status status, const salvo_comparison *c, salvo_error *err)
{
    return salvo_fault_or(salvo_fault_or(status, c->first->book, err), c->second->book, err);
}

static salvo_status throw_pairs(void *context, void *own, uint64_t first, uint64_t count, salvo_error *err)
{
    const run *r = context;

    return fault_or(throw_block(r, own, first, count, err), r->comparison, err);
}

/* Zeroed but for the size of a key. */
static void *new_tally(void *context)
{
    pair_tally *p = calloc(1, sizeof *p);

    (void)context;
    if (p)
        p->outcomes.key_size = sizeof(int);
    return p;
}

static salvo_status add_tally(void *context, void *own, salvo_error *err)
{
    run *r = context;
    const pair_tally *more = own;

    r->pair_tally.trials += more->trials;
    for (size_t i = 0; i < more->outcomes.count; i++) {
        pair_count *count = count_of(&r->pair_tally, outcome_at(more, i));

        if (!count)
            return salvo_fail_memory(err);
        count->first += more->counts[i].first;
        count->second += more->counts[i].second;
        count->both += more->counts[i].both;
    }
    for (size_t k = 0; k < r->n_gains; k++) {
        salvo_moments_join(&r->pair_tally.gain[k].first, &more->gain[k].first);
        salvo_moments_join(&r->pair_tally.gain[k].second, &more->gain[k].second);
        salvo_moments_join(&r->pair_tally.gain[k].difference, &more->gain[k].difference);
    }
    return SALVO_OK;
}

static void drop_tally(void *context, void *own)
{
    (void)context;
    pair_tally_free(own);
    free(own);
}

/* Pairs in which both variants had the outcome, or neither, say nothing of the difference. */
static salvo_interval difference_interval(const run *r, const pair_count *c, bool fixed)
{
    uint64_t only_first = c->first - c->both, only_second = c->second - c->both;

    if (r->comparison->identical)
        return (salvo_interval){0, 0};
    return fixed ? salvo_pairs_fixed(only_first, only_second, r->pair_tally.trials)
                 : salvo_pairs_sequence(only_first, only_second, r->pair_tally.trials);
}

/* What gain k of a variant can be. */
static salvo_interval range_of(const variant *v, size_t k)
{
    return v->compiled ? program_range(&v->program, k) : (salvo_interval){-INFINITY, INFINITY};
}

/* Fixed: the number of trials was decided before the first one. */
static salvo_interval mean_interval(const salvo_moments *m, salvo_interval range, bool fixed)
{
    return fixed ? salvo_mean_student(m, range) : salvo_mean_sequence(m, range);
}

/* The range of a difference follows from the ranges of both. */
static salvo_interval gain_interval(const run *r, size_t k, bool fixed)
{
    salvo_interval first = range_of(&r->variants[0], k), second = range_of(&r->variants[1], k);
    salvo_interval range = {second.low - first.high, second.high - first.low};

    if (r->comparison->identical)
        return (salvo_interval){0, 0};
    return mean_interval(&r->pair_tally.gain[k].difference, range, fixed);
}

/* In both variants: a difference needs two means. */
static bool has_mean(const run *r, size_t k)
{
    const salvo_procedure *p = r->comparison->first->procedure;
    bool has = true;

    for (int i = 0; i < 2; i++)
        has = has && !r->variants[i].endless && (!p->expects || p->expects(r->variants[i].question->situation, k));
    return has;
}

/* The widest interval of a difference, in units of the precision, while the run goes on. Means count relative to the
 * greater of 1 and either mean, as in a plain simulation. */
static double widest(void *context)
{
    const run *r = context;
    double widest = 0;

    for (size_t i = 0; i < r->pair_tally.outcomes.count; i++) {
        salvo_interval interval = difference_interval(r, &r->pair_tally.counts[i], false);

        widest = fmax(widest, (interval.high - interval.low) / 2);
    }
    for (size_t k = 0; k < r->n_gains && r->plan->precision_of != SALVO_OF_WIN; k++) {
        const pair_moments *m = &r->pair_tally.gain[k];
        salvo_interval interval = gain_interval(r, k, false);
        double unit = fmax(1, fmax(fabs(salvo_moments_mean(&m->first)), fabs(salvo_moments_mean(&m->second))));

        if (has_mean(r, k) && isfinite(interval.high - interval.low))
            widest = fmax(widest, (interval.high - interval.low) / 2 / unit);
    }
    return widest / r->plan->precision;
}

static int by_outcome(const void *a, const void *b)
{
    int x = ((const salvo_contrast *)a)->number, y = ((const salvo_contrast *)b)->number;

    return (x > y) - (x < y);
}

/* A linear search, because outcomes are few; sorted once all are there. */
static salvo_contrast *line_of(salvo_contrast *lines, size_t *n, int number)
{
    static const salvo_figure NONE = {.exact = {.value = 0, .exact = "0"}};
    size_t i = 0;

    while (i < *n && lines[i].number != number)
        i++;
    if (i == *n)
        lines[(*n)++] = (salvo_contrast){
            .number = number, .first = NONE, .second = NONE, .difference = NONE, .variance_reduction = NAN};
    return &lines[i];
}

static salvo_figure *side_of(salvo_contrast *line, int side)
{
    return side ? &line->second : &line->first;
}

/* The outcomes that can come or that came, ascending, with what was counted. */
static salvo_status list_outcomes(salvo_comparison *c, const run *r, salvo_error *err)
{
    size_t most = r->pair_tally.outcomes.count;

    for (int i = 0; i < 2; i++)
        /* Each source may add outcomes of its own. */
        most += c->odds[i].n_outcomes + (r->variants[i].compiled ? r->variants[i].program.n_results : 0);
    c->outcomes = salvo_arena_array(c->memory, most, sizeof *c->outcomes);
    if (!c->outcomes)
        return salvo_fail_memory(err);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < c->odds[side].n_outcomes; i++)
            side_of(line_of(c->outcomes, &c->n_outcomes, c->odds[side].outcomes[i].outcome), side)->exact =
                c->odds[side].outcomes[i].probability;
        for (size_t i = 0; r->variants[side].compiled && i < r->variants[side].program.n_results; i++)
            line_of(c->outcomes, &c->n_outcomes, program_outcome(&r->variants[side].program, i));
    }
    for (size_t i = 0; i < r->pair_tally.outcomes.count; i++)
        line_of(c->outcomes, &c->n_outcomes, outcome_at(&r->pair_tally, i));
    qsort(c->outcomes, c->n_outcomes, sizeof *c->outcomes, by_outcome);
    return SALVO_OK;
}

static salvo_estimate estimate(double value, salvo_interval interval)
{
    return (salvo_estimate){value, interval.low, interval.high};
}

/* The variance reduction factor: the variance of a difference of independent trials over that of pairs. Infinite when
 * all pairs agree though trials vary; NaN when nothing varies. */
static double variance_reduction(double first, double second, double difference)
{
    if (difference > 0)
        return (first + second) / difference;
    return first + second > 0 ? INFINITY : NAN;
}

/* Variance of one trial of that probability. */
static double spread(double p)
{
    return p * (1 - p);
}

/* An outcome that never came has counts of 0. */
static const pair_count *counted_as(const run *r, int outcome)
{
    static const pair_count NONE = {0, 0, 0};

    for (size_t i = 0; i < r->pair_tally.outcomes.count; i++)
        if (outcome_at(&r->pair_tally, i) == outcome)
            return &r->pair_tally.counts[i];
    return &NONE;
}

/* Trials with the outcome in one variant only are all that the difference needs. */
static void sample_outcome(salvo_contrast *line, const run *r)
{
    const pair_count *count = counted_as(r, line->number);
    double n = (double)r->pair_tally.trials, differ, d;

    line->first.count = count->first;
    line->second.count = count->second;
    line->only_first = count->first - count->both;
    line->only_second = count->second - count->both;
    line->first.simulated = salvo_simulation_estimate(&r->comparison->simulation, count->first);
    line->second.simulated = salvo_simulation_estimate(&r->comparison->simulation, count->second);
    d = ((double)line->only_second - (double)line->only_first) / n; /* of probabilities, second less first */
    differ = ((double)line->only_second + (double)line->only_first) / n;
    line->difference.simulated = estimate(d, difference_interval(r, count, schedule_is_fixed(&r->schedule)));
    line->variance_reduction =
        /* Variance of X2 - X1, each 0 or 1: E((X2 - X1)^2) - d^2. */
        variance_reduction(spread(line->first.simulated.value), spread(line->second.simulated.value), differ - d * d);
}

/* Exact differences are fractions where both numbers are. */
static salvo_status fill_outcomes(salvo_comparison *c, const run *r, salvo_error *err)
{
    for (size_t i = 0; i < c->n_outcomes; i++) {
        salvo_contrast *line = &c->outcomes[i];
        char label[SALVO_LABEL_MAX];

        salvo_outcome_label(c->first, line->number, label);
        line->name = salvo_arena_text(c->memory, label);
        if (!line->name ||
            !number_report_difference(&line->second.exact, &line->first.exact, c->memory, &line->difference.exact))
            return salvo_fail_memory(err);
        if (c->simulated)
            sample_outcome(line, r);
    }
    return SALVO_OK;
}

/* Intervals and means of a gain that is kept in parts of its unit. */
static salvo_estimate scaled(const salvo_moments *m, salvo_interval interval, double parts)
{
    interval.low /= parts;
    interval.high /= parts;
    return estimate(salvo_moments_mean(m) / parts, interval);
}

/* In the unit of the expectation: gains are in parts of it. */
static void sample_mean(salvo_contrast *line, const run *r, size_t k)
{
    const salvo_expectation *e = &r->comparison->first->procedure->expectations[k];
    double parts = e->parts > 1 ? (double)e->parts : 1;
    bool fixed = schedule_is_fixed(&r->schedule);
    const pair_moments *m = &r->pair_tally.gain[k];

    line->first.simulated = scaled(&m->first, mean_interval(&m->first, range_of(&r->variants[0], k), fixed), parts);
    line->second.simulated = scaled(&m->second, mean_interval(&m->second, range_of(&r->variants[1], k), fixed), parts);
    line->difference.simulated = scaled(&m->difference, gain_interval(r, k, fixed), parts);
    line->variance_reduction = variance_reduction(salvo_moments_variance(&m->first), salvo_moments_variance(&m->second),
                                                  salvo_moments_variance(&m->difference));
}

static const salvo_number *exact_mean(const salvo_odds *odds, size_t k)
{
    for (size_t i = 0; i < odds->n_means; i++)
        if (odds->means[i].expectation == k)
            return &odds->means[i].mean;
    return NULL;
}

static salvo_status fill_means(salvo_comparison *c, const run *r, salvo_error *err)
{
    c->means = salvo_arena_array(c->memory, r->n_gains, sizeof *c->means);
    if (!c->means)
        return salvo_fail_memory(err);
    for (size_t k = 0; k < r->n_gains; k++) {
        const salvo_number *first = exact_mean(&c->odds[0], k), *second = exact_mean(&c->odds[1], k);
        salvo_contrast line = {
            .number = (int)k, .name = c->first->procedure->expectations[k].name, .variance_reduction = NAN};

        /* Exact means need both variants'; without them the simulation decides. */
        if (c->counted ? !first || !second : !has_mean(r, k))
            continue;
        if (c->counted) {
            line.first.exact = *first;
            line.second.exact = *second;
            if (!number_report_difference(second, first, c->memory, &line.difference.exact))
                return salvo_fail_memory(err);
        }
        if (c->simulated)
            sample_mean(&line, r, k);
        c->means[c->n_means++] = line;
    }
    return SALVO_OK;
}

/* The same tables and the same values: not only equal chances but the same trials. */
static bool are_identical(const salvo_question *a, const salvo_question *b)
{
    bool same = a->book->store.hash == b->book->store.hash;

    for (size_t i = 0; same && i < a->procedure->schema.n_parameters; i++)
        same = a->values[i].absent == b->values[i].absent && strcmp(a->values[i].text, b->values[i].text) == 0;
    return same;
}

/* Compiles the variant for what its program knows. Being too large is no failure: the reference engine needs no
 * tables. */
static salvo_status prepare_variant(variant *v, salvo_error *err)
{
    salvo_status status = program_compile(&v->program, v->question, err);

    v->compiled = status == SALVO_OK;
    for (size_t i = 0; v->compiled && i < v->program.n_results; i++)
        v->endless = v->endless || program_endless(&v->program, i);
    return status == SALVO_TOO_LARGE ? SALVO_OK : status;
}

/* Of four counts for each outcome: what the intervals are made of. */
static salvo_status hash_counts(salvo_comparison *c, salvo_error *err)
{
    enum { EACH = 4 }; /* numbers of an outcome */
    uint64_t *counts = salvo_arena_array(c->memory, c->n_outcomes, EACH * sizeof *counts);

    if (!counts)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < c->n_outcomes; i++) {
        const salvo_contrast *line = &c->outcomes[i];
        const uint64_t of_line[EACH] = {line->first.count, line->second.count, line->only_first, line->only_second};

        memcpy(counts + EACH * i, of_line, sizeof of_line);
    }
    c->simulation.hash = salvo_counts_hash(counts, EACH * c->n_outcomes);
    return SALVO_OK;
}

static salvo_status simulate(salvo_comparison *c, run *r, salvo_error *err)
{
    const job l = {.context = r,
                   .tally_new = new_tally,
                   .run = throw_pairs,
                   .tally_add = add_tally,
                   .tally_free = drop_tally,
                   .width = widest};
    salvo_status status = schedule_check(r->plan, err);

    for (int i = 0; i < 2 && status == SALVO_OK; i++)
        status = prepare_variant(&r->variants[i], err);
    if (status != SALVO_OK)
        return status;
    r->schedule = (schedule){.plan = r->plan, .block_max = BLOCK_PAIRS};
    status = schedule_run(&r->schedule, &l, err);
    c->simulated = status == SALVO_OK;
    c->simulation = (salvo_simulation){.seed = r->plan->seed,
                                       .trials = r->pair_tally.trials,
                                       .stopped_by = r->schedule.stopped_by,
                                       .precision = r->plan->trials ? 0 : r->plan->precision,
                                       .precision_of = r->plan->precision_of,
                                       .seconds = r->schedule.seconds,
                                       .isa = "by-the-book"};
    return status;
}

/* Exact answers first: they may fail quickly. */
static salvo_status count(salvo_comparison *c, const salvo_approach *how, salvo_error *err)
{
    const salvo_question *const asked[] = {c->first, c->second};
    salvo_status status = SALVO_OK;

    for (int i = 0; i < 2 && status == SALVO_OK; i++)
        status = salvo_odds_solve(&c->odds[i], asked[i], &how->options, err);
    c->counted = status == SALVO_OK;
    return status;
}

static salvo_status report(salvo_comparison *c, const run *r, salvo_error *err)
{
    static salvo_status (*const STEPS[])(salvo_comparison *, const run *, salvo_error *) = {list_outcomes,
                                                                                            fill_outcomes, fill_means};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](c, r, err);
    return status == SALVO_OK && c->simulated ? hash_counts(c, err) : status;
}

/* The same, or one that a user's rulebook has in two folders: with the same parameters, outcomes and expectations. */
static bool are_one(const salvo_procedure *a, const salvo_procedure *b)
{
    bool one = strcmp(a->schema.name, b->schema.name) == 0 && a->schema.n_parameters == b->schema.n_parameters &&
               a->n_outcomes == b->n_outcomes && a->n_expectations == b->n_expectations;

    for (size_t i = 0; one && i < a->schema.n_parameters; i++)
        one = strcmp(a->schema.parameters[i].key, b->schema.parameters[i].key) == 0;
    for (size_t i = 0; one && i < a->n_outcomes; i++)
        one = strcmp(a->outcomes[i], b->outcomes[i]) == 0;
    for (size_t i = 0; one && i < a->n_expectations; i++)
        one = strcmp(a->expectations[i].name, b->expectations[i].name) == 0;
    return a == b || one;
}

static salvo_status refuse_two(const salvo_procedure *a, const salvo_procedure *b, salvo_error *err)
{
    if (strcmp(a->schema.name, b->schema.name) != 0)
        return salvo_fail(err, SALVO_BAD_INPUT, "%s and %s are two procedures; compare variants of one", a->schema.name,
                          b->schema.name);
    return salvo_fail(
        err, SALVO_BAD_INPUT,
        "%s has other parameters, outcomes or expectations in the second folder; only what both have can be "
        "compared",
        a->schema.name);
}

static salvo_status compare(salvo_comparison *c, run *r, const salvo_approach *how, salvo_error *err)
{
    salvo_status status;

    if (!are_one(c->first->procedure, c->second->procedure))
        return refuse_two(c->first->procedure, c->second->procedure, err);
    status = how->method != SALVO_MONTE_CARLO ? count(c, how, err) : SALVO_OK;
    if (status != SALVO_OK)
        return status;
    status = how->method != SALVO_EXACT ? simulate(c, r, err) : SALVO_OK;
    return status == SALVO_OK ? report(c, r, err) : status;
}

salvo_status salvo_compare(salvo_comparison *comparison, const salvo_question *first, const salvo_question *second,
                           const salvo_approach *approach, salvo_error *err)
{
    static const salvo_approach EXACT = {.method = SALVO_EXACT};
    const salvo_approach *how = approach ? approach : &EXACT;
    run r = {.comparison = comparison,
             .plan = &how->plan,
             .variants = {{.question = first}, {.question = second}},
             .pair_tally = {.outcomes = {.key_size = sizeof(int)}},
             .n_gains = first->procedure->n_expectations};
    salvo_status status;

    *comparison = (salvo_comparison){.first = first, .second = second, .memory = salvo_arena_new()};
    if (comparison->memory) {
        comparison->identical = are_one(first->procedure, second->procedure) && are_identical(first, second);
        status = fault_or(compare(comparison, &r, how, err), comparison, err);
    } else {
        status = salvo_fail_memory(err);
    }
    pair_tally_free(&r.pair_tally);
    for (int i = 0; i < 2; i++)
        if (r.variants[i].compiled)
            program_free(&r.variants[i].program);
    if (status != SALVO_OK)
        salvo_comparison_free(comparison);
    return status;
}

void salvo_comparison_free(salvo_comparison *comparison)
{
    for (int i = 0; i < 2; i++)
        salvo_odds_free(&comparison->odds[i]);
    salvo_arena_free(comparison->memory);
    memset(comparison, 0, sizeof *comparison);
}
