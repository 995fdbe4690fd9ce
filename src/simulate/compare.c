/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two variants on the same dice (contrast.h). Only the reference engine can throw them, because in the kernels one
 * word decides several throws. Programs are compiled only for facts that are known in advance. */
#include <salvo/arena.h>
#include <salvo/compare.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "odds/number.h"
#include "rules/fault.h"
#include "simulate/contrast.h"
#include "simulate/known_chain.h"
#include "simulate/program.h"
#include "simulate/reference_engine.h"

/* A variant, with what is known before the first throw. */
typedef struct variant {
    const salvo_question *question;
    program program; /* if it can be compiled: possible outcomes, whether it ends */
    bool compiled;
    bool endless;      /* it may never end, so there is no mean */
    known_chain known; /* if it certainly ends and is not large */
} variant;

/* A comparison in progress. paired_trials runs both variants in the same threads on the same trials. This file defines
 * the values of a trial and evaluates the sums. */
typedef struct run {
    salvo_comparison *comparison;
    const salvo_plan *plan;
    variant variants[2];
    paired_trials pairs; /* the values of a trial: its outcome, then its gains */
    size_t n_gains;
} run;

static salvo_status throw_one(const variant *v, draws *d, closed_classes *watch, reference_trial *trial,
                              salvo_error *err)
{
    if (!v->known.chain)
        return reference_engine_throw(trial, v->question, d, v->compiled ? watch : NULL, err);
    *trial = (reference_trial){.outcome = 0};
    trial->outcome = known_chain_trial(&v->known, d, trial->gain);
    return trial->outcome == SALVO_CONTINUES ? reference_engine_too_long(v->question, err) : SALVO_OK;
}

/* Only a compiled variant may run for ever, because it is known to have no means. Draws have places by trial: both
 * variants begin every trial at the same words, however many each used before. */
static salvo_status throw_trials(void *context, size_t i, closed_classes *watch, const trial_range *trials,
                                 int64_t *values, salvo_error *err)
{
    const run *r = context;
    const variant *v = &r->variants[i];
    draws d = draws_of(trials->seed, trials->first);
    salvo_status status = SALVO_OK;

    if (v->question->procedure->trials)
        return v->question->procedure->trials(v->question, trials->seed, trials->first, trials->count, values, err);
    for (uint64_t t = 0; t < trials->count && status == SALVO_OK; t++, draws_next_trial(&d)) {
        reference_trial trial;

        status = throw_one(v, &d, watch, &trial, err);
        *values++ = trial.outcome;
        for (size_t k = 0; k < r->n_gains; k++)
            *values++ = trial.gain[k];
    }
    return salvo_fault_or(status, v->question->book, err);
}

/* Values are ordered by variant, then by quantity. */
static const contrast *gain_of(const run *r, size_t side, size_t k)
{
    return &r->pairs.contrasts[side * r->pairs.n_values + 1 + k]; /* the first is the outcome */
}

static double mean_of(const run *r, size_t side, size_t k)
{
    return salvo_moments_mean(&gain_of(r, side, k)->value);
}

/* Pairs in which both variants had the outcome, or neither, carry no information about the difference. Identical
 * variants have identical trials, so their difference is 0 and not an estimate. */
static salvo_interval difference_interval(const run *r, const outcome_contrast *c, bool fixed)
{
    if (r->comparison->identical)
        return (salvo_interval){0, 0};
    return contrast_chances(c->base - c->both, c->variant - c->both, r->pairs.schedule.done, fixed);
}

/* The possible range of gain k of a variant. */
static salvo_interval range_of(const variant *v, size_t k)
{
    return v->compiled ? program_range(&v->program, k) : (salvo_interval){-INFINITY, INFINITY};
}

/* The range of a difference follows from both ranges. */
static salvo_interval gain_interval(const run *r, size_t k, bool fixed)
{
    salvo_interval first = range_of(&r->variants[0], k), second = range_of(&r->variants[1], k);
    salvo_interval range = {second.low - first.high, second.high - first.low};

    if (r->comparison->identical)
        return (salvo_interval){0, 0};
    return contrast_mean(&gain_of(r, 1, k)->difference, range, fixed);
}

