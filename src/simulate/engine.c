/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses between the kernels and the reference engine, and presents both by one interface: endings, outcomes,
 * moments. The score of a program counts by its results, which are known in advance. That of the reference engine
 * counts by the pairs of outcome and turn that occurred. */
#include "simulate/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/try.h"
#include "rng/draws.h"
#include "rules/fault.h"
#include "simulate/reference_engine.h"

/* Compiles the program, with turns distinguished if the plan asks for them. Turns that do not fit are put together;
 * `turns_told` is the number that is distinguished. */
static salvo_status compile(engine *e, const salvo_plan *plan, salvo_error *err)
{
    salvo_status status = program_compile(&e->program, e->question, err);

    if (status != SALVO_OK || !e->turns_told)
        return status;
    status = turns_unfold(&e->turns, &e->program.w, plan->turns, err);
    e->program.n_results = e->program.w.n_classes - e->program.w.n_live;
    e->turns_told = e->turns.told_apart;
    return status;
}

/* Checks the instruction set even if the reference engine runs: an unknown name is always an error. */
salvo_status engine_prepare(engine *e, const salvo_question *question, const salvo_plan *plan, salvo_error *err)
{
    salvo_error too_large = {.text = ""}; /* apart from err, because being too large is no failure here */
    salvo_status status;

    *e = (engine){.question = question, .reference_engine = plan->reference_engine};
    if (question->procedure->chain)
        /* An ending has 32 bits for its turn, so no more turns are distinguished. */
        e->turns_told = plan->turns < UINT32_MAX ? plan->turns : UINT32_MAX;
    status = kernel_find(plan->isa, &e->kernel, err);
    if (status != SALVO_OK || e->reference_engine)
        return status;
    status = compile(e, plan, &too_large);
    if (status == SALVO_TOO_LARGE) {
        program_free(&e->program);
        e->program = (program){.n_results = 0}; /* no results, so its tallies are empty */
        e->reference_engine = true;
        snprintf(e->why, sizeof e->why, "%.*s", (int)sizeof e->why - 1, too_large.text);
        return SALVO_OK;
    }
    if (status != SALVO_OK && err) /* program_compile's message, which went to too_large */
        *err = too_large;
    return status;
}

void engine_free(engine *e)
{
    program_free(&e->program);
    memset(e, 0, sizeof *e);
}

const char *engine_name(const engine *e)
{
    return e->reference_engine ? "by-the-book" : e->kernel->name;
}

/* What distinguishes endings in the reference engine. Without padding, because keys are compared by their bytes. */
typedef struct seen_key {
    int32_t outcome;
    uint32_t turn;
} seen_key;

bool score_init(score *s, const engine *e)
{
    *s = (score){.seen = {.key_size = sizeof(seen_key)}};
    return tally_init(&s->tally, &e->program);
}

void score_free(score *s)
{
    tally_free(&s->tally);
    intern_table_free(&s->seen);
    free(s->counts);
    closed_classes_free(&s->watch);
    memset(s, 0, sizeof *s);
}

/* Returns false if memory is out. Endings are numbered as they occur, in an order that depends on the thread, so
 * nothing may depend on the numbers. */
static bool count(score *s, int outcome, uint32_t turn, uint64_t times)
{
    const seen_key key = {outcome, turn};
    uint32_t number;
    bool is_new;

    if (!intern_table_of(&s->seen, &key, &number, &is_new) ||
        !salvo_grow(&s->counts, &s->counts_capacity, number + (size_t)1, sizeof *s->counts))
        return false;
    s->counts[number] += times;
    return true;
}

static size_t n_gains(const engine *e)
{
    return e->question->procedure->n_expectations;
}

/* Packs an ending with its count: number `i`, or the next one that is read. */
static void pack_seen(score *s, size_t i, packed *p)
{
    seen_key key = {0, 0};
    uint64_t outcome, turn, times = p->reads ? 0 : s->counts[i];

    if (!p->reads)
        memcpy(&key, intern_table_key(&s->seen, i), sizeof key);
    outcome = (uint32_t)key.outcome;
    turn = key.turn;
    packed_number(p, &outcome);
    packed_number(p, &turn);
    packed_number(p, &times);
    if (p->reads && !p->damaged && !count(s, (int32_t)(uint32_t)outcome, (uint32_t)turn, times))
        p->no_memory = true;
}

/* Results of a program have the same numbers everywhere; endings of the reference engine do not. */
void score_pack(score *s, const engine *e, packed *p)
{
    size_t n;

    if (!e->reference_engine) {
        tally_pack(&s->tally, &e->program, p);
        return;
    }
    packed_sum(p, &s->tally.trials);
    packed_sum(p, &s->endless);
    packed_sum(p, &s->thrown);
    for (size_t k = 0; k < n_gains(e); k++)
        salvo_moments_pack(&s->tally.gain[k], p);
    n = packed_count(p, s->seen.count, UINT32_MAX);
    for (size_t i = 0; i < n && !p->damaged; i++)
        pack_seen(s, i, p);
}

