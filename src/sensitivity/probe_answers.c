/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Most changes do not affect a question. So the cheapest test is first (a fingerprint, a solution in doubles, or some
 * trials). Only changes that move the answer are solved in fractions or simulated to the precision. */
#include "sensitivity/probe_answers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/try.h"
#include "odds/number.h"
#include "rules/fault.h"
#include "sensitivity/armies.h"
#include "sensitivity/baseline.h"
#include "sensitivity/pairs.h"
#include "simulate/answer.h"

enum { SCREEN_PAIRS = 1000 }; /* trials of the test for a change, if nothing can be solved exactly */

/* Compares fingerprints: equal ones are the same battle. Without a fingerprint the probe may change something. */
static salvo_status print_one(batch *b, probe *p, const salvo_rulebook *book, salvo_error *why)
{
    uint64_t print = 0;
    salvo_status status = subject_print(b->subject, book, &b->how->plan, &print, why);

    if (status == SALVO_OK)
        p->state = print && print == b->print ? PROBE_IDLE : PROBE_MOVES;
    return status;
}

/* Solves the variant exactly. In the second stage a fraction replaces an answer in doubles. */
static salvo_status count_one(batch *b, probe *p, const salvo_rulebook *book, salvo_error *why)
{
    measurement r;

    TRY(subject_count(b->subject, book, &b->options, &r, why));
    free(p->answer.exact);
    p->answer = r;
    p->counted = true;
    p->state = measurements_differ(&p->answer, &b->base) ? PROBE_MOVES : PROBE_IDLE;
    return SALVO_OK;
}

/* Solves all in floating point first, which is fast. If the answer is a fraction, the probes that change it are solved
 * again in fractions. */
static salvo_status count_all(batch *b, unsigned states, salvo_error *err)
{
    salvo_status status;

    b->options.arithmetic = SALVO_DOUBLE;
    status = batch_run(b, states, count_one, err);
    b->options.arithmetic = SALVO_RATIONAL;
    if (status != SALVO_OK || b->base.arithmetic != SALVO_RATIONAL || b->interrupted)
        return status;
    return batch_run(b, 1U << PROBE_MOVES, count_one, err);
}

/* The base's trials, with which cells are compared. */
typedef struct screen {
    batch batch; /* first: questions receive a pointer to it */
    int64_t values[SCREEN_PAIRS];
} screen;

/* Any difference in any trial makes it a mover. The values are on the heap, because a thread's stack may be small. */
static salvo_status screen_one(batch *b, probe *p, const salvo_rulebook *book, salvo_error *why)
{
    const screen *s = (const screen *)b;
    int64_t *values = calloc(SCREEN_PAIRS, sizeof *values);
    salvo_status status =
        values ? subject_ends(b->subject, book, &b->how->plan, SCREEN_PAIRS, values, why) : salvo_fail_memory(why);

    if (status == SALVO_OK)
        p->state = memcmp(values, s->values, sizeof s->values) ? PROBE_MOVES : PROBE_IDLE;
    free(values);
    return status;
}

/* Marks a cell idle if all that happens in every trial is unchanged. */
static salvo_status screen_all(batch *b, salvo_error *err)
{
    screen *s = calloc(1, sizeof *s);
    salvo_status status;

    if (!s)
        return salvo_fail_memory(err);
    s->batch = *b; /* copied back below, with the notes of batch_run */
    status = subject_ends(b->subject, b->book, &b->how->plan, SCREEN_PAIRS, s->values, err);
    status = status == SALVO_OK ? batch_run(&s->batch, 1U << PROBE_WAITS, screen_one, err) : status;
    *b = s->batch;
    for (size_t i = 0; b->both_ways && i < b->n; i++) /* a cell that matters in one direction is simulated in both */
        if (b->probes[i].state == PROBE_IDLE && b->probes[i ^ 1].state == PROBE_MOVES)
            b->probes[i].state = PROBE_MOVES;
    free(s);
    return status;
}

/* With fingerprints, only what they cannot exclude is solved; without them, everything is. */
static salvo_status find_movers(batch *b, bool counts, bool can_count, salvo_error *err)
{
    unsigned states = 1U << PROBE_WAITS;
    salvo_status status = SALVO_OK;

    b->n_stages = 1 + 2 * counts; /* of both passes of count_all */
    if (b->print) {
        status = batch_run(b, states, print_one, err);
        states = 1U << PROBE_MOVES;
    }
    if (status != SALVO_OK)
        return status;
    if (counts || (can_count && !b->print))
        return count_all(b, states, err);
    return b->print ? SALVO_OK : screen_all(b, err);
}

/* Reads the answer of a probe. An idle probe has the base's answer by definition, and a refused one has the reason. */
static salvo_status read_probe(const salvo_baseline *asked, const probe *p, salvo_changed_answer *m, salvo_error *err)
{
    m->to = p->text;
    if (p->state == PROBE_REFUSED && !(m->refused = salvo_arena_text(asked->memory, p->why)))
        return salvo_fail_memory(err);
    if (p->state == PROBE_IDLE) {
        m->known = true;
        m->value = asked->base;
        m->difference = (salvo_figure){.exact = {0, "0"}};
    }
    if (p->state != PROBE_MOVES || !asked->exact || !p->counted)
        return SALVO_OK;
    m->known = true;
    m->value.exact = (salvo_number){p->answer.value, NULL};
    if (p->answer.exact && !(m->value.exact.exact = salvo_arena_text(asked->memory, p->answer.exact)))
        return salvo_fail_memory(err);
    return number_report_difference(&m->value.exact, &asked->base.exact, asked->memory, &m->difference.exact)
               ? SALVO_OK
               : salvo_fail_memory(err);
}

