/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference engine as one of the engines. It takes every question, knows no result in advance and bounds no gain. */
#include "simulate/engine.h"

#include <math.h>
#include <stdlib.h>

#include "base/try.h"
#include "rng/draws.h"
#include "rules/fault.h"
#include "simulate/reference_engine.h"

/* A thread's tally, and what its trials have found out about states that never end. */
typedef struct watched_tally {
    tally all; /* the first member */
    closed_classes watch;
} watched_tally;

static salvo_status prepare_reference(engine *e, const salvo_plan *plan, salvo_error *err)
{
    (void)err;
    e->name = "by-the-book";
    e->limited = true;
    if (e->question->procedure->chain) /* an ending has 32 bits for its turn */
        e->turns_told = plan->turns < UINT32_MAX ? plan->turns : UINT32_MAX;
    return SALVO_OK;
}

static void free_watched_tally(tally *t)
{
    watched_tally *own = (watched_tally *)t;

    tally_free(t);
    closed_classes_free(&own->watch);
    free(own);
}

static tally *new_watched_tally(const engine *e)
{
    watched_tally *own = calloc(1, sizeof *own);

    if (own && !tally_init(&own->all, 0, e->question->procedure->n_expectations)) {
        free_watched_tally(&own->all);
        return NULL;
    }
    return own ? &own->all : NULL;
}

/* Endless trials have no gains, which would be infinite. A turn beyond the distinguished ones is an ending without a
 * turn, as in a walk. */
static salvo_status run_one_by_dice(const engine *e, draws *d, tally *to, salvo_error *err)
{
    reference_trial t;

    TRY(reference_engine_throw(&t, e->question, d, &((watched_tally *)to)->watch, err));
    to->endless += t.endless;
    for (size_t k = 0; k < to->n_gains && !t.endless; k++)
        salvo_moments_add(&to->gain[k], t.gain[k], 1);
    if (t.endless || t.turn > e->turns_told) /* such an ending has no turn */
        t.turn = 0;
    return tally_note(to, t.outcome, (uint32_t)t.turn, 1) ? SALVO_OK : salvo_fail_memory(err);
}

static salvo_status run_by_dice(const engine *e, const trial_range *trials, tally *to, salvo_error *err)
{
    draws d = draws_of(trials->seed, trials->first); /* from trial to trial, because a jump for each would cost more */
    salvo_status status = SALVO_OK;

    to->trials += trials->count;
    for (uint64_t i = 0; i < trials->count && status == SALVO_OK; i++, draws_next_trial(&d))
        status = run_one_by_dice(e, &d, to, err);
    to->thrown += d.thrown;
    return salvo_fault_or(status, e->question->book, err);
}

static uint64_t work_of_dice(const engine *e, const tally *t)
{
    return reference_engine_work(e->question->book, t->thrown);
}

/* A mean shows only whether a trial never ended, not whether one can. */
static bool all_have_ended(const engine *e, const tally *t, size_t k)
{
    (void)e;
    (void)k;
    return t->endless == 0;
}

static salvo_moments moments_of_gain(const engine *e, const tally *t, size_t k)
{
    (void)e;
    return t->gain[k];
}

static salvo_interval no_range(const engine *e, const tally *t, size_t k)
{
    (void)e;
    (void)t;
    (void)k;
    return (salvo_interval){-INFINITY, INFINITY};
}

const engine_kind REFERENCE_ENGINE = {
    .job = "trials of a question",
    .block_max = 1 << 18,
    .prepare = prepare_reference,
    .tally_new = new_watched_tally,
    .tally_free = free_watched_tally,
    .run = run_by_dice,
    .pack = tally_pack,
    .work = work_of_dice,
    .has_mean = all_have_ended,
    .moments = moments_of_gain,
    .range = no_range,
};
