/* All variants are thrown block by block together with the base, in the same threads: trial i of each uses the same
 * dice, and only the differences are tallied. Blocks are short, because a thread keeps the values of one for the base
 * and a variant. */
#include "sensitivity/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 10 }; /* trials of every variant that a thread takes at a time, at most */

/* What a thread has for itself. */
typedef struct pair_context {
    contrast *contrasts; /* as in the pairs */
    sampler_room *rooms;
    size_t n;
    int64_t before[BLOCK], after[BLOCK]; /* of the base and of one variant, trial by trial */
} pair_context;

/* Number 0 is the base. */
static const sampler *sampler_at(const pairs *p, size_t i)
{
    return i ? &p->variants[i - 1].sampler : &p->base;
}

static void pair_context_free(void *context, void *own)
{
    pair_context *d = own;

    (void)context;
    for (size_t i = 0; d->rooms && i < d->n; i++)
        sampler_room_free(&d->rooms[i]);
    free(d->rooms);
    free(d->contrasts);
    free(d);
}

static void *pair_context_new(void *context)
{
    const pairs *p = context;
    pair_context *d = calloc(1, sizeof *d);
    bool made;

    if (!d)
        return NULL;
    d->n = p->n + 1;
    d->contrasts = calloc(d->n, sizeof *d->contrasts);
    d->rooms = calloc(d->n, sizeof *d->rooms);
    made = d->contrasts && d->rooms;
    for (size_t i = 0; i < d->n && made; i++)
        if (sampler_at(p, i)->subject) /* a refused variant has no sampler */
            made = sampler_room_make(&d->rooms[i], sampler_at(p, i), BLOCK);
    if (made)
        return d;
    pair_context_free(context, d);
    return NULL;
}

/* Less and greater are counted apart: for chances they are the pairs that differ. */
static void note(contrast *c, const int64_t *before, const int64_t *after, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        salvo_moments_add(&c->value, after[i], 1);
        salvo_moments_add(&c->difference, after[i] - before[i], 1);
        c->less += after[i] < before[i];
        c->greater += after[i] > before[i];
    }
}

static salvo_status throw_variant(const pairs *p, pair_context *d, size_t i, const trial_range *s, salvo_error *err)
{
    const sampler *moved = sampler_at(p, i);
    salvo_status status;

    if (!moved->subject)
        return SALVO_OK;
    status = sampler_throw(moved, &d->rooms[i], s, d->after, err);
    if (status != SALVO_OK)
        return status;
    note(&d->contrasts[i], d->before, d->after, s->count);
    return SALVO_OK;
}

/* The base first: all variants are compared with it. */
static salvo_status throw_block(void *context, void *own, uint64_t first, uint64_t count, salvo_error *err)
{
    const pairs *p = context;
    const trial_range s = {p->plan.seed, first, count};
    pair_context *d = own;
    salvo_status status = sampler_throw(&p->base, &d->rooms[0], &s, d->before, err);

    if (status != SALVO_OK)
        return status;
    note(&d->contrasts[0], d->before, d->before, count); /* the base against itself: its value */
    for (size_t i = 1; i < d->n && status == SALVO_OK; i++)
        status = throw_variant(p, d, i, &s, err);
    return status;
}

static salvo_status add_pair_context(void *context, void *own, salvo_error *err)
{
    pairs *p = context;
    const pair_context *d = own;

    /* Whole numbers: the order in which threads come does not matter. */
    (void)err;
    for (size_t i = 0; i < d->n; i++) {
        salvo_moments_join(&p->contrasts[i].value, &d->contrasts[i].value);
        salvo_moments_join(&p->contrasts[i].difference, &d->contrasts[i].difference);
        p->contrasts[i].less += d->contrasts[i].less;
        p->contrasts[i].greater += d->contrasts[i].greater;
    }
    return SALVO_OK;
}

/* The first metrics are probabilities. */
static bool is_chance(const pairs *p)
{
    return p->subject->metric < SALVO_SCORE_OF_A;
}

static salvo_estimate estimate(const salvo_moments *m, salvo_interval i, double parts)
{
    return (salvo_estimate){salvo_moments_mean(m) / parts, i.low / parts, i.high / parts};
}