/* Whether both variants have the mean, which a difference needs. */
static bool has_mean(const run *r, size_t k)
{
    const salvo_procedure *p = r->comparison->first->procedure;
    bool has = true;

    for (int i = 0; i < 2; i++)
        has = has && !r->variants[i].endless && (!p->expects || p->expects(r->variants[i].question->situation, k));
    return has;
}

/* The widest interval of a difference during the run, in units of the precision. Means count relative to the greater
 * of 1 and either mean, as in a plain simulation. Outcomes without any count are left out, because their difference is
 * as narrow as possible. */
static double widest(void *context)
{
    const run *r = context;
    double widest = 0;

    for (size_t i = 0; i < r->pairs.outcomes.outcomes.count; i++) {
        salvo_interval interval = difference_interval(r, &r->pairs.outcomes.of[i], false);

        widest = fmax(widest, (interval.high - interval.low) / 2);
    }
    for (size_t k = 0; k < r->n_gains && r->plan->precision_of != SALVO_OF_WIN; k++) {
        salvo_interval interval = gain_interval(r, k, false);
        double unit = fmax(1, fmax(fabs(mean_of(r, 0, k)), fabs(mean_of(r, 1, k))));

        /* Continuing cannot shorten an interval that is still unbounded. */
        if (has_mean(r, k) && isfinite(interval.high - interval.low))
            widest = fmax(widest, (interval.high - interval.low) / 2 / unit);
    }
    return widest / r->plan->precision;
}

static int by_contrast_outcome(const void *a, const void *b)
{
    int x = ((const salvo_contrast *)a)->number, y = ((const salvo_contrast *)b)->number;

    return (x > y) - (x < y);
}

/* A linear search, because there are few outcomes; they are sorted at the end. A new line has an exact 0 on both
 * sides, because outcomes that an exact answer does not list are impossible. */
static salvo_contrast *contrast_line(salvo_contrast *lines, size_t *n, int number)
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

/* Lists the outcomes that can occur or did, ascending, with their counts. It needs three sources, because none is
 * complete: exact answers, programs, and trials. */
static salvo_status list_outcomes(salvo_comparison *c, const run *r, salvo_error *err)
{
    size_t most = r->pairs.outcomes.outcomes.count;

    for (int i = 0; i < 2; i++)
        /* Each source may add outcomes of its own. */
        most += c->odds[i].n_outcomes + (r->variants[i].compiled ? r->variants[i].program.n_results : 0);
    c->outcomes = salvo_arena_array(c->memory, most, sizeof *c->outcomes);
    if (!c->outcomes)
        return salvo_fail_memory(err);
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < c->odds[side].n_outcomes; i++) {
            salvo_contrast *line = contrast_line(c->outcomes, &c->n_outcomes, c->odds[side].outcomes[i].outcome);

            (side ? &line->second : &line->first)->exact = c->odds[side].outcomes[i].probability;
        }
        for (size_t i = 0; r->variants[side].compiled && i < r->variants[side].program.n_results; i++)
            contrast_line(c->outcomes, &c->n_outcomes, program_outcome(&r->variants[side].program, i));
    }
    for (size_t i = 0; i < r->pairs.outcomes.outcomes.count; i++)
        contrast_line(c->outcomes, &c->n_outcomes, outcome_contrasts_at(&r->pairs.outcomes, i));
    qsort(c->outcomes, c->n_outcomes, sizeof *c->outcomes, by_contrast_outcome);
    return SALVO_OK;
}

/* The variance reduction factor: the variance of a difference of independent trials over that of pairs. Infinite if
 * all pairs agree although trials vary; NaN if nothing varies. */
static double variance_reduction(double first, double second, double difference)
{
    if (difference > 0)
        return (first + second) / difference;
    return first + second > 0 ? INFINITY : NAN;
}

/* Variance of one trial with that probability. */
static double spread(double p)
{
    return p * (1 - p);
}

/* An outcome that never occurred has counts of 0. */
static const outcome_contrast *counted_as(const run *r, int outcome)
{
    static const outcome_contrast NONE = {0, 0, 0};

    for (size_t i = 0; i < r->pairs.outcomes.outcomes.count; i++)
        if (outcome_contrasts_at(&r->pairs.outcomes, i) == outcome)
            return &r->pairs.outcomes.of[i];
    return &NONE;
}

