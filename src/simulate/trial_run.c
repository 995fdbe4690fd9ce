/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trials of any engine, run by the schedule's threads. */
#include "simulate/trial_run.h"

#include "base/try.h"

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