static void read_pair(const pairs *p, size_t at, salvo_changed_answer *m)
{
    const contrast *c = &p->trials.contrasts[at];

    m->known = true;
    m->value.simulated = pairs_value(p, at);
    m->value.count = c->value.sum.low;
    m->difference.simulated = pairs_difference(p, at);
    m->pairs_less = c->less;
    m->pairs_greater = c->greater;
}

/* Hashes the sums and the differing pairs of the base and every variant: whole numbers, equal on any number of
 * threads. */
static salvo_status hash_pairs(salvo_baseline *asked, const pairs *p, salvo_error *err)
{
    uint64_t *counts = calloc(3 * p->n, sizeof *counts);

    if (!counts)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < p->n; i++) {
        const contrast *c = &p->trials.contrasts[i];

        counts[3 * i] = c->value.sum.low;
        counts[3 * i + 1] = c->less;
        counts[3 * i + 2] = c->greater;
    }
    asked->simulation.hash = salvo_counts_hash(counts, 3 * p->n);
    free(counts);
    return SALVO_OK;
}

static salvo_status read_pairs(salvo_baseline *asked, const batch *b, const pairs *p, salvo_changed_answer *moves,
                               salvo_error *err)
{
    asked->simulated = true;
    asked->simulation = paired_trials_simulation(&p->trials, sampler_engine(&p->variants[0].sampler));
    asked->base.simulated = pairs_value(p, 0);
    for (size_t i = 1; i < p->n; i++)
        read_pair(p, i, &moves[p->variants[i].probe - b->probes]);
    return hash_pairs(asked, p, err);
}

/* Simulates all variants in one run, so that they share the base's trials. Only those that passed the screening take
 * part, because every variant costs its share of each trial. */
static salvo_status throw_movers(salvo_baseline *asked, batch *b, salvo_changed_answer *moves, salvo_error *err)
{
    probe **chosen = salvo_arena_array(asked->memory, b->n, sizeof(probe *));
    size_t n = 0;
    pairs p;
    salvo_status status;

    if (!chosen)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < b->n; i++)
        if (b->probes[i].state == PROBE_MOVES)
            chosen[n++] = &b->probes[i];
    TRY(pairs_run(&p, b, chosen, n, err));
    status = read_pairs(asked, b, &p, moves, err);
    pairs_free(&p);
    return status;
}

/* In a simulation some pair must differ, or the difference is certainly 0. */
bool probe_moves_answer(const salvo_baseline *asked, const probe *p, const salvo_changed_answer *m)
{
    return p->state == PROBE_MOVES && m->known && (asked->exact || m->pairs_less + m->pairs_greater > 0);
}

/* The order is: base, probes, screening, then either engine on what changes. The base is first, because it decides how
 * the rest is screened. */
static salvo_status ask_question(salvo_baseline *asked, batch *b, lay_function *lay, void *context,
                                 salvo_changed_answer **answers, salvo_error *err)
{
    base_answer base;
    salvo_status status;

    TRY(base_find(&base, asked, b, err));
    TRY(lay(asked, b, context, answers, err));
    status = find_movers(b, base.counts, base.can_count, err);
    return status == SALVO_OK && base.simulates ? throw_movers(asked, b, *answers, err) : status;
}

static salvo_status vary_armies(salvo_baseline *asked, batch *b, salvo_changed_answer *answers, salvo_error *err)
{
    armies a = {.bought = NULL};
    salvo_status status = armies_fight(&a, asked, b, err);

    status = status == SALVO_OK ? armies_vary(&a, asked, b, answers, err) : status;
    armies_free(&a);
    return status;
}

/* Armies have no exact answer: every probe fights them again. */
static salvo_status ask_armies(salvo_baseline *asked, batch *b, lay_function *lay, void *context,
                               salvo_changed_answer **answers, salvo_error *err)
{
    *asked = (salvo_baseline){.book = b->book, .subject = b->subject, .memory = salvo_arena_new()};
    if (!asked->memory)
        return salvo_fail_memory(err);
    TRY(lay(asked, b, context, answers, err));
    return vary_armies(asked, b, *answers, err);
}

salvo_status probes_answer(salvo_baseline *asked, batch *b, lay_function *lay, void *context,
                           salvo_changed_answer **answers, salvo_error *err)
{
    salvo_status status = (b->subject->points ? ask_armies : ask_question)(asked, b, lay, context, answers, err);

    for (size_t i = 0; i < b->n && status == SALVO_OK; i++)
        status = read_probe(asked, &b->probes[i], &(*answers)[i], err);
    return salvo_fault_or(status, b->book, err);
}

void batch_free(batch *b)
{
    for (size_t i = 0; i < b->n; i++) /* answers and reasons are on the heap, because threads make them */
        probe_free(&b->probes[i]);
    free(b->probes);
    free(b->base.exact);
    b->n = 0;
}