/* The difference needs only trials with the outcome in one variant (McNemar): pairs that agree carry no information
 * about it. */
static void sample_outcome(salvo_contrast *line, const run *r)
{
    const outcome_contrast *count = counted_as(r, line->number);
    salvo_interval interval = difference_interval(r, count, schedule_is_fixed(&r->pairs.schedule));
    double n = (double)r->pairs.schedule.done, differ, d;

    line->first.count = count->base;
    line->second.count = count->variant;
    line->only_first = count->base - count->both;
    line->only_second = count->variant - count->both;
    line->first.simulated = salvo_simulation_estimate(&r->comparison->simulation, count->base);
    line->second.simulated = salvo_simulation_estimate(&r->comparison->simulation, count->variant);
    d = ((double)line->only_second - (double)line->only_first) / n; /* difference of probabilities, second less first */
    differ = ((double)line->only_second + (double)line->only_first) / n;
    line->difference.simulated = (salvo_estimate){d, interval.low, interval.high};
    line->variance_reduction =
        /* Variance of X2 - X1, each 0 or 1: E((X2 - X1)^2) - d^2. */
        variance_reduction(spread(line->first.simulated.value), spread(line->second.simulated.value), differ - d * d);
}

/* Exact differences are fractions if both numbers are. */
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

/* In the unit of the expectation; gains are in parts of it. */
static void sample_mean(salvo_contrast *line, const run *r, size_t k)
{
    const salvo_expectation *e = &r->comparison->first->procedure->expectations[k];
    const double parts = e->parts > 1 ? (double)e->parts : 1;
    const bool fixed = schedule_is_fixed(&r->pairs.schedule);
    const salvo_moments *first = &gain_of(r, 0, k)->value, *second = &gain_of(r, 1, k)->value,
                        *difference = &gain_of(r, 1, k)->difference;

    line->first.simulated = contrast_estimate(first, contrast_mean(first, range_of(&r->variants[0], k), fixed), parts);
    line->second.simulated =
        contrast_estimate(second, contrast_mean(second, range_of(&r->variants[1], k), fixed), parts);
    line->difference.simulated = contrast_estimate(difference, gain_interval(r, k, fixed), parts);
    line->variance_reduction = variance_reduction(salvo_moments_variance(first), salvo_moments_variance(second),
                                                  salvo_moments_variance(difference));
}

/* There is no mean if the chain may run for ever. */
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

        /* An exact mean needs those of both variants; otherwise the simulation decides. */
        if (c->exact ? !first || !second : !has_mean(r, k))
            continue;
        if (c->exact) {
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

/* The same tables and the same values, which mean not only equal chances but the same trials. Values are compared as
 * texts in canonical form, so that 1 and 1.0 are equal. */
static bool are_identical(const salvo_question *a, const salvo_question *b)
{
    bool same = salvo_store_hash(&a->book->store) == salvo_store_hash(&b->book->store);

    for (size_t i = 0; same && i < a->procedure->schema.n_parameters; i++)
        same = a->values[i].absent == b->values[i].absent && strcmp(a->values[i].text, b->values[i].text) == 0;
    return same;
}

/* Compiles the variant for the facts that its program has. Being too large is no failure, because the reference engine
 * needs no tables. The program does not run: it lists the outcomes and bounds the gains, which narrows intervals. */
static salvo_status prepare_variant(variant *v, salvo_error *err)
{
    salvo_status status;

    if (v->question->procedure->trials) /* its chain would be large */
        return SALVO_OK;
    status = program_compile(&v->program, v->question, err);
    v->compiled = status == SALVO_OK;
    for (size_t i = 0; v->compiled && i < v->program.n_results; i++)
        v->endless = v->endless || program_endless(&v->program, i);
    if (v->compiled && !v->endless && v->question->procedure->chain)
        return known_chain_make(&v->known, v->question, err);
    return status == SALVO_TOO_LARGE ? SALVO_OK : status;
}

/* Hashes four counts for each outcome: all numbers that the printed intervals depend on. Two runs with the same hash
 * print the same table. */
static salvo_status hash_contrasts(salvo_comparison *c, salvo_error *err)
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

static salvo_status simulate_pairs(salvo_comparison *c, run *r, salvo_error *err)
{
    salvo_status status = schedule_check(r->plan, err);

    for (int i = 0; i < 2 && status == SALVO_OK; i++)
        status = prepare_variant(&r->variants[i], err);
    if (status != SALVO_OK)
        return status;
    r->pairs = (paired_trials){.plan = r->plan,
                               .n = 2,
                               .n_values = 1 + r->n_gains,
                               .names_outcomes = true,
                               .context = r,
                               .run = throw_trials,
                               .width = widest};
    status = paired_trials_run(&r->pairs, err);
    c->simulated = status == SALVO_OK;
    c->simulation = paired_trials_simulation(
        &r->pairs, c->first->procedure->trials && c->second->procedure->trials ? "kernel" : "by-the-book");
    c->simulation.precision_of = r->plan->precision_of;
    return status;
}

/* Exact answers first, because they may fail quickly. If one variant is too large, the comparison has no exact side,
 * because an exact difference needs both. */
static salvo_status solve_both(salvo_comparison *c, const salvo_approach *how, salvo_error *err)
{
    const salvo_question *const asked[] = {c->first, c->second};
    salvo_status status = SALVO_OK;

    for (int i = 0; i < 2 && status == SALVO_OK; i++)
        status = salvo_odds_solve(&c->odds[i], asked[i], &how->options, err);
    c->exact = status == SALVO_OK;
    return status;
}

/* The order is necessary: the first step makes the lines, the others fill them. */
static salvo_status report_comparison(salvo_comparison *c, const run *r, salvo_error *err)
{
    static salvo_status (*const STEPS[])(salvo_comparison *, const run *, salvo_error *) = {list_outcomes,
                                                                                            fill_outcomes, fill_means};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS && status == SALVO_OK; i++)
        status = STEPS[i](c, r, err);
    return status == SALVO_OK && c->simulated ? hash_contrasts(c, err) : status;
}

