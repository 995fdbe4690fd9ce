/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All variants run block by block together with the base, in the same threads. Blocks are short, because a thread
 * keeps the values of a block for the base and a variant. */
#include "simulate/contrast.h"

#include <salvo/arena.h>

#include <stdlib.h>

#include "base/grow.h"
#include "base/try.h"

/* A block holds all values of two variants, with 8 bytes each. A thousand trials fit the second cache. */
enum { BLOCK = 1 << 10 }; /* maximum number of trials of every variant that a thread takes at a time */

salvo_estimate contrast_estimate(const salvo_moments *m, salvo_interval interval, double parts)
{
    return (salvo_estimate){salvo_moments_mean(m) / parts, interval.low / parts, interval.high / parts};
}

salvo_interval contrast_mean(const salvo_moments *m, salvo_interval range, bool fixed)
{
    return (fixed ? salvo_mean_student : salvo_mean_sequence)(m, range);
}

salvo_interval contrast_chances(uint64_t less, uint64_t greater, uint64_t trials, bool fixed)
{
    return (fixed ? salvo_pairs_fixed : salvo_pairs_sequence)(less, greater, trials);
}

/* Counts `less` and `greater` beside the moments, because the exact test of pairs needs them for chances. */
static void note_pair(contrast *c, int64_t before, int64_t after)
{
    salvo_moments_add(&c->value, after, 1);
    salvo_moments_add(&c->difference, after - before, 1);
    c->less += after < before;
    c->greater += after > before;
}

static void contrast_pack(contrast *c, packed *p)
{
    salvo_moments_pack(&c->value, p);
    salvo_moments_pack(&c->difference, p);
    packed_sum(p, &c->less);
    packed_sum(p, &c->greater);
}

static bool join_outcome(outcome_contrasts *c, int outcome, outcome_contrast more)
{
    outcome_contrast *of;
    uint32_t number;
    bool is_new;

    if (!intern_table_of(&c->outcomes, &outcome, &number, &is_new) ||
        !salvo_grow(&c->of, &c->capacity, c->outcomes.count, sizeof *c->of))
        return false;
    of = &c->of[number];
    *of = (outcome_contrast){of->base + more.base, of->variant + more.variant, of->both + more.both};
    return true;
}

/* A pair that agrees needs one look-up instead of two, and most pairs agree. */
static bool note_outcomes(outcome_contrasts *c, int before, int after)
{
    if (before == after)
        return join_outcome(c, after, (outcome_contrast){1, 1, 1});
    return join_outcome(c, before, (outcome_contrast){.base = 1}) &&
           join_outcome(c, after, (outcome_contrast){.variant = 1});
}

/* The data of one thread. */
typedef struct share {
    paired_trials sums;      /* the first member, because share_pack also takes a run */
    closed_classes *watches; /* of each variant */
    int64_t *before, *after; /* the values of a block: the base's, a variant's */
} share;

static bool sums_init(paired_trials *p)
{
    p->memory = salvo_arena_new();
    p->outcomes.outcomes.key_size = sizeof(int);
    p->contrasts = p->memory ? salvo_arena_array(p->memory, p->n * p->n_values, sizeof *p->contrasts) : NULL;
    return p->contrasts != NULL;
}

/* `before` is kept while all variants run against it. */
static bool share_init(share *s, const paired_trials *p)
{
    s->sums = (paired_trials){.n = p->n, .n_values = p->n_values};
    if (!sums_init(&s->sums))
        return false;
    s->before = salvo_arena_array(s->sums.memory, BLOCK * p->n_values, sizeof *s->before);
    s->after = salvo_arena_array(s->sums.memory, BLOCK * p->n_values, sizeof *s->after);
    s->watches = salvo_arena_array(s->sums.memory, p->n, sizeof *s->watches);
    return s->before && s->after && s->watches;
}

static void share_free(void *context, void *own)
{
    share *s = own;

    (void)context;
    for (size_t i = 0; s->watches && i < s->sums.n; i++)
        closed_classes_free(&s->watches[i]);
    paired_trials_free(&s->sums);
    free(s);
}

