/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Its results are all that can occur, whether it does or not. */
#include "simulate/walk_engine.h"

#include <stdlib.h>

#include "base/try.h"

/* Compiles the program, with turns distinguished if the plan asks for them. Turns that do not fit are put together;
 * `turns_told` is the number that is distinguished. An ending has 32 bits for its turn. */
static salvo_status prepare_walk(engine *e, const salvo_plan *plan, salvo_error *err)
{
    walk_engine *own = e->own = calloc(1, sizeof *own);
    const size_t most = plan->turns < UINT32_MAX ? plan->turns : UINT32_MAX;

    if (!own)
        return salvo_fail_memory(err);
    TRY(kernel_find(plan->isa, &own->kernel, err));
    e->name = own->kernel->name;
    TRY(program_compile(&own->program, e->question, err));
    if (!e->question->procedure->chain || !most)
        return SALVO_OK;
    TRY(turns_unfold(&own->turns, &own->program.w, most, err));
    own->program.n_results = own->program.w.n_classes - own->program.w.n_live;
    e->turns_told = own->turns.told_apart;
    return SALVO_OK;
}

static void free_walk(void *own)
{
    if (own)
        program_free(&((walk_engine *)own)->program);
    free(own);
}

static tally *new_walk_tally(const engine *e)
{
    const program *p = &walk_engine_of(e)->program;
    tally *t = malloc(sizeof *t);

    if (t && !tally_init(t, p->n_results, p->n_gains)) {
        free(t);
        return NULL;
    }
    return t;
}

static void free_walk_tally(tally *t)
{
    tally_free(t);
    free(t);
}

static salvo_status run_program(const engine *e, const trial_range *trials, tally *to, salvo_error *err)
{
    return program_run(&walk_engine_of(e)->program, walk_engine_of(e)->kernel, trials, to, err);
}

static ending walk_result(const engine *e, size_t i)
{
    const walk_engine *own = walk_engine_of(e);

    return (ending){.outcome = program_outcome(&own->program, i), .turn = turns_of(&own->turns, i)};
}

/* There is no mean if a possible ending never ends, whether it occurred or not, because the answer must not depend on
 * the seed. */
static bool walk_has_mean(const engine *e, const tally *t, size_t k)
{
    const program *p = &walk_engine_of(e)->program;

    (void)t;
    (void)k;
    for (size_t i = 0; i < p->n_results; i++)
        if (program_endless(p, i))
            return false;
    return true;
}

static salvo_moments walk_moments(const engine *e, const tally *t, size_t k)
{
    return program_moments(&walk_engine_of(e)->program, t, k);
}

static salvo_interval walk_range(const engine *e, const tally *t, size_t k)
{
    (void)t;
    return program_range(&walk_engine_of(e)->program, k);
}

const engine_kind WALK_ENGINE = {
    .job = "trials of a question",
    .block_max = 1 << 18,
    .prepare = prepare_walk,
    .free = free_walk,
    .tally_new = new_walk_tally,
    .tally_free = free_walk_tally,
    .run = run_program,
    .pack = tally_pack,
    .result = walk_result,
    .has_mean = walk_has_mean,
    .moments = walk_moments,
    .range = walk_range,
};