/* Returns the name of a procedure without the id of its rulebook, which is another one in a copy. */
static const char *own_name(const salvo_procedure *p)
{
    const char *name = p->schema.name;

    return name + strcspn(name, ". ");
}

/* Whether it is the same procedure, or one that a rulebook and its copy have, with the same parameters, outcomes and
 * expectations. Outcomes and expectations are compared by name and place, because lines are joined by
 * number. */
static bool are_one(const salvo_procedure *a, const salvo_procedure *b)
{
    bool one = strcmp(own_name(a), own_name(b)) == 0 && a->schema.n_parameters == b->schema.n_parameters &&
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
        "%s has other parameters, outcomes or expectations in the second folder; compare procedures that have the "
        "same in both",
        a->schema.name);
}

static salvo_status compare(salvo_comparison *c, run *r, const salvo_approach *how, salvo_error *err)
{
    if (!are_one(c->first->procedure, c->second->procedure))
        return refuse_two(c->first->procedure, c->second->procedure, err);
    TRY(how->method != SALVO_MONTE_CARLO ? solve_both(c, how, err) : SALVO_OK);
    TRY(how->method != SALVO_EXACT ? simulate_pairs(c, r, err) : SALVO_OK);
    return report_comparison(c, r, err);
}

salvo_status salvo_compare(salvo_comparison *comparison, const salvo_question *first, const salvo_question *second,
                           const salvo_approach *approach, salvo_error *err)
{
    const salvo_approach *how = approach ? approach : &SALVO_APPROACH;
    run r = {.comparison = comparison,
             .plan = &how->plan,
             .variants = {{.question = first}, {.question = second}},
             .n_gains = first->procedure->n_expectations};
    salvo_status status;

    *comparison = (salvo_comparison){.first = first, .second = second, .memory = salvo_arena_new()};
    if (comparison->memory) {
        comparison->identical = are_one(first->procedure, second->procedure) && are_identical(first, second);
        status = compare(comparison, &r, how, err);
        /* The variants may belong to two books (a table changed by --set), and either may have failed. */
        status = salvo_fault_or(status, first->book, err);
        status = salvo_fault_or(status, second->book, err);
    } else {
        status = salvo_fail_memory(err);
    }
    paired_trials_free(&r.pairs);
    for (int i = 0; i < 2; i++) {
        if (r.variants[i].compiled)
            program_free(&r.variants[i].program);
        known_chain_free(&r.variants[i].known);
    }
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
