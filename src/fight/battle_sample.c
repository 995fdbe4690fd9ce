/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outcomes that occurred are listed by their codes, not in the order in which the tally met them. */
#include "fight/battle_sample.h"

#include <math.h>
#include <stdlib.h>

#include <salvo/arena.h>

#include "base/try.h"
#include "fight/battle_reading.h"

/* Codes ascend, as in every report. Codes that were numbered as they occurred have an order that depends on the
 * threads. */
static int by_code(const void *a, const void *b)
{
    const salvo_count *x = a, *y = b;

    return (x->outcome > y->outcome) - (x->outcome < y->outcome);
}

/* Outcomes with a count of 0 are not listed: there are too many possible ones. */
static salvo_status add_count(salvo_battle *b, const battle_model *model, int code, uint64_t count, salvo_error *err)
{
    salvo_simulation *s = &b->answer.simulation;
    salvo_figure f = {.count = count};
    char label[SALVO_LABEL_MAX];

    if (count == 0)
        return SALVO_OK;
    battle_estimate_share(&b->answer, &f);
    model->procedure.label(model, code, label);
    s->counts[s->n_counts] = (salvo_count){code, salvo_arena_text(s->memory, label), count, f.simulated};
    return s->counts[s->n_counts++].label ? SALVO_OK : salvo_fail_memory(err);
}

/* Lists the outcomes that occurred, in order, and hashes codes and counts. Codes are hashed, because missing outcomes
 * are not listed. Small battles have a counter for every code; otherwise codes are numbered as they occur. */
static salvo_status add_counts(salvo_battle *b, const battle_run *r, salvo_error *err)
{
    salvo_simulation *s = &b->answer.simulation;
    size_t n = r->tally.codes ? r->tally.n_codes : r->tally.seen.count;
    uint64_t *hashed = salvo_arena_array(s->memory, 2 * n, sizeof *hashed);
    salvo_status status = SALVO_OK;

    s->counts = salvo_arena_array(s->memory, n, sizeof *s->counts);
    if (!s->counts || !hashed)
        return salvo_fail_memory(err);
    for (size_t i = 0; i < n && status == SALVO_OK; i++)
        status = r->tally.codes ? add_count(b, r->model, (int)i, r->tally.codes[i], err)
                                : add_count(b, r->model, *(const int *)intern_table_key(&r->tally.seen, i),
                                            r->tally.seen_counts[i], err);
    qsort(s->counts, s->n_counts, sizeof *s->counts, by_code);
    for (size_t i = 0; i < s->n_counts; i++) {
        hashed[2 * i] = (uint64_t)s->counts[i].outcome;
        hashed[2 * i + 1] = s->counts[i].count;
    }
    s->hash = salvo_counts_hash(hashed, 2 * s->n_counts);
    return status;
}

/* Adds the mean of the tally's moments; `most` is the maximum of one battle. */
static void add_sampled(salvo_battle *b, const battle_model *model, size_t k, const salvo_moments *moments, double most)
{
    salvo_simulation *s = &b->answer.simulation;

    s->means[s->n_means++] = (salvo_sampled_mean){k, model->procedure.expectations[k].name,
                                                  battle_estimate_mean(&b->answer, moments, most, 1)};
}

/* Without a turn limit a battle may last any time, so that mean has no upper bound. Otherwise turns have the limit as
 * their bound, and losses the size of the side. */
static salvo_status add_means(salvo_battle *b, const battle_run *r, salvo_error *err)
{
    salvo_simulation *s = &b->answer.simulation;
    const battle_model *model = r->model;

    s->means = salvo_arena_array(s->memory, N_GAINS, sizeof *s->means);
    if (!s->means)
        return salvo_fail_memory(err);
    add_sampled(b, model, GAIN_TURNS, &r->tally.turns, model->turn_limit ? (double)model->turn_limit : INFINITY);
    for (int side = SIDE_A; side <= SIDE_B; side++) {
        double full = 0;

        for (int k = 0; k < model->side[side].n_kinds; k++)
            full += (double)model->side[side].kinds[k].full * model->side[side].kinds[k].count;
        add_sampled(b, model, (size_t)(GAIN_LOST_A + side), &r->tally.lost[side], full);
    }
    return SALVO_OK;
}

/* Also in the middle of a run, to see how precise it is. */
salvo_status battle_sample(salvo_battle *b, const battle_run *r, salvo_error *err)
{
    salvo_simulation *s = &b->answer.simulation;

    *s = (salvo_simulation){.seed = r->plan->seed,
                            .trials = r->tally.trials,
                            .stopped_by = r->stopped_by,
                            .precision = r->plan->trials ? 0 : r->plan->precision,
                            .precision_of = r->plan->precision_of,
                            .seconds = r->seconds,
                            .isa = battle_run_engine(r),
                            .memory = salvo_arena_new()};
    if (!s->memory)
        return salvo_fail_memory(err);
    b->answer.simulated = true;
    TRY(add_counts(b, r, err));
    return add_means(b, r, err);
}