/* Endless trials have no gains, which would be infinite. A turn beyond the distinguished ones is an ending without a
 * turn, as in a program. */
static salvo_status throw_trial(const engine *e, draws *d, score *to, salvo_error *err)
{
    reference_trial t;

    TRY(reference_engine_throw(&t, e->question, d, &to->watch, err));
    to->endless += t.endless;
    for (size_t k = 0; k < n_gains(e) && !t.endless; k++)
        salvo_moments_add(&to->tally.gain[k], t.gain[k], 1);
    if (t.endless || t.turn > e->turns_told) /* such an ending has no turn */
        t.turn = 0;
    return count(to, t.outcome, (uint32_t)t.turn, 1) ? SALVO_OK : salvo_fail_memory(err);
}

salvo_status engine_run(const engine *e, const trial_range *trials, score *to, salvo_error *err)
{
    salvo_status status = SALVO_OK;
    draws d;

    if (!e->reference_engine)
        return program_run(&e->program, e->kernel, trials, &to->tally, err);
    to->tally.trials += trials->count;
    d = draws_of(trials->seed, trials->first); /* from trial to trial, because a jump for each would cost more */
    for (uint64_t i = 0; i < trials->count && status == SALVO_OK; i++, draws_next_trial(&d))
        status = throw_trial(e, &d, to, err);
    to->thrown += d.thrown;
    return salvo_fault_or(status, e->question->book, err);
}

/* Endings of a program include those that never occurred, with a count of 0, because possible outcomes are listed. */
size_t score_endings(const score *s, const engine *e)
{
    return e->reference_engine ? s->seen.count : e->program.n_results;
}

ending score_ending(const score *s, const engine *e, size_t i)
{
    seen_key key;

    if (!e->reference_engine)
        return (ending){program_outcome(&e->program, i), turns_of(&e->turns, i), s->tally.results[i]};
    memcpy(&key, intern_table_key(&s->seen, i), sizeof key);
    return (ending){key.outcome, key.turn, s->counts[i]};
}

static int by_outcome(const void *a, const void *b)
{
    int x = ((const ending *)a)->outcome, y = ((const ending *)b)->outcome;

    return (x > y) - (x < y);
}

/* Endings that differ only in turn or gain are one outcome. They are sorted, because their order depends on the
 * threads and the hash of the counts must not. */
salvo_status score_outcomes(outcome_counts *to, const score *s, const engine *e, salvo_error *err)
{
    size_t n = score_endings(s, e);
    ending *endings = calloc(n + 1, sizeof *endings); /* one more, because calloc(0) may return NULL */

    *to =
        (outcome_counts){.outcomes = calloc(n + 1, sizeof *to->outcomes), .counts = calloc(n + 1, sizeof *to->counts)};
    if (endings && to->outcomes && to->counts) {
        for (size_t i = 0; i < n; i++)
            endings[i] = score_ending(s, e, i);
        qsort(endings, n, sizeof *endings, by_outcome);
        for (size_t i = 0; i < n; i++) {
            if (i == 0 || endings[i].outcome != endings[i - 1].outcome)
                to->outcomes[to->n++] = endings[i].outcome;
            to->counts[to->n - 1] += endings[i].count; /* after the line above n is at least 1 */
        }
        free(endings);
        return SALVO_OK;
    }
    free(endings);
    outcome_counts_free(to);
    return salvo_fail_memory(err);
}

void outcome_counts_free(outcome_counts *from)
{
    free(from->outcomes);
    free(from->counts);
    memset(from, 0, sizeof *from);
}

/* There is no mean if a possible ending never ends, whether it occurred or not, because the answer must not depend on
 * the seed. The reference engine only shows whether it occurred. */
bool score_has_means(const score *s, const engine *e)
{
    if (e->reference_engine)
        return s->endless == 0;
    for (size_t i = 0; i < e->program.n_results; i++)
        if (program_endless(&e->program, i))
            return false;
    return true;
}

salvo_moments score_moments(const score *s, const engine *e, size_t k)
{
    return e->reference_engine ? s->tally.gain[k] : program_moments(&e->program, &s->tally, k);
}

/* The reference engine has no bounds for the gain of a trial in advance. */
salvo_interval engine_range(const engine *e, size_t k)
{
    return e->reference_engine ? (salvo_interval){-INFINITY, INFINITY} : program_range(&e->program, k);
}
