/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the engine that makes the trials: the only place that decides it. Reads outcomes from any engine's tally. */
#include "simulate/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/try.h"

static void free_own(engine *e)
{
    if (e->kind && e->kind->free)
        e->kind->free(e->own);
    e->own = NULL;
}

/* Too large is no failure as long as another engine is left: then it is only the reason why that one runs. */
static salvo_status prepare_kind(engine *e, const salvo_plan *plan, bool is_last, salvo_error *err)
{
    salvo_error own = {.text = ""};
    salvo_status status;

    e->limited = false;
    e->turns_told = 0;
    status = e->kind->prepare(e, plan, &own);
    if (status == SALVO_OK)
        return SALVO_OK;
    free_own(e);
    if (status == SALVO_TOO_LARGE && !is_last)
        memcpy(e->why, own.text, sizeof e->why);
    else if (err)
        *err = own;
    return status;
}

/* Checks the instruction set even if the reference engine runs: an unknown name is always an error. */
salvo_status engine_choose(engine *e, const engine_kind *const *kinds, const salvo_question *question,
                           const salvo_plan *plan, salvo_error *err)
{
    salvo_status status = SALVO_TOO_LARGE;
    const kernel *named;

    *e = (engine){.question = question};
    TRY(kernel_find(plan->isa, &named, err));
    for (; *kinds && status == SALVO_TOO_LARGE; kinds++) {
        const bool is_last = !kinds[1];

        if (plan->reference_engine && !is_last)
            continue;
        e->kind = *kinds;
        status = prepare_kind(e, plan, is_last, err);
        if (status == SALVO_OK && !is_last)
            e->why[0] = '\0'; /* being too large for an earlier one is no news */
    }
    return status;
}

void engine_free(engine *e)
{
    free_own(e);
    memset(e, 0, sizeof *e);
}

ending engine_ending(const engine *e, const tally *t, size_t i)
{
    ending known;

    if (i >= t->n_results)
        return tally_seen(t, i - t->n_results);
    known = e->kind->result(e, i);
    known.count = t->results[i];
    return known;
}

static int by_outcome(const void *a, const void *b)
{
    int x = ((const ending *)a)->outcome, y = ((const ending *)b)->outcome;

    return (x > y) - (x < y);
}

/* Endings that differ only in turn or gain are one outcome. They are sorted, because their order depends on the
 * threads and the hash of the counts must not. */
ending *engine_outcomes(const engine *e, const tally *t, bool occurred, size_t *n)
{
    const size_t most = engine_endings(t);
    ending *list = calloc(most + 1, sizeof *list); /* one more, because calloc(0) may return NULL */
    size_t all = 0;

    *n = 0;
    for (size_t i = 0; i < most && list; i++) {
        list[all] = engine_ending(e, t, i);
        list[all].turn = 0;
        all += list[all].count || !occurred;
    }
    if (list)
        qsort(list, all, sizeof *list, by_outcome);
    for (size_t i = 0; i < all; i++)
        if (*n && list[*n - 1].outcome == list[i].outcome)
            list[*n - 1].count += list[i].count;
        else
            list[(*n)++] = list[i];
    return list;
}
