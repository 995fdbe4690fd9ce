/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a roll or a chain into the form that the kernels run, and reads their tallies. Trials that the lanes cannot run
 * (too many results, gains too great for their sums) run here one by one, from the same tables and addresses. A result
 * never depends on which of the two ran it. */
#include "simulate/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rng/pcg32.h"
#include "simulate/weights.h"

/* Each trial owns a part of the sequence. A trial that went beyond it would share words with the next. */
enum { DRAWS_MAX = 1 << 24 }; /* as many as a trial owns (PCG32_STRIDE), less one */

/* The kernel compares a word with running sums of weights; rolls with more cells than it has room for are looked up.
 * Weights with a sum of 2^32 are compared with a whole word: no multiplication, and a bias below 2^-32. */
static void set_thresholds(program *p)
{
    uint64_t weight[ROLL_CELLS_MAX], below = 0;
    double chance[ROLL_CELLS_MAX];

    if (p->table.n_cells > ROLL_CELLS_MAX)
        return;
    p->odds.n = (uint32_t)p->table.n_cells;
    for (size_t i = 0; i < p->odds.n; i++)
        chance[i] = outcome_table_chance(&p->table, i);
    round_weights(chance, p->odds.n, weight);
    for (size_t i = 0; i < p->odds.n; i++) {
        /* Only a cell without weight begins at 2^32; it then has one word in 2^32. */
        p->odds.threshold[i] = below < UINT32_MAX ? (uint32_t)below : UINT32_MAX;
        below += weight[i];
    }
}

/* A roll stays a table of cells, a chain becomes a walk. All later steps work on results by number. */
salvo_status program_compile(program *p, const salvo_question *question, salvo_error *err)
{
    salvo_status status;

    *p = (program){.question = question, .n_gains = question->procedure->n_expectations};
    if (question->procedure->roll) {
        status = outcome_table_compile(&p->table, question, err);
        p->n_results = p->table.n_cells;
        p->one_step = true; /* rolls have no steps over which gains would add up */
        if (status != SALVO_OK)
            return status;
        set_thresholds(p);
        if (!p->odds.n && !p->table.ways) /* left to the reference engine */
            return salvo_fail(err, SALVO_TOO_LARGE, "%s has more than %d different results, with long weights",
                              question->procedure->schema.name, ROLL_CELLS_MAX);
        return SALVO_OK;
    }
    status = walk_compile(&p->w, question, err);
    p->n_results = p->w.n_classes - p->w.n_live;
    /* A counted walk of one step has its gain in the count. */
    p->one_step = status == SALVO_OK && !p->w.counted && p->w.n_live == 0;
    return status;
}

void program_free(program *p)
{
    outcome_table_free(&p->table);
    walk_free(&p->w);
}

/* The kernel counts words that reach each threshold; a result is the difference of neighbours. */
static void run_roll(const program *p, const kernel *k, const trial_range *s, tally *t)
{
    uint64_t at_least[ROLL_CELLS_MAX] = {0};

    k->roll(&p->odds, s, at_least);
    for (size_t i = 0; i < p->odds.n; i++)
        t->results[i] += at_least[i] - (i + 1 < p->odds.n ? at_least[i + 1] : 0);
}

/* The cell of way number `way` in the table. A linear search: only rolls of more than ROLL_CELLS_MAX cells need it,
 * and the order of their cells would not shorten it. */
static size_t cell_of(const outcome_table *table, uint64_t way)
{
    size_t cell = 0;

    for (; way >= table->cells[cell].ways; cell++)
        way -= table->cells[cell].ways;
    return cell;
}

/* A roll with more different results than the kernel compares. Rejection makes it unbiased, while the kernels round:
 * these rolls have too many cells to spread a rounding to 2^-32 over. */
static void look_up_roll(const program *p, const trial_range *s, tally *t)
{
    for (uint64_t i = 0; i < s->count; i++) {
        pcg32 rng = pcg32_trial(s->seed, s->first + i);

        t->results[cell_of(&p->table, pcg32_below(&rng, (uint32_t)p->table.ways))]++;
    }
}

/* The reference engine's message, in draws. */
static salvo_status too_long(const program *p, salvo_error *err)
{
    return salvo_fail(err, SALVO_TOO_LARGE, "a trial of %s took more draws than it may; it hardly ever ends",
                      p->question->procedure->schema.name);
}

/* The tally counts units; its moments times the unit, or its square, are those of the gain. */
static void add_gain(salvo_moments *to, const walk_tally *walked, size_t k, int64_t unit, uint64_t trials)
{
    to->trials += trials;
    to->sum = wide_plus(to->sum, wide_times(walked->gain[k].sum, unit));
    /* In two steps, because unit * unit might not fit 64 bits. */
    to->squares = wide_plus(to->squares, wide_times(wide_times(walked->gain[k].squares, unit), unit));
}

/* Gains of a walk of one step follow from the results. A counted walk has one gain, a vector, and its count; each
 * expectation follows from its component. */