salvo_estimate pairs_value(const pairs *p, long at)
{
    return sampler_estimate(&p->base, &p->contrasts[at + 1].value, schedule_is_fixed(&p->schedule));
}

static salvo_estimate difference_of(const pairs *p, const contrast *c, bool fixed)
{
    /* Scores are told in halves: differences of 0 .. 2. */
    const double most = p->subject->metric == SALVO_SCORE_OF_A ? 2 : INFINITY;
    const salvo_moments *m = &c->difference;

    if (is_chance(p))
        /* Pairs that differ, as in salvo_compare. */
        return estimate(m, (fixed ? salvo_pairs_fixed : salvo_pairs_sequence)(c->less, c->greater, m->trials), 1);
    return estimate(m, (fixed ? salvo_mean_student : salvo_mean_sequence)(m, (salvo_interval){-most, most}),
                    (double)sampler_parts(&p->base));
}

salvo_estimate pairs_difference(const pairs *p, long at)
{
    return difference_of(p, &p->contrasts[at + 1], schedule_is_fixed(&p->schedule));
}

/* The widest interval of a difference, of variants that differ from the base at all; others would keep the run going
 * without end. */
static double widest(void *context)
{
    const pairs *p = context;
    double widest = 0;

    for (size_t i = 1; i <= p->n; i++) {
        const contrast *c = &p->contrasts[i];
        salvo_estimate d = difference_of(p, c, false);
        /* Turns may be many: relative to the greater of 1 and their average. */
        double unit = p->subject->metric == SALVO_TURNS_TAKEN ? fmax(1, fabs(pairs_value(p, (long)i - 1).value)) : 1;

        if (c->less + c->greater)
            widest = fmax(widest, (d.high - d.low) / 2 / unit);
    }
    return widest / p->plan.precision;
}

static salvo_status make_variant(variant *v, const batch *b, probe *p, salvo_error *err)
{
    salvo_error why = {.text = ""};
    salvo_status status = probe_open(p, b->book, &v->book, err);

    if (status != SALVO_OK || p->state == PROBE_REFUSED)
        return status;
    status = sampler_make(&v->sampler, b->subject, &v->book, &b->how->plan, &why);
    /* A variant that cannot be asked is refused, not failed. */
    return status == SALVO_OK ? SALVO_OK : probe_refuse(p, &why, err);
}

/* Samplers are made by one thread and shared by all. */
static salvo_status make_ready(pairs *p, const batch *b, probe *const *chosen, size_t n, salvo_error *err)
{
    salvo_status status = schedule_check(&p->plan, err);

    if (status != SALVO_OK)
        return status;
    status = sampler_make(&p->base, b->subject, b->book, &b->how->plan, err);
    if (status != SALVO_OK)
        return status;
    p->variants = calloc(n + 1, sizeof *p->variants);
    p->contrasts = calloc(n + 1, sizeof *p->contrasts);
    if (!p->variants || !p->contrasts)
        return salvo_fail_memory(err);
    for (; p->n < n && status == SALVO_OK; p->n++) /* n counts what pairs_free has to free */
        status = make_variant(&p->variants[p->n], b, chosen[p->n], err);
    return status;
}

salvo_status pairs_run(pairs *p, const batch *b, probe *const *chosen, size_t n, const salvo_plan *plan,
                       salvo_error *err)
{
    const job l = {p, pair_context_new, throw_block, add_pair_context, pair_context_free, widest};
    salvo_status status;

    *p = (pairs){.subject = b->subject, .plan = *plan};
    p->schedule = (schedule){.plan = &p->plan, .block_max = BLOCK};
    status = make_ready(p, b, chosen, n, err);
    status = status == SALVO_OK ? schedule_run(&p->schedule, &l, err) : status;
    if (status != SALVO_OK)
        pairs_free(p);
    return status;
}

void pairs_free(pairs *p)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->variants[i].sampler.subject) /* NULL: it was refused */
            sampler_free(&p->variants[i].sampler);
        salvo_rulebook_close(&p->variants[i].book);
    }
    if (p->base.subject)
        sampler_free(&p->base);
    free(p->variants);
    free(p->contrasts);
    *p = (pairs){.n = 0};
}

uint64_t pairs_trials(const pairs *p)
{
    return p->contrasts[0].value.trials;
}