static void *share_new(void *context)
{
    share *s = calloc(1, sizeof *s);

    if (!s || share_init(s, context))
        return s;
    share_free(context, s);
    return NULL;
}

/* Runs a variant's block. The base is compared with itself, so that its moments have the same place as those of the
 * variants; its differences are 0. */
static salvo_status run_variant(const paired_trials *p, share *s, size_t i, const trial_range *trials, salvo_error *err)
{
    int64_t *before = s->before, *after = i ? s->after : s->before;

    TRY(p->run(p->context, i, &s->watches[i], trials, after, err));
    for (uint64_t t = 0; t < trials->count; t++, before += p->n_values, after += p->n_values) {
        for (size_t k = p->names_outcomes; k < p->n_values; k++)
            note_pair(&s->sums.contrasts[i * p->n_values + k], before[k], after[k]);
        if (i && p->names_outcomes && !note_outcomes(&s->sums.outcomes, (int)before[0], (int)after[0]))
            return salvo_fail_memory(err);
    }
    return SALVO_OK;
}

/* The base runs first, because all variants are compared with it. */
static salvo_status run_pairs(void *context, void *own, uint64_t first, uint64_t count, salvo_error *err)
{
    const paired_trials *p = context;
    const trial_range trials = {p->plan->seed, first, count};
    salvo_status status = SALVO_OK;

    for (size_t i = 0; i < p->n && status == SALVO_OK; i++)
        status = run_variant(p, own, i, &trials, err);
    return status;
}

/* Packs an outcome with its counts: number `i`, or the next one that is read. */
static void pack_outcome(outcome_contrasts *c, size_t i, packed *p)
{
    outcome_contrast of = p->reads ? (outcome_contrast){0, 0, 0} : c->of[i];
    uint64_t outcome = p->reads ? 0 : (uint32_t)outcome_contrasts_at(c, i);

    packed_number(p, &outcome);
    packed_number(p, &of.base);
    packed_number(p, &of.variant);
    packed_number(p, &of.both);
    if (p->reads && !p->damaged && !join_outcome(c, (int)(uint32_t)outcome, of))
        p->no_memory = true;
}

/* `own` is a share, which begins with its sums, or the run itself, which has them in the same place. */
static void share_pack(void *context, void *own, packed *p)
{
    paired_trials *sums = own;
    size_t n;

    (void)context;
    for (size_t k = 0; k < sums->n * sums->n_values; k++)
        contrast_pack(&sums->contrasts[k], p);
    n = packed_count(p, sums->outcomes.outcomes.count, UINT32_MAX);
    for (size_t i = 0; i < n && !p->damaged; i++)
        pack_outcome(&sums->outcomes, i, p);
}

static double widest_of_pairs(void *context)
{
    const paired_trials *p = context;

    return p->width(p->context);
}

salvo_status paired_trials_run(paired_trials *p, salvo_error *err)
{
    const trial_job job = {.context = p,
                           .sum = p,
                           .tally_new = share_new,
                           .run = run_pairs,
                           .pack = share_pack,
                           .tally_free = share_free,
                           .width = widest_of_pairs,
                           .kind = job_kind("trials in pairs")};

    p->schedule = (schedule){.plan = p->plan, .block_max = BLOCK};
    return sums_init(p) ? schedule_run(&p->schedule, &job, err) : salvo_fail_memory(err);
}

void paired_trials_free(paired_trials *p)
{
    intern_table_free(&p->outcomes.outcomes);
    free(p->outcomes.of);
    salvo_arena_free(p->memory);
    *p = (paired_trials){.n = 0};
}

salvo_simulation paired_trials_simulation(const paired_trials *p, const char *isa)
{
    return (salvo_simulation){.seed = p->plan->seed,
                              .trials = p->schedule.done,
                              .stopped_by = p->schedule.stopped_by,
                              .precision = p->plan->trials ? 0 : p->plan->precision,
                              .seconds = p->schedule.seconds,
                              .isa = isa};
}