static void run_lanes(const program *p, const kernel *k, const trial_range *s, tally *t, bool *is_too_long)
{
    walk_tally walked = {.ended = t->results};

    k->walk(&p->w, s, &walked); /* counts go directly into t->results; the moments are added below */
    for (size_t g = 0; g < p->n_gains && !p->one_step; g++)
        if (p->w.counted)
            add_gain(&t->gain[g], &walked, 0, p->w.gain[g], s->count);
        else
            add_gain(&t->gain[g], &walked, g, 1, s->count);
    *is_too_long = walked.too_long;
}

/* Runs one trial with the same tables, and adds up the gains of its steps. Returns the class in which it ends, or one
 * that goes on if the trial used up its draws. With the same words as in lanes, it ends in the same class. */
static uint32_t walk_one(const walk *w, pcg32 *rng, int64_t *gain)
{
    uint32_t class = 0, bits = w->start_bits;
    const walk_column *row = w->start;
    uint64_t turns = 0;

    /* Not steps_max, which is the lanes' limit: here a trial may use all the draws that it owns. */
    for (uint32_t draw = 0; draw < DRAWS_MAX; draw++) {
        uint32_t word = pcg32_next(rng);
        const walk_column *column = &row[word >> (32 - bits)];

        class = word < column->threshold ? column->own : column->other;
        for (size_t k = 0; k < w->n_gains; k++)
            gain[k] += w->gain[class * w->n_gains + k];
        turns += w->ends_turn[class]; /* without lanes a step need not be a turn */
        if (class < w->n_live && w->turn_limit && turns == w->turn_limit)
            class = w->undecided;
        if (class >= w->n_live)
            return class;
        bits = w->column_bits;
        row = w->columns + ((size_t) class << bits);
    }
    return class;
}

/* A trial that uses up its draws fails the run: leaving it out would bias the answer towards short trials. */
static salvo_status run_one_by_one(const program *p, const trial_range *s, tally *t, salvo_error *err)
{
    for (uint64_t i = 0; i < s->count; i++) {
        pcg32 rng = pcg32_trial(s->seed, s->first + i);
        int64_t gain[SALVO_EXPECTATIONS_MAX] = {0};
        uint32_t class = walk_one(&p->w, &rng, gain);

        if (class < p->w.n_live)
            return too_long(p, err);
        t->results[class - p->w.n_live]++;
        for (size_t k = 0; k < p->n_gains; k++)
            salvo_moments_add(&t->gain[k], gain[k], 1);
    }
    return SALVO_OK;
}

/* Runs a trial range in lanes, and repeats it one by one if a trial was too long for them. With great gains, lanes
 * allow few steps (steps_max), which a trial may exceed without being too long. The lanes' tally is separate, because
 * it is worthless then. */
static salvo_status run_walk(const program *p, const kernel *k, const trial_range *s, tally *t, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    bool is_too_long;
    tally own;

    if (!p->w.in_lanes)
        return run_one_by_one(p, s, t, err);
    if (!tally_init(&own, p->n_results, p->n_gains)) /* added to *t only if complete */
        return salvo_fail_memory(err);
    run_lanes(p, k, s, &own, &is_too_long);
    if (!is_too_long)
        tally_add(t, &own);
    else if (p->w.steps_max < WALK_STEPS_MAX)
        status = run_one_by_one(p, s, t, err);
    else
        status = too_long(p, err);
    tally_free(&own);
    return status;
}

salvo_status program_run(const program *p, const kernel *k, const trial_range *s, tally *t, salvo_error *err)
{
    t->trials += s->count;
    if (p->question->procedure->roll) {
        if (p->odds.n)
            run_roll(p, k, s, t);
        else
            look_up_roll(p, s, t);
        return SALVO_OK;
    }
    if (p->w.settled) {            /* a trial has ended, or can never end, before its first throw */
        t->results[0] += s->count; /* class 0 is the only one */
        return SALVO_OK;
    }
    return run_walk(p, k, s, t, err);
}

int program_outcome(const program *p, size_t result)
{
    return p->question->procedure->roll ? p->table.cells[result].outcome : p->w.outcome[result];
}

bool program_endless(const program *p, size_t result)
{
    return !p->question->procedure->roll && p->w.endless[result];
}

static int64_t gain_of(const program *p, size_t result, size_t k)
{
    return p->question->procedure->roll ? p->table.cells[result].gain[k]
                                        : p->w.gain[(p->w.n_live + result) * p->n_gains + k];
}

/* Narrows the intervals of means: no mean is outside the range of one trial's gain. */
salvo_interval program_range(const program *p, size_t k)
{
    salvo_interval range = {INFINITY, -INFINITY};

    if (!p->one_step) /* infinite until a result is seen */
        return (salvo_interval){-INFINITY, INFINITY};
    for (size_t i = 0; i < p->n_results; i++) {
        range.low = fmin(range.low, (double)gain_of(p, i, k));
        range.high = fmax(range.high, (double)gain_of(p, i, k));
    }
    return range;
}

/* For a walk of one step: every result has one gain, so its count is enough. */
salvo_moments program_moments(const program *p, const tally *t, size_t k)
{
    salvo_moments moments = {0};

    if (!p->one_step)
        return t->gain[k];
    for (size_t i = 0; i < p->n_results; i++)
        salvo_moments_add(&moments, gain_of(p, i, k), t->results[i]);
    return moments;
}
